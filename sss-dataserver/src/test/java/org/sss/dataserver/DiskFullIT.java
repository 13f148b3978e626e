package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.control.GroupKey;

/** On a file system of 6 MiB; only where one can be mounted. */
final class DiskFullIT {
    @TempDir
    Path directory;

    private TinyFileSystem disk;
    private TestNode node;

    @BeforeEach
    void mount() throws Exception {
        disk = TinyFileSystem.mount(directory.resolve("tiny"), "size=6m");
        assumeTrue(disk.isMounted(), "a tmpfs can be mounted here");
        open(0);
    }

    /** @param memoryBytes 0 when each block goes to the disk at once */
    private void open(long memoryBytes) {
        if (node != null) {
            node.close();
        }
        node = TestNode.open(disk.directory(), TestNode.CONFIG.withThreads(2, 2).withMemoryBytes(memoryBytes));
    }

    @AfterEach
    void unmount() throws Exception {
        if (node != null) {
            node.close();
        }
        disk.close();
    }

    private void open(DataServerConfig.Layout layout) {
        node.close();
        node = TestNode.open(
                disk.directory(),
                TestNode.CONFIG.withThreads(2, 2).withMemoryBytes(0).withLayout(layout));
    }

    private static Tuples megabytes(int count) {
        return Tuples.numbered("key", count * 1000, "x".repeat(1000));
    }

    @Test
    void putThatFillsTheDiskFailsAndOthersContinue() {
        Tuples stored = megabytes(1);
        node.store(1, 0, stored);

        assertThatThrownBy(() -> node.put(2, attempt(0), 5, megabytes(20)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("group 2, subgroup 5")
                .hasMessageContaining("bytes are free")
                .hasMessageContaining("dropping groups frees space");

        assertThat(node.read(1, 0)).isEqualTo(stored);
        await().until(() -> DataFiles.temporary(disk.directory()).isEmpty());
        node.put(2, attempt(1), 5, megabytes(1));
        node.server().commit(GroupKey.of(2), List.of(attempt(1)));
        assertThat(node.read(2, 5)).isEqualTo(stored);
    }

    @Test
    void commitOnFullDiskFailsAndReportsTheLostGroup() throws Exception {
        node.put(2, attempt(0), 0, Tuples.numbered("key", 20, "x".repeat(1000)));
        fillDisk();
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(2), List.of(attempt(0))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("what was written is dropped");
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(2), List.of(attempt(0))))
                .hasMessageContaining("what was written is dropped");
        assertThatThrownBy(() -> node.put(2, attempt(1), 0, Tuples.of("a", "1")))
                .hasMessageContaining("what was written is dropped");
        assertThat(node.read(2, 0).count()).isZero();

        Files.delete(disk.directory().resolve("filler"));
        node.server().drop(TestNode.keys(2L));
        node.store(3, 0, Tuples.of("a", "1"));
        assertThat(node.read(3, 0)).isEqualTo(Tuples.of("a", "1"));
    }

    @Test
    void anAttemptWhoseFileWasLostToAnotherOneCannotBeCommitted() {
        node.put(2, attempt(0), 5, Tuples.of("a", "1"));
        assertThatThrownBy(() -> node.put(2, attempt(1), 5, megabytes(20))).hasMessageContaining("bytes are free");
        assertThatThrownBy(() -> node.server().commit(GroupKey.of(2), List.of(attempt(0))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("cannot commit attempt");
        node.put(2, attempt(2), 5, Tuples.of("a", "again"));
        assertThat(node.server().commit(GroupKey.of(2), List.of(attempt(2))).tuples())
                .isEqualTo(1);
    }

    @Test
    void commitReportsBufferedBlocksThatDoNotFitAndFreesTheirMemory() {
        open(32 << 20);
        Tuples stored = megabytes(1);
        node.store(1, 0, stored);
        node.put(2, attempt(0), 5, megabytes(20));

        assertThatThrownBy(() -> node.server().commit(GroupKey.of(2), List.of(attempt(0))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("group 2, subgroup 5")
                .hasMessageContaining("bytes are free")
                .hasMessageContaining("what was written is dropped");

        assertThat(node.read(2, 5).count()).isZero();
        assertThat(node.read(1, 0)).isEqualTo(stored);
        assertThat(node.server().memoryUsedBytes()).isZero();
        assertThat(DataFiles.temporary(disk.directory())).isEmpty();
        node.server().drop(TestNode.keys(2L));
        node.store(3, 5, megabytes(1));
        assertThat(node.read(3, 5)).isEqualTo(stored);
    }

    @Test
    void spillOnFullDiskFailsOnlyItsAttempts() throws Exception {
        open(8 << 20);
        node.put(1, attempt(0), 0, megabytes(5));
        fillDisk();
        node.put(
                3,
                attempt(0),
                3,
                megabytes(4)); // by the same of two threads, as the first of a group with an odd number

        assertThatThrownBy(() -> node.server().commit(GroupKey.of(1), List.of(attempt(0))))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("cannot commit attempt")
                .hasMessageContaining("group 1, subgroup 0")
                .hasMessageContaining("bytes are free");
        Files.delete(disk.directory().resolve("filler"));
        node.server().commit(GroupKey.of(3), List.of(attempt(0)));
        assertThat(node.read(3, 3)).isEqualTo(megabytes(4));
        assertThat(node.server().memoryUsedBytes()).isZero();
    }

    @Test
    void rejectsWritesToASubgroupThatCouldNotSpill() throws Exception {
        open(400_000);
        node.put(1, attempt(0), 0, Tuples.numbered("key", 250, "x".repeat(1000))); // stays: it is another thread's
        node.put(2, attempt(0), 0, Tuples.numbered("key", 40, "x".repeat(1000)));
        fillDisk();
        try (FileChannel filler = FileChannel.open(disk.directory().resolve("filler"), StandardOpenOption.WRITE)) {
            filler.truncate(filler.size() - 3 * 4096); // a file can be created, and what is buffered does not fit
        }
        Tuples large = new Tuples().add(Tuples.bytes("key"), new byte[256 << 10]);
        assertThatThrownBy(() -> node.put(2, attempt(1), 0, large)).hasMessageContaining("bytes are free");
        node.put(4, attempt(0), 0, Tuples.of("a", "1")); // by the same thread, after it
        assertThat(DataFiles.temporary(disk.directory())).isEmpty();
    }

    private void fillDisk() throws Exception {
        byte[] page = new byte[4096];
        try (OutputStream filler = Files.newOutputStream(disk.directory().resolve("filler"))) {
            assertThatThrownBy(() -> {
                        while (true) {
                            filler.write(page);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void allGroupsInLayoutTuplesAreLostWithTheirFileAndNoOthers() throws Exception {
        Tuples stored = megabytes(1);
        node.store(1, 0, stored);
        open(DataServerConfig.Layout.TUPLES);
        node.store(2, 0, stored);
        assertThatThrownBy(() -> node.put(3, attempt(0), 5, megabytes(20)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("bytes are free");
        assertThatThrownBy(() -> node.read(2, 0))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("Drop these groups");
        assertThat(node.read(1, 0)).isEqualTo(stored);

        open(DataServerConfig.Layout.TUPLES);
        assertThatThrownBy(() -> node.read(2, 0))
                .hasMessageContaining("tuples.bdb")
                .hasMessageContaining("and is lost");
        assertThat(node.read(1, 0)).isEqualTo(stored);
        Files.delete(disk.directory().resolve("tuples.lost"));
        node.store(4, 0, stored);
        assertThat(node.read(4, 0)).isEqualTo(stored);
    }
}
