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
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.DataVerbs.Put;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/** A server whose directory nobody reads once it is closed. */
final class FleetingServerIT {
    private static final DataServerConfig CONFIG =
            TestNode.CONFIG.withMemoryBytes(4 << 20).withFleetingBytes(16 << 10);
    private static final Tuples FEW = Tuples.numbered("key", 100, "value");
    private static final Tuples MANY = Tuples.numbered("key", 20_000, "value");

    @TempDir
    Path directory;

    private TestNode node;

    @BeforeEach
    void open() {
        node = TestNode.open(directory, CONFIG);
    }

    @AfterEach
    void close() {
        node.close();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    @Test
    void aSmallGroupHasNoFiles() {
        node.store(1, 0, FEW);
        assertThat(node.read(1, 0)).isEqualTo(FEW);
        assertThat(node.scan(1, 0, true)).isEqualTo(FEW);
        assertThat(directory.resolve("groups/1")).doesNotExist();
        Stored again = node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        assertThat(again.tuples()).isEqualTo(100);
    }

    @Test
    void aLargeGroupHasItsFile() {
        node.store(1, 0, MANY);
        assertThat(node.scan(1, 0, true)).isEqualTo(MANY);
        assertThat(directory.resolve("groups/1")).isNotEmptyDirectory();
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    @Test
    void aTemporaryGroupStaysInMemoryWhateverItsSize() {
        new PutClient(node.connection(), new Put(GroupKey.of(1), attempt(0), true))
                .put(0, 0, MANY)
                .finish();
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        assertThat(node.read(1, 0)).isEqualTo(MANY);
        assertThat(directory.resolve("groups/1")).doesNotExist();
    }

    @Test
    void droppingFreesBothMemoryAndFiles() {
        node.store(1, 0, FEW);
        node.store(2, 0, MANY);
        node.server().drop(TestNode.keys(1L, 2L));
        node.server().drop(TestNode.keys(1L, 2L));
        assertThat(node.server().ids()).isEmpty();
        await().untilAsserted(() -> assertThat(directory.resolve("groups")).isEmptyDirectory());
        await().untilAsserted(() -> assertThat(node.server().memoryUsedBytes()).isZero());
    }
}
