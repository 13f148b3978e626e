package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.GroupKey;

/** Two data servers of one process with one memory for tuples. */
final class SharedMemoryIT {
    private static final long LIMIT_BYTES = 4 << 20;
    /** Of what may stay in memory, which are 3 MiB. */
    private static final Tuples MORE_THAN_HALF =
            Tuples.numbered("key", 40_000, "a value of some length, so that there are many bytes");

    @TempDir
    Path directory;

    private final MemoryBudget memory = MemoryBudget.shared(LIMIT_BYTES);
    private TestNode one;
    private TestNode other;

    @BeforeEach
    void open() {
        one = TestNode.of(directory.resolve("one"), DataServer.open(directory.resolve("one"), TestNode.CONFIG, memory));
        other = TestNode.of(
                directory.resolve("other"), DataServer.open(directory.resolve("other"), TestNode.CONFIG, memory));
    }

    @AfterEach
    void close() {
        one.close();
        other.close();
        assertThat(memory.usedBytes()).isZero();
    }

    private void storeTemporary(TestNode node) {
        new PutClient(node.connection(), new Put(GroupKey.of(1), attempt(0), true))
                .put(0, 0, MORE_THAN_HALF)
                .finish();
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
    }

    @Test
    void oneServerUsesMemoryThatTheOtherDoesNotNeed() {
        storeTemporary(one);
        assertThat(directory.resolve("one/groups/1")).doesNotExist();
        assertThat(one.read(1, 0)).isEqualTo(MORE_THAN_HALF);
    }

    @Test
    void memoryOfOneServerIsNotAvailableToTheOther() {
        storeTemporary(one);
        storeTemporary(other);
        assertThat(memory.usedBytes()).isBetween(1L << 20, LIMIT_BYTES);
        assertThat(DataFiles.ofGroup(directory.resolve("other"), 1)).isNotEmpty();
        assertThat(one.read(1, 0)).isEqualTo(MORE_THAN_HALF);
        assertThat(other.read(1, 0)).isEqualTo(MORE_THAN_HALF);
    }

    @Test
    void oneServerUsesMemoryThatTheOtherFreed() {
        storeTemporary(one);
        one.server().drop(TestNode.keys(1L));
        await().until(() -> memory.usedBytes() == 0);
        storeTemporary(other);
        assertThat(directory.resolve("other/groups/1")).doesNotExist();
    }
}
