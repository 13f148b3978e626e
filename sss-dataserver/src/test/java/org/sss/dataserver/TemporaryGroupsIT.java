package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Stored;

/** Groups that nobody needs when the process has ended. */
final class TemporaryGroupsIT {
    private static final DataServerConfig CONFIG = DataServerConfig.defaults().withMemoryBytes(4 << 20);
    private static final Tuples TUPLES = Tuples.numbered("key", 5000, "value");

    @TempDir
    Path directory;

    private final AtomicInteger syncs = new AtomicInteger();
    private TestNode node;

    @BeforeEach
    void open() {
        Disk disk = new Disk(DataServerConfig.Durability.COMMIT, (path, channel) -> syncs.incrementAndGet());
        node = TestNode.of(directory, DataServer.open(directory, CONFIG, disk));
        syncs.set(0);
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    private Stored storeTemporary(long group, Tuples tuples) {
        new PutClient(node.connection(), new Put(group, attempt(0), true)).put(0, 0, tuples).finish();
        return node.server().commit(group, List.of(attempt(0)));
    }

    @Test
    void aTemporaryGroupIsReadButHasNoFilesAndWaitsForNoDisk() {
        Stored stored = storeTemporary(1, TUPLES);
        assertThat(stored.tuples()).isEqualTo(5000);
        assertThat(node.read(1, 0)).isEqualTo(TUPLES);
        assertThat(node.scan(1, 0, true)).isEqualTo(TUPLES);
        assertThat(directory.resolve("groups/1")).doesNotExist();
        assertThat(syncs).hasValue(0);
        assertThat(node.server().commit(1, List.of(attempt(0)))).as("asked again").isEqualTo(stored);
    }

    @Test
    void anotherGroupOfTheSameServerIsDurableAllTheSame() {
        storeTemporary(1, TUPLES);
        node.store(2, 0, TUPLES);
        assertThat(syncs.get()).isPositive();
        assertThat(DataFiles.ofGroup(directory, 2)).contains("commit-1");
    }

    @Test
    void whatFindsNoRoomInMemoryIsInFilesThatNobodySyncs() {
        Tuples large = Tuples.numbered("key", 200_000, "a value of some length that fills up the memory");
        storeTemporary(1, large);
        assertThat(node.read(1, 0)).isEqualTo(large);
        assertThat(DataFiles.ofGroup(directory, 1)).isNotEmpty();
        assertThat(syncs).hasValue(0);
    }

    @Test
    void droppingItGivesItsMemoryBack() {
        storeTemporary(1, TUPLES);
        assertThat(node.server().memoryUsedBytes()).isPositive();
        node.server().drop(List.of(1L));
        await().until(() -> node.server().memoryUsedBytes() == 0);
    }
}
