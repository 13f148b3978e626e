package org.sss.dataserver.fsck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.DataServer;
import org.sss.dataserver.PutClient;
import org.sss.dataserver.ReadOnly;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.WithoutZstd;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.fsck.Fsck.Summary;
import org.sss.dataserver.run.CommitRecord;
import org.sss.dataserver.segment.SegmentFormat;
import org.sss.net.control.GroupKey;

final class FsckIT {
    private static final Tuples LARGE = Tuples.numbered("key", 20_000, "value");

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private final List<String> remains = new ArrayList<>();
    private Path groups;

    @BeforeEach
    void store() {
        groups = directory.resolve("groups");
        try (TestNode node = TestNode.open(directory)) {
            node.store(7, 3, LARGE);
            PutClient put = node.openPut(8, attempt(0));
            for (int subgroup = 0; subgroup < 3; subgroup++) {
                put.put(subgroup, 0, Tuples.of("a", "1", "b", "x".repeat(700_000)))
                        .put(subgroup, 1, Tuples.of("c", "3"));
            }
            put.finish();
            node.server().commit(GroupKey.of(8), List.of(attempt(0)));
        }
    }

    private Summary fsck() {
        return fsck(directory);
    }

    private Summary fsck(Path where) {
        problems.clear();
        remains.clear();
        Summary summary = Fsck.verify(where, f -> (f.problem() ? problems : remains).add(f.text()));
        assertThat(summary.problems()).isEqualTo(problems.size());
        return summary;
    }

    private void onlyProblem(String... parts) {
        fsck();
        assertThat(problems).hasSize(1);
        assertThat(problems.get(0)).contains(parts).doesNotContain("\n");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFileThatCannotBeReadForWantOfALibraryIsNamed(boolean hasJar) throws Exception {
        Path zstd = directory.resolve("zstd");
        try (TestNode node = TestNode.open(zstd)) {
            node.openPut(7, attempt(0)).put(3, 0, LARGE, Compression.ZSTD).finish();
            node.server().commit(GroupKey.of(7), List.of(attempt(0)));
        }
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        if (!hasJar) {
            classPath = Stream.of(classPath.split(":"))
                    .filter(entry -> !entry.contains("zstd"))
                    .collect(Collectors.joining(":"));
        }
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx128m",
                        "-DZstdTempFolder=" + directory.resolve("missing"),
                        "-cp",
                        classPath,
                        WithoutZstd.class.getName(),
                        zstd.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String file = "group 7, subgroup 3, file " + zstd.resolve("groups/7/3-1.sss");
        assertThat(Files.readAllLines(output))
                .anyMatch(line -> line.startsWith(file + " cannot be verified: Zstd blocks need "))
                .anyMatch(line -> line.startsWith("read: reading " + file + ": Zstd blocks need "));
    }

    @Test
    void aReadOnlyDiskIsVerified() throws Exception {
        try (ReadOnly disk = ReadOnly.make(directory)) {
            assumeTrue(disk.isEffective(), "a directory can be made read-only here");
            assertThat(fsck().groups()).isEqualTo(2);
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void filesOfAClosedServerHaveNoFindings() {
        Summary summary = fsck();
        assertThat(problems).isEmpty();
        assertThat(remains).isEmpty();
        assertThat(summary.directories()).isEqualTo(1);
        assertThat(summary.groups()).isEqualTo(2);
        assertThat(summary.segments()).isEqualTo(4);
        assertThat(summary.tuples()).isEqualTo(20_000 + 9);
        assertThat(summary.blocks()).isGreaterThan(20);
        assertThat(summary.fileBytes()).isGreaterThan(2_000_000);
    }

    @ParameterizedTest
    @EnumSource
    void compressedBlocksAreVerifiedToTheLastTuple(Compression compression) {
        try (TestNode node = TestNode.open(directory)) {
            PutClient put = node.openPut(9, attempt(0));
            put.put(1, 0, LARGE, compression)
                    .put(1, 1, Tuples.of("key", "again"), compression)
                    .finish();
            node.server().commit(GroupKey.of(9), List.of(attempt(0)));
        }
        assertThat(fsck().tuples()).isEqualTo(20_000 + 9 + 20_001);
        assertThat(problems).isEmpty();
    }

    @Test
    void aNodesDirectoryAndAClustersAreFoundToo() throws IOException {
        Path cluster = directory.resolveSibling(directory.getFileName() + "-cluster");
        for (String node : List.of("node-0", "node-1")) {
            Path data = cluster.resolve(node).resolve("data/data");
            Files.createDirectories(data);
            DataServer.open(data, TestNode.CONFIG).close();
        }
        assertThat(fsck(cluster.resolve("node-0/data")).directories()).isEqualTo(1);
        assertThat(fsck(cluster).directories()).isEqualTo(2);
        assertThatThrownBy(() -> fsck(cluster.resolve("node-0")))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("no data of SSS in");
        Disk.deleteTree(cluster);
    }

    @Test
    void aNodeThatCannotBeLookedAtIsNotLeftOut() throws IOException {
        Path cluster = directory.resolveSibling(directory.getFileName() + "-cluster");
        Path data = Files.createDirectories(cluster.resolve("node-0/data/data"));
        DataServer.open(data, TestNode.CONFIG).close();
        Files.createSymbolicLink(cluster.resolve("node-1"), cluster.resolve("node-1"));
        cannotBeLookedAt(cluster, "node-1");
        Disk.deleteTree(cluster);
    }

    @Test
    void aGroupThatCannotBeLookedAtIsNotToBeMovedAway() throws IOException {
        Files.createSymbolicLink(groups.resolve("9"), groups.resolve("9"));
        cannotBeLookedAt(directory, "groups/9");
    }

    private void cannotBeLookedAt(Path where, String what) {
        assertThatThrownBy(() -> fsck(where))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining(what);
        assertThat(problems).isEmpty();
    }

    @Test
    void aDirectoryWhoseServerRunsIsRefused() {
        try (TestNode node = TestNode.open(directory)) {
            assertThatThrownBy(this::fsck).hasMessageContaining("in use by the data server with process id");
            assertThat(node.read(7, 3)).isEqualTo(LARGE);
        }
    }

    @Test
    void everyFlippedBitThatMattersIsFoundAndNamed() throws IOException {
        Path file = groups.resolve("7/3-1.sss");
        byte[] good = Files.readAllBytes(file);
        int indexAt = (int) ByteBuffer.wrap(good).getLong(good.length - SegmentFormat.TRAILER_BYTES + 8);
        Random random = new Random(5);
        int found = 0;
        for (int i = 0; i < 60; i++) {
            byte[] bad = good.clone();
            int at = i % 2 == 0 ? indexAt + random.nextInt(good.length - indexAt) : random.nextInt(indexAt);
            bad[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bad);
            fsck();
            assertThat(at < indexAt || problems.size() == 1)
                    .as("bit flipped at %d", at)
                    .isTrue();
            assertThat(problems)
                    .allMatch(p -> p.startsWith("group 7, subgroup 3, file " + file + " is damaged: "))
                    .allMatch(p -> p.contains("Restore the file from a copy, or drop the group"));
            found += problems.size();
        }
        assertThat(found).isBetween(40, 60); // what is between the blocks matters to nobody
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 20, 31, 32, 33, 37, 39, 60, 72, 100, 127, 129, 135, 192, 255})
    void findsChangedHeaderAlsoInUnusedBytes(int at) throws IOException {
        Path file = groups.resolve("7/3-1.sss");
        byte[] bad = Files.readAllBytes(file);
        bad[at] ^= (byte) 0x80;
        Files.write(file, bad);
        onlyProblem("group 7, subgroup 3, file " + file + " is damaged: ", "header");
    }

    @Test
    void dataWithoutItsFormatAreVerified() throws IOException {
        Files.delete(directory.resolve("format"));
        onlyProblem(directory.resolve("format") + " is missing");
        assertThat(fsck().tuples()).isEqualTo(20_009);
        assertThat(directory.resolve("format")).doesNotExist();
    }

    @Test
    void reportsMissingGroups() throws IOException {
        Disk.deleteTree(groups);
        onlyProblem(groups + " is missing, with all groups of this node");
    }

    @Test
    void reportsManyDamagedBlocksInFewLines() throws IOException {
        Path file = groups.resolve("7/3-1.sss");
        byte[] bad = Files.readAllBytes(file);
        int indexAt = (int) ByteBuffer.wrap(bad).getLong(bad.length - SegmentFormat.TRAILER_BYTES + 8);
        for (int at = 20_000; at < indexAt; at += 10_000) {
            bad[at] ^= 1;
        }
        Files.write(file, bad);
        Summary summary = fsck();
        assertThat(problems).hasSize(6);
        assertThat(problems.get(5)).contains("blocks are damaged");
        assertThat(summary.tuples()).isBetween(9L, 8_000L);
    }

    @Test
    void reportsTruncatedMissingExtraAndSwappedFiles() throws IOException {
        Path file = groups.resolve("8/1-1.sss");
        byte[] good = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(good, good.length - 1));
        fsck();
        assertThat(problems).hasSize(2).anyMatch(p -> p.contains("were committed"));

        Files.copy(groups.resolve("8/2-1.sss"), file, StandardCopyOption.REPLACE_EXISTING);
        fsck();
        assertThat(problems).anyMatch(p -> p.contains("its manifest is of group 8, subgroup 2"));

        Files.delete(file);
        onlyProblem("group 8, subgroup 1", file.toString(), "is missing, with 3 tuples", "drop the group");

        Files.write(file, good);
        Files.copy(groups.resolve("7/3-1.sss"), groups.resolve("8/3-1.sss"));
        fsck();
        assertThat(problems).anyMatch(p -> p.contains("no commit names the file") && p.contains("3-1.sss"));
        Files.delete(groups.resolve("8/3-1.sss"));

        Files.writeString(groups.resolve("8/notes.txt"), "mine");
        onlyProblem("notes.txt", "move it away");
    }

    @Test
    void reportsDamagedAndMissingCommits() throws IOException {
        Path commit = groups.resolve("7/commit-1");
        byte[] good = Files.readAllBytes(commit);
        byte[] bad = good.clone();
        bad[good.length / 2] ^= 1;
        Files.write(commit, bad);
        onlyProblem("group 7", commit.toString(), "checksum is wrong");

        Files.move(commit, groups.resolve("7/commit-2"));
        Files.write(groups.resolve("7/commit-2"), good);
        onlyProblem(commit.toString(), "is missing");

        Files.copy(groups.resolve("8/commit-1"), commit);
        Files.delete(groups.resolve("7/commit-2"));
        onlyProblem(commit.toString(), "is of group 8");
    }

    @Test
    void reportsUnreadableCommitAndVerifiesTheRest() throws IOException {
        Path commit = groups.resolve("7/commit-1");
        Files.delete(commit);
        Files.createDirectory(commit);
        onlyProblem("group 7", commit.toString(), "cannot be read");
        assertThat(fsck().tuples()).isEqualTo(20_009);
    }

    @Test
    void reportsAttemptWhoseCountsDifferFromItsSegments() throws IOException {
        Path commit = groups.resolve("7/commit-1");
        CommitRecord good = CommitRecord.decode(Files.readAllBytes(commit));
        CommitRecord bad = new CommitRecord(
                good.version(), good.group(), good.identity(), good.description(), List.of(), good.segments());
        Files.write(commit, bad.encode());
        onlyProblem(commit.toString(), "its attempts have", "its segments");
    }

    @Test
    void reportsWhatACrashLeavesButNotAsAProblem() throws IOException {
        Files.write(groups.resolve("7/4-1.tmp"), new byte[100]);
        Files.write(groups.resolve("7/commit-2.tmp"), new byte[100]);
        Files.move(groups.resolve("7/3-1.sss"), groups.resolve("7/3-1.tmp"));
        Files.createDirectories(groups.resolve(".trash-3-0"));
        Files.write(directory.resolve("merge/merge-1.tmp"), new byte[3]);
        assertThat(fsck().tuples()).isEqualTo(20_009);
        assertThat(problems).isEmpty();
        assertThat(remains).hasSize(5);
        try (TestNode node = TestNode.open(directory)) {
            assertThat(node.read(7, 3)).isEqualTo(LARGE);
        }
        assertThat(fsck().tuples()).isEqualTo(20_009);
    }

    @Test
    void reportsUnknownFormat() throws IOException {
        Files.writeString(directory.resolve("format"), "sss data server directory, format 1\n");
        onlyProblem("format 1", "expected");
    }
}
