package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** Groups in memory on two nodes of any layout. */
final class InMemoryGroupsIT {
    private static final int KEYS = 4000;

    @TempDir
    Path directory;

    private final List<Node> nodes = new ArrayList<>();
    private final List<NodeConfig> configs = new ArrayList<>();
    private SssClient client;

    private void start(Map<String, String> settings) throws IOException {
        List<Integer> ports = FreePorts.take(4);
        String addresses =
                "127.0.0.1:" + ports.get(0) + ":" + ports.get(1) + ",127.0.0.1:" + ports.get(2) + ":" + ports.get(3);
        for (int id = 0; id < 2; id++) {
            Map<String, String> own = new LinkedHashMap<>(settings);
            own.putAll(Map.of(
                    "node.id",
                    Integer.toString(id),
                    "cluster.nodes",
                    addresses,
                    "data.dir",
                    directory.resolve("node-" + id).toString(),
                    "task.buffer",
                    "64KiB",
                    "security",
                    "off"));
            configs.add(NodeConfig.of("test", own));
            nodes.add(Node.start(configs.get(id)));
        }
        nodes.forEach(node -> node.awaitReady(Duration.ofSeconds(30)));
        client = SssClient.connect("127.0.0.1:" + ports.get(0), () -> Credentials.NONE);
    }

    @AfterEach
    void stop() {
        client.close();
        nodes.forEach(Node::close);
        nodes.clear();
        configs.clear();
    }

    private static TupleGroup<Long, Long> group(String name, boolean memory) {
        TupleGroup<Long, Long> group = TupleGroup.of(name, Codecs.LONG, Codecs.LONG);
        return memory ? group.inMemory() : group;
    }

    private Group write(TupleGroup<Long, Long> group, int count) {
        try (GroupWriter<Long, Long> writer = client.write(group)) {
            for (long i = 0; i < count; i++) {
                writer.append(i, i * 31 % 1009);
            }
            return writer.commit();
        }
    }

    /** Three iterations of a Map and a Reduce with a combiner, then all of it once more without one. */
    private List<List<Map.Entry<Long, Long>>> results(boolean memory) {
        String prefix = memory ? "memory-" : "stored-";
        TupleGroup<Long, Long> in = group(prefix + "in", memory);
        TupleGroup<Long, Long> moved = group(prefix + "moved", memory);
        TupleGroup<Long, Long> sums = group(prefix + "sums", memory);
        TupleGroup<Long, Long> out = group(prefix + "out", memory);
        write(in, KEYS);
        Workflow workflow = Workflow.named(prefix + "workflow");
        workflow.repeat(3, body -> {
                    body.map(in, moved.asTemporary(), (Long k, Long v, Emitter<Long, Long> to) -> {
                                to.emit(k, v);
                                to.emit((k + v) % KEYS, 1L);
                                to.emit(k / 2, v % 7);
                            })
                            .combine((k, a, b) -> a + b);
                    body.reduce(moved, sums, (k, values, to) -> {
                        long sum = 0;
                        for (long value : values) {
                            sum += value;
                        }
                        to.emit(k, sum);
                    });
                })
                .carry(sums, in);
        workflow.map(sums, out, (k, v, to) -> {
            to.emit(k, v);
            to.emit(v % 100, k);
        });
        client.run(workflow);
        return List.of(client.scan(sums).toList(), client.scan(out).toList());
    }

    private List<String> segments() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sss") || name.matches("\\d+-\\d+\\.tmp"))
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({"blocks, 0B", "blocks, 1KiB", "blocks, 64KiB", "tuples, 0B", "tuples, 64KiB", "memory, 64KiB"})
    void resultsAreThoseOfStoredGroups(String layout, String memory) throws IOException {
        start(Map.of("storage.layout", layout, "data.memory", memory));
        List<List<Map.Entry<Long, Long>>> inMemory = results(true);
        assertThat(segments().isEmpty()).as("all of it is in memory").isEqualTo(memory.equals("0B"));
        assertThat(inMemory).isEqualTo(results(false));
        assertThat(inMemory.get(1)).hasSizeGreaterThan(KEYS);
        assertThat(client.groups())
                .allSatisfy(group ->
                        assertThat(group.inMemory()).isEqualTo(group.name().startsWith("memory-")));
    }

    @ParameterizedTest
    @CsvSource({"direct", "fully-connected", "pairwise", "dsa-sms"})
    void anyShuffleWritesIntoMemory(String shuffle) throws IOException {
        start(Map.of("shuffle.method", shuffle));
        results(true);
        assertThat(segments()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0B", "1KiB"})
    void isIncompleteAfterARestartAndCanBeWrittenAgain(String memory) throws IOException {
        TupleGroup<Long, Long> lost = group("lost", true);
        start(Map.of("data.memory", memory));
        write(lost, 1000);
        write(group("stored", false), 1000);
        stop();
        start(Map.of("data.memory", memory));
        write(group("new", false), 10);
        assertThatThrownBy(() -> client.count("lost"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
                .hasMessageContaining("group 'lost'")
                .hasMessageContaining("is incomplete: node 0 lacks")
                .hasMessageContaining("which were in its memory until its restart")
                .hasMessageContaining("sss group rm lost")
                .hasMessageContaining("run the job that wrote it again");
        assertThatThrownBy(() -> client.get(lost, 7L)).hasMessageContaining("is incomplete");
        assertThat(client.count("stored")).isEqualTo(1000);
        assertThat(write(lost.replacing(), 500).inMemory()).isTrue();
        assertThat(client.scan(lost).toList()).hasSize(500);
    }

    /** The job restarts when the node is back, and must not take what is left for all of it. */
    @Test
    void aJobFailsIfTheNodeRestartsThatHasItsInput() throws IOException {
        start(Map.of());
        TupleGroup<Long, Long> in = group("in", true);
        write(in, 100);
        String started = directory.resolve("started").toString();
        String restarted = directory.resolve("restarted").toString();
        Workflow workflow = Workflow.named("w");
        workflow.map(in, group("out", false), (k, v, to) -> {
            Files.write(Path.of(started), new byte[0]);
            for (int i = 0; i < 3000 && !Files.exists(Path.of(restarted)); i++) {
                Thread.sleep(10);
            }
            to.emit(k, v);
        });
        WorkflowHandle handle = client.submit(workflow);
        await().until(() -> Files.exists(Path.of(started)));
        nodes.get(1).close();
        nodes.set(1, Node.start(configs.get(1)));
        nodes.get(1).awaitReady(Duration.ofSeconds(30));
        Files.write(Path.of(restarted), new byte[0]);
        assertThatThrownBy(handle::await)
                .hasMessageContaining("group 'in'")
                .hasMessageContaining("memory")
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
        assertThat(client.groups()).extracting(Group::name).containsExactly("in");
    }

    @Test
    void isAlsoInMemoryUnderAnotherName() throws IOException {
        start(Map.of());
        write(group("before", true), 10);
        client.rename("before", "after");
        assertThat(client.groups())
                .singleElement()
                .satisfies(group -> assertThat(group.inMemory()).isTrue());
    }

    @ParameterizedTest
    @CsvSource({"blocks, 64KiB", "blocks, 64MiB", "tuples, 64MiB"})
    void isCopiedRenamedAndDropped(String layout, String memory) throws IOException {
        start(Map.of("storage.layout", layout, "data.memory", memory));
        write(group("one", true), 10 * KEYS);
        List<Map.Entry<Long, Long>> all = client.scan(group("one", true)).toList();
        Group copy = client.copy("one", "two");
        assertThat(copy.inMemory()).isTrue();
        assertThat(copy.tuples()).isEqualTo(10 * KEYS);
        client.drop("one");
        client.rename("two", "three");
        assertThat(client.scan(group("three", true)).toList()).isEqualTo(all);
        write(group("one", true), 10);
        client.copy("three", "one", true);
        client.drop("three");
        assertThat(client.get(group("one", true), 77L)).containsExactly(77L * 31 % 1009);
        client.drop("one");
        assertThat(client.groups()).isEmpty();
        assertThat(segments().isEmpty() || memory.equals("64KiB")).isTrue();
        write(group("stored", false), KEYS);
        assertThat(client.copy("stored", "again").inMemory()).isFalse();
        assertThat(client.scan(group("again", false)).toList()).hasSize(KEYS);
    }

    @Test
    void iterationsInMemoryCannotBeKept() throws IOException {
        start(Map.of());
        TupleGroup<Long, Long> in = group("in", true);
        TupleGroup<Long, Long> next = group("next", true);
        write(in, 10);
        Workflow workflow = Workflow.named("w");
        workflow.repeat(3, body -> body.map(in, next, (k, v, to) -> to.emit(k, v)))
                .carry(next, in)
                .keep(2);
        assertThatThrownBy(() -> client.run(workflow))
                .hasMessageContaining("keeps iterations of group 'next', which is in memory")
                .hasMessageContaining("without inMemory()");
    }
}
