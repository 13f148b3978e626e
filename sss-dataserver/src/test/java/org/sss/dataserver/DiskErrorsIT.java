package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFiles;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.disk.FewDescriptors;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.BlockReader;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupKey;

/** Disks that are read-only, take no more files, or give errors: the messages, and that everything else continues. */
final class DiskErrorsIT {
    private static final Tuples STORED = Tuples.numbered("key", 1000, "value");

    @TempDir
    Path directory;

    private TestNode node;

    @AfterEach
    void close() {
        if (node != null) {
            node.close();
        }
    }

    private void open(Path data, long memoryBytes) {
        node = TestNode.open(data, TestNode.CONFIG.withThreads(2, 2).withMemoryBytes(memoryBytes));
        node.store(1, 0, STORED);
    }

    private static void fails(Runnable what, String... messages) {
        assertThatThrownBy(what::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContainingAll(messages);
    }

    private void serves() {
        assertThat(node.read(1, 0)).isEqualTo(STORED);
        assertThat(node.scan(1, 0, true)).isEqualTo(STORED);
    }

    private void dropAndContinue(Path data) {
        node.server().drop(TestNode.keys(2L));
        await().until(() -> DataFiles.trash(data).isEmpty());
        assertThat(DataFiles.ofGroup(data, 2)).isEmpty();
        assertThat(node.server().memoryUsedBytes()).isZero();
        node.store(3, 0, STORED);
        assertThat(node.read(3, 0)).isEqualTo(STORED);
    }

    @ParameterizedTest(name = "with {0} bytes of memory")
    @ValueSource(longs = {0, 1 << 20})
    void onAReadOnlyDiskWhatIsThereCanBeRead(long memoryBytes) throws Exception {
        open(directory, memoryBytes);
        node.put(2, attempt(0), 0, STORED);
        try (ReadOnly disk = ReadOnly.make(directory.resolve("groups"))) {
            assumeTrue(disk.isEffective(), "a directory can be made read-only here");
            fails(
                    () -> node.server().commit(GroupKey.of(2), List.of(attempt(0))),
                    "commit of group 2",
                    "groups/2",
                    "what was written is dropped");
            fails(() -> store(4), "group 4, subgroup 0", "groups/4");
            if (memoryBytes == 0) {
                fails(() -> node.server().drop(TestNode.keys(2L)), "drop group 2", "groups/2");
            } else {
                // It never came to the disk, so nothing has to be taken from there.
                node.server().drop(TestNode.keys(2L));
            }
            serves();
        }
        serves();
        dropAndContinue(directory);
    }

    private void store(long group) {
        node.put(group, attempt(0), 0, STORED);
        node.server().commit(GroupKey.of(group), List.of(attempt(0)));
    }

    @Test
    void startReportsReadOnlyDisk() throws Exception {
        open(directory, 0);
        node.close();
        try (ReadOnly disk = ReadOnly.make(directory)) {
            assumeTrue(disk.isEffective(), "a directory can be made read-only here");
            assertThatThrownBy(() -> TestNode.open(directory))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining("open the data directory")
                    .hasMessageContaining(directory.toString());
        }
        node = TestNode.open(directory);
        serves();
    }

    @Test
    void onADiskThatHasBecomeReadOnlyGroupsInLayoutTuplesCanBeRead() throws Exception {
        DataServerConfig tuples = TestNode.CONFIG.withLayout(DataServerConfig.Layout.TUPLES);
        try (TestNode before = TestNode.open(directory, tuples)) {
            before.store(1, 0, STORED);
        }
        node = TestNode.open(directory, tuples);
        Path file = directory.resolve("tuples.bdb");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
        try (ReadOnly disk = ReadOnly.make(directory)) {
            assumeTrue(disk.isEffective() && !Files.isWritable(file), "a directory can be made read-only here");
            for (int i = 0; i < 2; i++) {
                fails(() -> node.put(2, attempt(0), 0, STORED), "group 2, subgroup 0");
                serves();
            }
        } finally {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        node.store(3, 0, STORED);
        serves();
    }

    @ParameterizedTest(name = "with {0} bytes of memory")
    @ValueSource(longs = {0, 1 << 20})
    void aDiskThatTakesNoMoreFilesFailsTheCommit(long memoryBytes) throws Exception {
        try (TinyFileSystem disk = TinyFileSystem.mount(directory.resolve("tiny"), "size=8m,nr_inodes=60")) {
            assumeTrue(disk.isMounted(), "a tmpfs can be mounted here");
            open(disk.directory(), memoryBytes);
            node.put(2, attempt(0), 0, STORED);
            List<Path> fillers = takeAllInodes(disk.directory());
            fails(
                    () -> node.server().commit(GroupKey.of(2), List.of(attempt(0))),
                    "commit of group 2",
                    "what was written is dropped");
            serves();
            assertThat(node.read(2, 0).count()).isZero();
            for (Path filler : fillers) {
                Files.delete(filler);
            }
            dropAndContinue(disk.directory());
            node.close();
        }
    }

    private static List<Path> takeAllInodes(Path disk) {
        List<Path> fillers = new ArrayList<>();
        try {
            while (true) {
                fillers.add(Files.createFile(disk.resolve("filler-" + fillers.size())));
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
            return fillers;
        }
    }

    /** In place of the file is something that cannot be written. */
    @ParameterizedTest
    @ValueSource(strings = {"commit-1.tmp", "0-1.sss"})
    void aFileThatCannotBeWrittenFailsTheCommit(String name) throws Exception {
        open(directory, 0);
        node.put(2, attempt(0), 0, STORED);
        Files.createDirectories(directory.resolve("groups/2").resolve(name).resolve("inside"));
        fails(
                () -> node.server().commit(GroupKey.of(2), List.of(attempt(0))),
                "group 2",
                name,
                "what was written is dropped");
        if (name.startsWith("commit")) {
            assertThat(node.read(2, 0).count()).isZero();
        } else {
            assertThatThrownBy(() -> node.read(2, 0)).hasMessageContainingAll(name, "nothing of it can be read");
        }
        serves();
        dropAndContinue(directory);
    }

    @Test
    void reportsFileThatIsTruncatedDuringAScan() throws Exception {
        open(directory, 0);
        node.store(2, 0, Tuples.numbered("k", 100_000, "x".repeat(100)));
        Path file = directory.resolve("groups/2/0-1.sss");
        try (ScanClient scan = node.openScan(new Scan(2, 0, false, null, null))) {
            assertThat(scan.next(new BlockReader())).isTrue();
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(channel.size() / 2);
            }
            assertThatThrownBy(() -> readToTheEnd(scan))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("group 2, subgroup 0")
                    .hasMessageContaining(file.toString());
        }
        serves();
        dropAndContinue(directory);
    }

    private static void readToTheEnd(ScanClient scan) {
        BlockReader reader = new BlockReader();
        while (scan.next(reader)) {
            // until it fails
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"commit-1", "0-1.sss"})
    void reportsFileThatCannotBeRead(String name) throws Exception {
        open(directory, 0);
        store(2);
        node.close();
        Path file = directory.resolve("groups/2").resolve(name);
        Files.delete(file);
        Files.createDirectory(file);
        node = TestNode.open(directory);
        fails(() -> node.read(2, 0), file.toString(), "Is a directory");
        serves();
        dropAndContinue(directory);
    }

    @Test
    void aFileThatMayNotGrowFailsThePutAndTheServerLives() throws Exception {
        List<String> lines = lines("ulimit -f 4096", LimitedFiles.class, directory);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .contains("STORAGE")
                .contains("group 2, subgroup 5")
                .contains("groups/2");
        assertThat(lines.get(1)).contains("STORAGE").contains("group 3").contains("what was written is dropped");
        assertThat(lines.get(2)).isEqualTo("SAID everything else continues");
    }

    @Test
    void aServerThatHadNoDescriptorsLeftReadsItsFilesWhenItHasSomeAgain() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "some bytes");
        List<String> lines = lines("ulimit -n 64", FewDescriptors.class, file);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).contains("FileSystemException", "Too many open files");
        assertThat(lines.get(1)).isEqualTo("SAID loaded");
    }

    @Test
    void idleSegmentsLeaveDescriptorsForOtherFiles() throws Exception {
        assertThat(lines("ulimit -n 128", IdleSegments.class, directory))
                .containsExactly("SAID stored, read, connected");
    }

    @Test
    void errorAdvisesToRaiseTheLimitOfOpenFiles() {
        assertThat(Disk.error("open it", directory, new FileSystemException("a", null, "Too many open files")))
                .hasMessageContaining("ulimit -n")
                .hasMessageNotContaining("the disk");
    }

    @Test
    void reportsMissingFile() {
        assertThat(Disk.error("open it", directory, new NoSuchFileException("a")))
                .hasMessageContaining("NoSuchFileException: a");
    }

    /** What a JVM of its own says, under a limit of the shell. */
    private static List<String> lines(String limit, Class<?> main, Path argument) throws IOException {
        return lines(limit, "-Xmx128m", main, argument);
    }

    static List<String> lines(String limit, String heap, Class<?> main, Path argument) throws IOException {
        Process server = new ProcessBuilder(
                        "sh",
                        "-c",
                        limit + "; exec \"$@\"",
                        "sh",
                        ProcessHandle.current().info().command().orElseThrow(),
                        heap,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        main.getName(),
                        argument.toString())
                .redirectErrorStream(true)
                .start();
        try (var lines = server.inputReader()) {
            return lines.lines().filter(line -> line.startsWith("SAID ")).toList();
        } finally {
            server.destroyForcibly();
        }
    }
}
