package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.dataserver.fsck.Fsck.Summary;
import org.sss.dataserver.segment.SegmentFormat;
import org.sss.server.offline.ClusterFsck;
import org.sss.server.offline.NodeData;

/** Damages copies of a cluster of three nodes with two groups. */
class ClusterFsckIT {
    @TempDir
    static Path original;

    @TempDir
    Path directory;

    private final List<String> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** A damage of a copy. */
    private interface Damage {
        void to(Path cluster) throws IOException;
    }

    @BeforeAll
    static void make() {
        store(original);
    }

    private static void store(Path cluster) {
        try (SssClient client = LocalCluster.start(3, cluster)) {
            store(client, "lines", 1000);
            store(client, "other", 100);
        }
    }

    private static void store(SssClient client, String name, int tuples) {
        store(client, TupleGroup.of(name, Codecs.LONG, Codecs.LONG), tuples);
    }

    private static void store(SssClient client, TupleGroup<Long, Long> group, int tuples) {
        try (GroupWriter<Long, Long> writer = client.write(group)) {
            LongStream.range(0, tuples).forEach(i -> writer.append(i, i));
            writer.commit();
        }
    }

    private Path copy() throws IOException {
        Path copy = directory.resolve("copy");
        try (Stream<Path> all = Files.walk(original)) {
            for (Path path : all.toList()) {
                Files.copy(path, copy.resolve(original.relativize(path)));
            }
        }
        return copy;
    }

    private Summary fsck(Path cluster) {
        problems.clear();
        notes.clear();
        Summary summary = ClusterFsck.verify(
                ClusterDirectory.data(cluster, finding -> {}),
                List.of(),
                finding -> (finding.problem() ? problems : notes).add(finding.text()));
        assertThat(summary.problems()).isEqualTo(problems.size());
        return summary;
    }

    @Test
    void aStoppedClusterHasNoProblems() throws IOException {
        assertThat(fsck(copy()).tuples()).isEqualTo(1100);
        assertThat(problems).isEmpty();
        assertThat(notes).isEmpty();
    }

    @Test
    void groupsInMemoryAreNoProblem() throws IOException {
        Path cluster = copy();
        try (SssClient client = LocalCluster.start(3, cluster)) {
            store(client, TupleGroup.of("lost", Codecs.LONG, Codecs.LONG).inMemory(), 50);
        }
        fsck(cluster);
        assertThat(problems).isEmpty();
        assertThat(notes)
                .anySatisfy(note ->
                        assertThat(note).contains("group 'lost' (number").contains("was in memory, and has ended"));
    }

    static Stream<Arguments> damages() {
        String lines = "group 'lines' (number ";
        return Stream.of(
                damage("journal missing", cluster -> Files.delete(journal(cluster)), "coordinator/journal is missing"),
                damage("journal empty", cluster -> Files.write(journal(cluster), new byte[0]), "is empty or truncated"),
                damage("journal cut in its first line", cluster -> cut(journal(cluster), 20), "is empty or truncated"),
                damage(
                        "journal without its last groups",
                        cluster -> dropLast(journal(cluster), "publish"),
                        "the journal does not know it"),
                damage("journal with a damaged line", cluster -> flip(journal(cluster), 40), "line 1 of the journal"),
                damage(
                        "directory in place of the journal",
                        cluster -> {
                            Files.delete(journal(cluster));
                            Files.createDirectory(journal(cluster));
                        },
                        "is not a file"),
                damage(
                        "journal of another cluster",
                        cluster -> {
                            Path other = cluster.resolveSibling("other");
                            store(other);
                            Files.write(journal(cluster), Files.readAllBytes(journal(other)));
                        },
                        "expected node 1 of cluster"),
                damage(
                        "a group of another cluster under the same number",
                        cluster -> {
                            Path other = cluster.resolveSibling("other");
                            store(other);
                            Path group = lines(cluster, 1);
                            delete(group);
                            Files.move(lines(other, 1), group);
                        },
                        "is another group on node 1",
                        "nothing of it is on node 1"),
                damage(
                        "node.json empty",
                        cluster -> Files.write(cluster.resolve("node-1/node.json"), new byte[0]),
                        "node.json is empty; delete it"),
                damage(
                        "a node missing",
                        cluster -> delete(cluster.resolve("node-2")),
                        "the directory of node 2 is missing",
                        lines),
                damage(
                        "node 0 missing",
                        cluster -> delete(cluster.resolve("node-0")),
                        "node 0 is missing, with the journal"),
                damage(
                        "a node without data",
                        cluster -> delete(cluster.resolve("node-1/data")),
                        "node 1 has no data in",
                        lines,
                        "nothing of it is on node 1"),
                damage(
                        "a node that was started with an empty directory",
                        cluster -> {
                            delete(cluster.resolve("node-1/data/groups"));
                            Files.createDirectory(cluster.resolve("node-1/data/groups"));
                        },
                        lines,
                        "nothing of it is on node 1"),
                damage(
                        "groups missing",
                        cluster -> delete(cluster.resolve("node-1/data/groups")),
                        "data/groups is missing",
                        lines),
                damage(
                        "format missing",
                        cluster -> Files.delete(cluster.resolve("node-1/data/format")),
                        "data/format is missing"),
                damage("a group missing", cluster -> delete(lines(cluster, 2)), lines, "tuples by the journal"),
                damage(
                        "a commit file missing",
                        cluster -> Files.delete(lines(cluster, 2).resolve("commit-1")),
                        lines),
                damage(
                        "nodes exchanged",
                        cluster -> {
                            Files.move(cluster.resolve("node-1"), cluster.resolve("node-3"));
                            Files.move(cluster.resolve("node-2"), cluster.resolve("node-1"));
                            Files.move(cluster.resolve("node-3"), cluster.resolve("node-2"));
                        },
                        "expected node 1 of cluster"));
    }

    private static Arguments damage(String name, Damage damage, String... expected) {
        return Arguments.of(name, damage, List.of(expected));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("damages")
    void detectsDamage(String name, Damage damage, List<String> expected) throws IOException {
        Path cluster = copy();
        damage.to(cluster);
        byte[] journal = Files.isRegularFile(journal(cluster)) ? Files.readAllBytes(journal(cluster)) : null;
        fsck(cluster);
        for (String part : expected) {
            assertThat(problems).anyMatch(problem -> problem.contains(part));
        }
        if (journal != null) {
            assertThat(journal(cluster)).hasBinaryContent(journal);
        }
    }

    @Test
    void anIncompleteLastJournalLineIsNoProblem() throws IOException {
        Path cluster = copy();
        Files.writeString(journal(cluster), "01234567 {\"entry\"", StandardOpenOption.APPEND);
        fsck(cluster);
        assertThat(problems).isEmpty();
        assertThat(notes).anyMatch(note -> note.startsWith("the last 17 bytes of the journal"));
        assertThat(journal(cluster).resolveSibling("journal.before-cut")).doesNotExist();
    }

    @Test
    void remainsOfADroppedGroupAreNoProblem() throws IOException {
        Path cluster = copy();
        try (SssClient client = LocalCluster.start(3, cluster)) {
            client.drop("lines");
        }
        Path lines = lines(original, 1);
        Path back = cluster.resolve(original.relativize(lines));
        Files.createDirectories(back);
        try (Stream<Path> files = Files.list(lines)) {
            for (Path file : files.toList()) {
                Files.copy(file, back.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        fsck(cluster);
        assertThat(problems).isEmpty();
        assertThat(notes).anyMatch(note -> note.contains(" was dropped and is still on node"));
    }

    @Test
    void anAcceptedLossIsNoProblemButANewOneIs() throws IOException {
        Path cluster = copy();
        delete(lines(cluster, 1));
        try (SssClient client = LocalCluster.start(3, cluster)) {
            assertThat(client.admin().acceptLoss(1).names()).containsExactly("lines");
        }
        fsck(cluster);
        assertThat(problems).isEmpty();
        assertThat(notes)
                .singleElement()
                .asString()
                .startsWith("group 'lines' (number ")
                .contains("this loss was accepted");
        delete(lines(cluster, 2));
        fsck(cluster);
        assertThat(problems)
                .singleElement()
                .asString()
                .startsWith("group 'lines' (number ")
                .contains("nothing of it is on node 1, 2");
    }

    /** Commits what node 1 has of the first group on node 2, too; returns one of the copied files. */
    private static Path copyToNode2(Path cluster) throws IOException {
        Path from = lines(cluster, 1);
        Path to = lines(cluster, 2);
        Files.copy(from.resolve("commit-1"), to.resolve("commit-2"));
        Path copied = null;
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".sss")).toList()) {
                copied = Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        return copied;
    }

    @Test
    void copiesOfASubgroupAreNoProblem() throws IOException {
        Path cluster = copy();
        copyToNode2(cluster);
        assertThat(fsck(cluster).tuples()).isGreaterThan(1100);
        assertThat(problems).isEmpty();
        delete(lines(cluster, 1));
        fsck(cluster);
        assertThat(problems).as("one of two copies is enough").isEmpty();
    }

    @Test
    void copiesThatDifferAreAProblemThatNamesTheDamagedOne() throws IOException {
        Path cluster = copy();
        Path copied = copyToNode2(cluster);
        changeDigest(copied);
        fsck(cluster);
        Path other = lines(cluster, 1).resolve(copied.getFileName());
        assertThat(problems)
                .anySatisfy(problem -> assertThat(problem)
                        .contains(" differ: " + other + " (node 1")
                        .contains(copied + " (node 2")
                        .contains(", damaged)")
                        .endsWith("; keep that of node 1"))
                .anySatisfy(problem -> assertThat(problem).contains(copied + " is damaged: "))
                .hasSize(2);
    }

    /** Changes the digest in the manifest of a segment, and the checksums over it. */
    private static void changeDigest(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int trailerAt = bytes.length - SegmentFormat.TRAILER_BYTES;
        ByteBuffer content = ByteBuffer.wrap(bytes);
        int headAt = (int) content.getLong(trailerAt + 16);
        int digit = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("\"digest\":") + 10;
        bytes[digit] = (byte) (bytes[digit] == '1' ? '2' : '1');
        content.putInt(trailerAt + 24, SegmentFormat.crc(bytes, headAt, trailerAt - headAt));
        content.putInt(trailerAt + 36, SegmentFormat.crc(bytes, trailerAt, 36));
        Files.write(file, bytes);
    }

    @Test
    void verifiesASingleNode() throws IOException {
        Path cluster = copy();
        for (int node = 0; node < 3; node++) {
            notes.clear();
            ClusterFsck.verifyAlone(
                    new NodeData(node, cluster.resolve("node-" + node)),
                    finding -> (finding.problem() ? problems : notes).add(finding.text()));
            assertThat(notes).singleElement().asString().contains("is unknown without");
        }
        assertThat(problems).isEmpty();
    }

    @Test
    void anEmptyDirectoryIsAFailure() {
        assertThatThrownBy(() -> ClusterFsck.verify(List.of(new NodeData(0, directory)), List.of(), finding -> {}))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    private static Path journal(Path cluster) {
        return cluster.resolve("node-0/coordinator/journal");
    }

    /** The directory of the group with the lower number. */
    private static Path lines(Path cluster, int node) throws IOException {
        try (Stream<Path> groups = Files.list(cluster.resolve("node-" + node + "/data/groups"))) {
            return groups.min(Comparator.naturalOrder()).orElseThrow();
        }
    }

    private static void cut(Path file, int bytes) throws IOException {
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    private static void dropLast(Path file, String kind) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        int last = IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).contains("\"entry\":\"" + kind + "\""))
                .max()
                .orElseThrow();
        lines.remove(last);
        Files.write(file, lines);
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    /** The advice must not be to drop groups. */
    @ParameterizedTest
    @ValueSource(strings = {"node.json", "journal", "format"})
    void reportsANewerVersionAndNothingElse(String what) throws IOException {
        Path copy = copy();
        Path node = copy.resolve("node-0");
        switch (what) {
            case "node.json" -> replace(node.resolve("node.json"), "\"version\":1", "\"version\":9");
            case "format" -> replace(node.resolve("data/format"), "format 3", "format 9");
            default -> {
                String line = "{\"entry\":\"format\",\"version\":9,\"writtenBy\":\"7.8.9\",\"lines\":0}";
                CRC32C crc = new CRC32C();
                crc.update(line.getBytes(StandardCharsets.UTF_8));
                Files.writeString(
                        node.resolve("coordinator/journal"),
                        HexFormat.of().toHexDigits((int) crc.getValue()) + " " + line + "\n");
            }
        }
        Summary summary = fsck(copy);
        assertThat(problems).singleElement().asString().contains("Start the version that wrote it");
        assertThat(notes).containsExactly("nothing else was verified: 'sss fsck' of that version does it");
        assertThat(summary.problems()).isEqualTo(1);
    }

    private static void replace(Path file, String old, String now) throws IOException {
        String text = Files.readString(file);
        assertThat(text).contains(old);
        Files.writeString(file, text.replace(old, now));
    }
}
