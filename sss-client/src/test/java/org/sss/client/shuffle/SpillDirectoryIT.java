package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.JobStatistics.NodeShuffle;
import org.sss.client.JobStatistics.Storage;
import org.sss.client.SssClient;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** {@link Shuffle#ON_DISK} on nodes without a common directory. */
class SpillDirectoryIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> RESULT = TupleGroup.of("result", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, String> further = new HashMap<>();
    private SssClient client;

    /** @param spillDirectories of the nodes, empty for none */
    private void start(String... spillDirectories) throws IOException {
        int count = spillDirectories.length;
        List<Integer> ports = FreePorts.take(2 * count);
        String addresses = IntStream.range(0, count)
                .mapToObj(node -> "127.0.0.1:" + ports.get(2 * node) + ":" + ports.get(2 * node + 1))
                .collect(Collectors.joining(","));
        for (int node = 0; node < count; node++) {
            Map<String, String> settings = new HashMap<>(Map.of(
                    "cluster.nodes",
                    addresses,
                    "node.id",
                    Integer.toString(node),
                    "durability",
                    "none",
                    "data.dir",
                    directory.resolve("node-" + node).toString()));
            if (!spillDirectories[node].isEmpty()) {
                settings.put(
                        "shuffle.spill.dir",
                        Files.createDirectories(directory.resolve("spill").resolve(spillDirectories[node]))
                                .toString());
            }
            settings.putAll(further);
            nodes.add(Node.start(NodeConfig.of("test", settings)));
        }
        nodes.forEach(node -> node.awaitReady(PATIENCE));
        client = SssClient.connect("127.0.0.1:" + ports.get(0));
        try (GroupWriter<Long, Long> writer = client.write(INPUT)) {
            writer.append(1L, 2L);
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
        }
        nodes.forEach(Node::close);
    }

    private void run(Shuffle method) {
        Workflow workflow = Workflow.named("copy").set(Shuffle.PARAMETER, method.methodName());
        workflow.map(INPUT, RESULT, (key, value, out) -> out.emit(key, value));
        client.run(workflow);
    }

    /** Returns the message. */
    private String failure(ErrorCode code) {
        SssException[] error = new SssException[1];
        assertThatThrownBy(() -> run(Shuffle.ON_DISK)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            error[0] = e;
        });
        return error[0].getMessage();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("spill"))) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Nodes delete their files after the job has failed. */
    private void assertNothingIsLeftAndOtherMethodsWork() throws IOException {
        await().ignoreException(UncheckedIOException.class).until(this::files, List::isEmpty);
        assertThat(client.groups()).extracting(Group::name).containsExactly(INPUT.name());
        run(Shuffle.DSA_SMS);
        assertThat(client.scan(RESULT).toList()).containsExactly(Map.entry(1L, 2L));
    }

    @Test
    void differentDirectoriesFailTheJobWithTheNodesAndTheRemedy() throws IOException {
        start("first", "second", "third");
        assertThat(failure(ErrorCode.STORAGE))
                .contains(
                        "failed on node 1 (127.0.0.1:",
                        ", node 2 (127.0.0.1:",
                        "node 1 does not see what node 0 wrote to " + directory.resolve("spill/second"),
                        "shuffle.spill.dir must be a directory with free space that all nodes share");
        assertNothingIsLeftAndOtherMethodsWork();
    }

    @Test
    void aNodeWithoutADirectoryFailsTheJobWithItsNameAndTheRemedy() throws IOException {
        start("common", "");
        assertThat(failure(ErrorCode.INVALID_ARGUMENT))
                .contains(
                        "failed on node 1 (127.0.0.1:",
                        "node 1 has no shuffle.spill.dir",
                        "set it to a directory that all nodes share, or use the method dsa-sms");
        assertNothingIsLeftAndOtherMethodsWork();
    }

    @Test
    void everythingThatWaitsGoesToTheSharedDirectory() throws IOException {
        further.putAll(Map.of("spill.to", "shared", "data.memory", "64KiB"));
        start("common", "common");
        TupleGroup<Long, String> results = TupleGroup.of("results", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("waits").set(Shuffle.PARAMETER, Shuffle.PAIRWISE.methodName());
        workflow.map(INPUT, results, new WaitingMapper());
        Storage storage = client.run(workflow).jobs().get(0).statistics().shuffle().nodes().stream()
                .map(NodeShuffle::storage)
                .filter(node -> node.spilledBytes() > 0)
                .findFirst()
                .orElseThrow();
        assertThat(storage.spilledBytes()).isGreaterThan(100_000);
        assertThat(client.scan(results).toList())
                .hasSize(WaitingMapper.TUPLES)
                .allSatisfy(tuple -> assertThat(tuple.getValue())
                        .startsWith(directory.resolve("spill/common/sss-").toString()));
        for (int node = 0; node < nodes.size(); node++) {
            assertThat(directory.resolve("node-" + node + "/tmp")).doesNotExist();
        }
        nodes.forEach(Node::close);
        assertThat(files()).extracting(file -> file.getFileName().toString()).containsExactly("shared");
    }

    /** Emits where its temporary files are. */
    private static final class WaitingMapper implements Mapper<Long, Long, Long, String> {
        static final int TUPLES = 10_000;
        private static final long serialVersionUID = 1;

        private transient String temporary;

        @Override
        public void setup(TaskContext context) {
            temporary = context.temporaryDirectory().toString();
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {
            for (long i = 0; i < TUPLES; i++) {
                out.emit(i, temporary);
            }
        }
    }

    @Test
    void aNodeThatDoesNotShareTheDirectoryDoesNotStart() {
        further.put("spill.to", "shared");
        assertThatThrownBy(() -> start("first", "second"))
                .hasMessageContaining("node 1 does not see what node 0 wrote to " + directory.resolve("spill/second"))
                .hasMessageContaining("shuffle.spill.dir must be a directory with free space that all nodes share");
    }

    @Test
    void sharedWithoutADirectoryIsRefusedByName() {
        further.put("spill.to", "shared");
        assertThatThrownBy(() -> start("", ""))
                .hasMessageContaining("spill.to is shared, but shuffle.spill.dir is not set");
    }
}
