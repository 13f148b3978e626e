package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.Shuffle;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.cli.Main;
import org.sss.client.LocalCluster;
import org.sss.client.NodeStatus.RingUse;
import org.sss.client.SssClient;
import org.sss.client.Transferred;
import org.sss.net.rpc.Json;
import org.sss.net.transport.ring.RingPlugin;

/** Two processes shuffle through shared memory or by UCX alone, the latter where libucx is installed. */
class RingClusterIT {
    /** Sockets of UCX: libucx 1.13 with {@code sm} ends a process whose peer dies while the two connect. */
    private static final String TLS = "tcp";

    private static final int LINES = 20_000;

    @TempDir
    Path directory;

    private Path text;
    private long textBytes;

    private static boolean isUcxHere() {
        return RingPlugin.named("ucx").stream()
                .flatMap(plugin -> plugin.facts(Map.of("tls", TLS)).stream())
                .allMatch(fact -> fact.problem() == null);
    }

    @AfterEach
    void stop() {
        if (Files.exists(clusterDirectory())) {
            sss("cluster", "stop", "--dir", clusterDirectory().toString());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shm", "ucx"})
    void shufflesThroughRingsGiveTheResultOfALocalRun(String transport) throws IOException {
        assumeTrue(transport.equals("shm") || isUcxHere(), "libucx is not installed");
        writeText();
        String expected;
        try (SssClient client = LocalCluster.start(2)) {
            client.importText("text", List.of(text));
            expected = groupLines(client, Shuffle.DIRECT);
            assertThat(expected).hasLineCount(36 * 36);
        }
        try (SssClient client = SssClient.connect(startCluster(transport))) {
            client.importText("text", List.of(text));
            for (Shuffle method : List.of(Shuffle.DIRECT, Shuffle.FULLY_CONNECTED, Shuffle.PAIRWISE)) {
                Map<Integer, Long> before = ringBytes(client, transport);
                assertThat(groupLines(client, method)).as("%s", method).isEqualTo(expected);
                // Half of the lines are on each node, and half of those are sent to the other one.
                assertThat(ringBytes(client, transport))
                        .as("%s", method)
                        .hasSize(2)
                        .allSatisfy((node, bytes) -> assertThat(bytes - before.get(node))
                                .as("node %d", node)
                                .isGreaterThan(textBytes / 8));
            }
        }
    }

    private void writeText() throws IOException {
        Random random = new Random(1);
        List<String> lines = IntStream.range(0, LINES)
                .mapToObj(line ->
                        Integer.toString(36 * 36 + line % (36 * 36), 36).substring(1)
                                + IntStream.range(0, 8)
                                        .mapToObj(word -> " " + Long.toString(random.nextLong(), 36))
                                        .collect(Collectors.joining()))
                .toList();
        text = Files.write(directory.resolve("text"), lines);
        textBytes = Files.size(text);
    }

    /** Moves all lines. Returns for each first word the number of lines and a hash of them. */
    private static String groupLines(SssClient client, Shuffle method) {
        TupleGroup<String, String> byWord = TupleGroup.of("by-word", Codecs.STRING, Codecs.STRING)
                .asTemporary()
                .replacing();
        Workflow workflow = Workflow.named("group").set(Shuffle.PARAMETER, method.methodName());
        workflow.map(TupleGroup.of("text", Codecs.LONG, Codecs.STRING), byWord, new ByFirstWord());
        workflow.reduce(
                byWord, TupleGroup.of("groups", Codecs.STRING, Codecs.STRING).replacing(), new Digest());
        client.run(workflow);
        ByteArrayOutputStream groups = new ByteArrayOutputStream();
        client.export("groups", groups, new Transferred());
        return groups.toString(UTF_8);
    }

    private static final class ByFirstWord implements Mapper<Long, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void map(Long offset, String line, Emitter<String, String> out) {
            out.emit(line.substring(0, line.indexOf(' ')), line);
        }
    }

    private static final class Digest implements Reducer<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void reduce(String word, Iterable<String> lines, Emitter<String, String> out) {
            List<String> all = new ArrayList<>();
            lines.forEach(all::add);
            Collections.sort(all);
            out.emit(word, all.size() + " " + all.hashCode());
        }
    }

    /** What has moved through the rings of connections that each node has opened, in both directions. */
    private static Map<Integer, Long> ringBytes(SssClient client, String transport) {
        return client.admin().status().nodes().stream()
                .collect(Collectors.toMap(node -> node.node().id(), node -> {
                    List<RingUse> rings = node.status().rings() == null
                            ? List.of()
                            : node.status().rings();
                    assertThat(rings)
                            .as("rings of node %d", node.node().id())
                            .allMatch(ring -> ring.transport().equals(transport));
                    return rings.stream()
                            .mapToLong(ring -> ring.sentBytes() + ring.receivedBytes())
                            .sum();
                }));
    }

    private String startCluster(String transport) throws IOException {
        ByteArrayOutputStream out = sss(
                "cluster",
                "start",
                "--nodes",
                "2",
                "--dir",
                clusterDirectory().toString(),
                "--port",
                "0",
                "--json",
                "--set",
                "net.transport=" + transport,
                "--set",
                "net.transport.required=true",
                "--set",
                "net.ucx.tls=" + TLS,
                "--set",
                "net.ring.size=1MiB");
        return Json.mapper().readTree(out.toByteArray()).get("cluster").asText();
    }

    private Path clusterDirectory() {
        return directory.resolve("cluster");
    }

    private static ByteArrayOutputStream sss(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(args, out, new PrintStream(err, true, UTF_8), false);
        assertThat(code).as("sss %s: %s", String.join(" ", args), err).isZero();
        return out;
    }
}
