package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.OrphanedGroups.Orphan;
import org.sss.client.SssClient;
import org.sss.server.node.NodeIdentity;

class RecoverJournalIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path journal;

    @BeforeEach
    void store() {
        journal = directory.resolve("node-0/coordinator/journal");
        try (SssClient client = LocalCluster.start(2, directory)) {
            write(client);
        }
    }

    private static void write(SssClient client) {
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            LongStream.range(0, 100).forEach(i -> writer.append(i, i));
            writer.commit();
        }
    }

    private int recover(Path where) {
        out.reset();
        err.reset();
        return Main.run(
                new String[] {"cluster", "recover-journal", where.toString()},
                out,
                new PrintStream(err, true, UTF_8),
                false);
    }

    private List<Path> segments(String node) throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve(node))) {
            return files.filter(file -> file.toString().endsWith(".sss")).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "empty", "damaged"})
    void recoversTheJournalOfExistingData(String what) throws IOException {
        NodeIdentity before = NodeIdentity.of(directory.resolve("node-0")).orElseThrow();
        List<Path> segments = segments("node-1");
        Files.delete(journal);
        if (!what.equals("missing")) {
            Files.writeString(journal, what.equals("empty") ? "" : "01234567 {}\n");
        }
        assertThat(recover(directory)).as("%s", err).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("new journal of cluster " + before.clusterId() + " (2 nodes, ")
                .hasLineCount(what.equals("missing") ? 1 : 2);
        try (SssClient client = LocalCluster.start(2, directory)) {
            assertThat(client.cluster().id()).isEqualTo(before.clusterId());
            assertThat(client.cluster().subgroupCount()).isEqualTo(before.subgroupCount());
            assertThat(client.groups()).isEmpty();
            write(client); // under another number
            assertThat(client.count("numbers")).isEqualTo(100);
            await().until(() -> client.admin().orphans().groups().stream()
                            .mapToLong(Orphan::tuples)
                            .sum()
                    == 100);
            client.admin().adopt(client.admin().orphans().groups().get(0), "found", false);
            assertThat(client.scan(TupleGroup.of("found", Codecs.LONG, Codecs.LONG))
                            .toList())
                    .hasSize(100)
                    .contains(Map.entry(99L, 99L));
        }
        assertThat(segments("node-1")).containsAll(segments).hasSizeGreaterThan(segments.size());
    }

    @Test
    void anEmptyNode0JoinsTheClusterOfTheOthers() throws IOException {
        NodeIdentity other = NodeIdentity.of(directory.resolve("node-1")).orElseThrow();
        List<Path> segments = segments("node-1");
        deleteContent(directory.resolve("node-0"));
        assertThat(recover(directory)).as("%s", err).isZero();
        assertThat(NodeIdentity.of(directory.resolve("node-0")))
                .contains(new NodeIdentity(other.clusterId(), 0, 2, other.subgroupCount()));
        try (SssClient client = LocalCluster.start(2, directory)) {
            assertThat(client.groups()).isEmpty();
        }
        assertThat(segments("node-1")).isEqualTo(segments);
    }

    @Test
    void rejectsRecoveryOfAnIntactJournal() throws IOException {
        byte[] before = Files.readAllBytes(journal);
        assertThat(recover(directory)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("the journal " + journal + " can be read: ")
                .contains("has 1 groups")
                .hasLineCount(1);
        assertThat(journal).hasBinaryContent(before);
    }

    @Test
    void rejectsADirectoryWithoutDataAndDoesNotCreateIt() {
        Path other = directory.resolve("elsewhere");
        assertThat(recover(other)).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .contains("no node.json in ")
                .contains("names the cluster of the data")
                .hasLineCount(1);
        assertThat(other).doesNotExist();
    }

    private static void deleteContent(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder())
                    .filter(each -> !each.equals(path))
                    .toList()) {
                Files.delete(each);
            }
        }
    }
}
