package org.sss.server.shuffle.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.RunMerge;
import org.sss.net.block.RunWriter;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.data.PutSession;
import org.sss.net.data.SubgroupSource;
import org.sss.net.testing.FailingDisk;
import org.sss.net.transport.NodeAddress;
import org.sss.server.task.output.MemoryRuns;

class RelocationFilesTest {
    private static final GroupKey GROUP = new GroupKey(7, "00112233445566778899aabbccddeeff");
    /** Of the number and the identity of the group. */
    private static final String HASH = "5c9c5e1808926e2d14ff828ea2f8d645";

    private static final ClusterMap CLUSTER = new ClusterMap("c1", 1, List.of(node(0), node(1)), 4);
    private static final ShuffleSpec SPEC = new ShuffleSpec(
            new ShuffleKey("wf-1/count", 7), "on-disk", List.of(new ShuffleSpec.Output(GROUP, true, true)), 0, CLUSTER);

    @TempDir
    Path parent;

    private Path directory;
    private final MemoryRuns expected = new MemoryRuns();
    private RelocationFiles first;
    private RelocationFiles second;

    private static NodeInfo node(int id) {
        return new NodeInfo(id, new NodeAddress("h" + id, 1), new NodeAddress("h" + id, 2));
    }

    @BeforeEach
    void open() {
        directory = parent.resolve("shared");
        assertThat(directory.toFile().mkdir()).isTrue();
        first = relocationFiles(directory, 0);
        second = relocationFiles(directory, 1);
    }

    private RelocationFiles relocationFiles(Path shared, int node) {
        return new RelocationFiles(shared, parent.resolve("own-" + node), node);
    }

    @Test
    void whatWaitsHasADirectoryForEachProcessWhichTheNextOneDeletes() throws IOException {
        Path killed = first.waiting(CLUSTER);
        Path other = second.waiting(CLUSTER);
        Files.createDirectory(killed.resolve("shuffle-1"));
        Files.writeString(killed.resolve("shuffle-1/blocks"), "x");
        assertThat(killed.getParent()).isEqualTo(directory.resolve("sss-c1"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(killed.getParent())))
                .isEqualTo("rwx------");

        relocationFiles(directory, 0).sweep("c1");
        assertThat(killed).doesNotExist();
        assertThat(other).isDirectory();
        second.close();
        assertThat(other).doesNotExist();
    }

    @Test
    void aNodeThatDoesNotShareTheDirectoryIsRefused() throws IOException {
        first.waiting(CLUSTER);
        Path apart = Files.createDirectory(parent.resolve("apart"));
        assertNotShared(relocationFiles(apart, 1), CLUSTER);
        Files.createDirectories(apart.resolve("sss-c1"));
        for (String content : List.of("0", "", "x")) {
            Files.writeString(apart.resolve("sss-c1/shared"), content);
            assertNotShared(relocationFiles(apart, 1), CLUSTER);
        }
        assertThatThrownBy(() -> relocationFiles(parent.resolve("missing"), 0).waiting(CLUSTER))
                .hasMessageContaining("node 0 cannot write to " + parent.resolve("missing"))
                .hasMessageContaining("shuffle.spill.dir must be a directory with free space");
    }

    private void assertNotShared(RelocationFiles files, ClusterMap cluster) {
        assertThatThrownBy(() -> files.waiting(cluster)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
            assertThat(e)
                    .hasMessageContaining("node 1 does not see what node 0 wrote to " + parent.resolve("apart/sss-c1"))
                    .hasMessageContaining("spill.to=shared")
                    .hasMessageContaining("shuffle.spill.dir must be a directory with free space that all nodes share");
        });
    }

    private Path path(int node) {
        return directory.resolve("sss-c1/node-" + node + "-" + HASH + ".held");
    }

    /**
     * Returns the frames of a run with keys from..from+count-1, step 3; adds it to the expected runs if it is of
     * subgroup 2.
     */
    private Queue<ByteBuf> run(int subgroup, int source, int sequence, int count) {
        Queue<ByteBuf> frames = new ArrayDeque<>();
        int number = source * 100 + sequence;
        RunWriter writer = new RunWriter((block, length) -> {
            frames.add(PutSession.frame(subgroup, sequence, block, length));
            if (subgroup == 2) {
                expected.send(2, number, block, length);
            }
        });
        for (int i = 0; i < count; i++) {
            byte[] key = String.format("%05d", i / 2).getBytes(UTF_8);
            byte[] value = (source + "." + sequence + " " + "x".repeat(50) + i).getBytes(UTF_8);
            writer.add(key, 0, key.length, value, 0, value.length);
        }
        writer.finish();
        return frames;
    }

    private void writeBoth() {
        try (RelocationFiles.Writer one = first.write(CLUSTER, GROUP);
                RelocationFiles.Writer two = second.write(CLUSTER, GROUP)) {
            two.add(5, run(2, 5, 0, 3000)::poll);
            one.add(8, run(2, 8, 1, 2000)::poll);
            one.add(8, run(2, 8, 0, 2500)::poll);
            one.add(6, run(3, 6, 0, 1000)::poll);
            two.add(7, run(2, 7, 0, 10)::poll);
            Stored stored = one.stored();
            assertThat(stored.tuples()).isEqualTo(5500);
            assertThat(stored.storedBytes()).isPositive();
            one.finish();
            two.finish();
        }
    }

    private static List<String> tuples(SubgroupSource source, byte[] from) {
        List<String> tuples = new ArrayList<>();
        try (RunMerge merge = source.merged(GROUP.id(), 2, from, null)) {
            while (merge.nextKey()) {
                if (from != null
                        && Arrays.compareUnsigned(merge.key(), 0, merge.keyLength(), from, 0, from.length) < 0) {
                    continue;
                }
                while (merge.nextValue()) {
                    tuples.add(new String(merge.key(), 0, merge.keyLength(), UTF_8) + "="
                            + new String(merge.valueArray(), merge.valueOffset(), merge.valueLength(), UTF_8));
                }
            }
        }
        return tuples;
    }

    @Test
    void readsTheRunsOfAllNodesInTheOrderOfTheirTasks() {
        writeBoth();
        SubgroupSource source = second.source(CLUSTER, GROUP);
        assertThat(tuples(source, null)).hasSize(7510).isEqualTo(tuples(expected, null));
        for (String key : List.of("00000", "00700", "00999", "01499", "09999")) {
            assertThat(tuples(source, key.getBytes(UTF_8))).as(key).isEqualTo(tuples(expected, key.getBytes(UTF_8)));
        }
    }

    @Test
    void whatAFullDiskHasCutOffIsNotRead() throws IOException {
        FailingDisk disk = new FailingDisk();
        Path path = directory.resolve("cut.held");
        try (RelocationFile file = new RelocationFile(disk.path(path))) {
            Queue<ByteBuf> frames = run(2, 5, 0, 3000);
            disk.before = change -> FailingDisk.<RuntimeException>fail(new IOException("No space left on device"));
            assertThatThrownBy(() -> file.add(5, frames.peek())).isInstanceOf(IOException.class);
            disk.before = change -> {};
            for (ByteBuf frame = frames.poll(); frame != null; frame = frames.poll()) {
                file.add(5, frame);
                frame.release();
            }
            disk.before = change -> FailingDisk.<RuntimeException>fail(new IOException("No space left on device"));
            assertThatThrownBy(file::finish).isInstanceOf(IOException.class);
            disk.before = change -> {};
            file.finish();
        }
        assertThat(tuples(new RelocationFileSource(List.of(path), file -> {}), null))
                .hasSize(3000)
                .isEqualTo(tuples(expected, null));
    }

    @Test
    void aSubgroupWithoutBlocksIsEmpty() {
        writeBoth();
        try (RunMerge merge = first.source(CLUSTER, GROUP).merged(GROUP.id(), 1)) {
            assertThat(merge.nextKey()).isFalse();
        }
    }

    @Test
    void eachNodeDeletesItsOwnFiles() throws IOException {
        writeBoth();
        first.dropped(GROUP.id());
        assertThat(files()).hasSize(1).containsExactly("node-1-" + HASH + ".held");
        assertThatThrownBy(() -> first.source(CLUSTER, GROUP).merged(GROUP.id(), 2))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED))
                .hasMessageContaining("shuffle.spill.dir");
        second.dropped(8);
        second.dropped(GROUP.id());
        second.dropped(GROUP.id());
        assertThat(files()).isEmpty();
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("sss-c1"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** Before the files had a directory for each cluster. */
    @Test
    void oldFilesOfAnEarlierVersionAreSwept() throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(2, ChronoUnit.DAYS));
        String identity = "1-" + GROUP.identity();
        for (String name : List.of(
                "sss-c1-0-" + identity + ".held",
                "sss-c1-check-" + identity,
                "sss-c1-1-" + identity + ".held",
                "sss-c10-0-" + identity + ".held")) {
            Files.setLastModifiedTime(Files.writeString(directory.resolve(name), "old"), old);
        }
        Files.writeString(directory.resolve("sss-c1-0-2-" + GROUP.identity() + ".held"), "perhaps of a copy that runs");
        first.sweep("c1");
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "sss-c1",
                            "sss-c1-1-" + identity + ".held",
                            "sss-c10-0-" + identity + ".held",
                            "sss-c1-0-2-" + GROUP.identity() + ".held");
        }
        assertThat(files()).isEmpty();
        second.sweep("c1");
        assertThat(directory.resolve("sss-c1-1-" + identity + ".held")).doesNotExist();
    }

    @Test
    void aNodeSweepsOnlyWhatItHasWritten() throws IOException {
        writeBoth();
        Files.writeString(directory.resolve("mine.held"), "of somebody else");
        Files.writeString(directory.resolve("sss-c1/node-0-ff.held"), "of a copy of this node");
        relocationFiles(directory, 0).sweep("c1");
        assertThat(files()).containsExactlyInAnyOrder("node-0-ff.held", "node-1-" + HASH + ".held");
        assertThat(directory.resolve("mine.held")).exists();
        new RelocationFiles(null, parent.resolve("own-0"), 0).sweep("c1");
        relocationFiles(directory.resolve("missing"), 0).sweep("c1");
    }

    @Test
    void aCopyOfTheDataDirectoryDeletesNoFileOfTheOriginal() throws Exception {
        writeBoth();
        assertThat(new ProcessBuilder(
                                "cp",
                                "-a",
                                parent.resolve("own-0").toString(),
                                parent.resolve("copy").toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        RelocationFiles copy = new RelocationFiles(directory, parent.resolve("copy"), 0);
        copy.sweep("c1");
        assertThat(files()).hasSize(2);
        GroupKey other = new GroupKey(8, GROUP.identity());
        copy.write(CLUSTER, other).close();
        assertThat(files()).hasSize(3);
        new RelocationFiles(directory, parent.resolve("copy"), 0).sweep("c1");
        assertThat(files()).as("the copy deletes its own").hasSize(2);
        assertThat(tuples(second.source(CLUSTER, GROUP), null)).hasSize(7510);
    }

    @Test
    void onlyTheUserOfTheNodesMayEnterTheDirectory() throws IOException {
        Files.createDirectory(directory.resolve("sss-c1"));
        writeBoth();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("sss-c1"))))
                .isEqualTo("rwx------");
        assertThat(files()).noneMatch(name -> name.contains(GROUP.identity()));
    }

    @Test
    void filesOfOtherUsersAreRefused() throws IOException {
        Path own = directory.resolve("sss-c1");
        Files.createDirectory(own);
        assumeTrue(isRoot(own), "only root may give files away");
        Files.setAttribute(own, "unix:uid", 4711);
        for (Executable use : List.<Executable>of(() -> first.check(SPEC), () -> first.write(CLUSTER, GROUP))) {
            assertThatThrownBy(use::execute)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                    .hasMessageContaining("belongs to user 4711");
        }
        Files.setAttribute(own, "unix:uid", 0);
        writeBoth();
        Files.setAttribute(path(1), "unix:uid", 4711);
        assertThatThrownBy(() -> tuples(first.source(CLUSTER, GROUP), null))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(path(1) + " belongs to user 4711");
    }

    private static boolean isRoot(Path made) throws IOException {
        return Files.getAttribute(made, "unix:uid").equals(0);
    }

    @Test
    void allNodesMustSeeTheSameDirectory() throws IOException {
        first.check(SPEC);
        assertThatCode(() -> second.check(SPEC)).doesNotThrowAnyException();
        Path other = Files.createDirectory(directory.resolve("other"));
        assertThatThrownBy(() -> relocationFiles(other, 1).check(SPEC))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("node 1 does not see what node 0 wrote")
                .hasMessageContaining(other.toString())
                .hasMessageContaining("share");
        first.endCheck(SPEC);
        assertThat(files()).isEmpty();
    }

    @Test
    void errorsNameTheSettingAndTheDirectory() {
        assertThatThrownBy(() -> relocationFiles(null, 3).check(SPEC))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining("node 3 has no shuffle.spill.dir");
        Path missing = directory.resolve("missing");
        assertThatThrownBy(() -> relocationFiles(missing, 0).check(SPEC))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("node 0 cannot write")
                .hasMessageContaining(missing.toString());
    }

    @Test
    void aFullDiskIsAStorageError() throws IOException {
        Files.createDirectory(directory.resolve("sss-c1"));
        Files.createSymbolicLink(path(0), Path.of("/dev/full"));
        Queue<ByteBuf> frames = run(2, 5, 0, 3000);
        List<ByteBuf> all = List.copyOf(frames);
        try (RelocationFiles.Writer writer = first.write(CLUSTER, GROUP)) {
            assertThatThrownBy(() -> writer.add(5, frames::poll))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("free space");
        }
        assertThat(all.get(0).refCnt()).isZero();
        frames.forEach(ByteBuf::release);
    }

    /** The file is a pipe, so that it is not open until somebody reads it. */
    @Test
    void aFileWhoseGroupIsDroppedWhileItIsMadeCanStillBeDeleted() throws Exception {
        Files.createDirectory(directory.resolve("sss-c1"));
        Path path = path(0);
        assertThat(new ProcessBuilder("mkfifo", path.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        CompletableFuture<RelocationFiles.Writer> writer = new CompletableFuture<>();
        Thread thread = new Thread(() -> writer.complete(first.write(CLUSTER, GROUP)), "writer");
        thread.start();
        await().until(() -> Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals("sun.nio.fs.UnixNativeDispatcher")));
        first.dropped(GROUP.id());
        try (RandomAccessFile reader = new RandomAccessFile(path.toFile(), "rw");
                RelocationFiles.Writer opened = writer.get(20, TimeUnit.SECONDS)) {
            first.dropped(GROUP.id());
            opened.finish();
            assertThat(reader.read()).as("the end of the file").isZero();
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void damageIsDetected() throws IOException {
        writeBoth();
        Path path = path(1);
        byte[] good = Files.readAllBytes(path);
        for (int length : List.of(0, 10, good.length / 2, good.length - 1)) {
            Files.write(path, Arrays.copyOf(good, length));
            assertCorrupt();
        }
        for (Map.Entry<Integer, Integer> flip :
                Map.of(good.length - 1, 1, good.length - 6, 1, 100, 4).entrySet()) {
            byte[] bad = good.clone();
            bad[flip.getKey()] ^= flip.getValue().byteValue();
            Files.write(path, bad);
            assertCorrupt();
        }
    }

    private void assertCorrupt() {
        assertThatThrownBy(() -> tuples(first.source(CLUSTER, GROUP), null))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
}
