package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.LocalSettings;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;

/**
 * What methods promise that store elsewhere what exceeds the memory of a node: readers get the same tuples in the same
 * order.
 */
abstract class RelocationContract extends ShuffleContract {
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<String, Bytes> BETWEEN =
            TupleGroup.of("between", Codecs.STRING, Codecs.BYTES).asTemporary();
    private static final TupleGroup<Long, Long> LOOKED_UP =
            TupleGroup.of("looked-up", Codecs.LONG, Codecs.LONG).asTemporary();
    private static final TupleGroup<String, String> RESULT = TupleGroup.of("result", Codecs.STRING, Codecs.STRING);
    /** With {@link #VALUE_BYTES}, more than one {@link #LIMIT}, but less than two. */
    private static final int TUPLES = 900;
    /** The values of each key do not fit into the memory of a task. */
    private static final int MANY_TUPLES = 12_000;

    private static final int VALUE_BYTES = 2_000;
    private static final String LIMIT = "1MiB";
    private static final int CANCELS = 12;
    /** The functions of tasks run in this process. */
    private static final AtomicInteger FAILURES_LEFT = new AtomicInteger();

    private static final AtomicReference<Runnable> SEEN = new AtomicReference<>();
    private static final AtomicReference<Runnable> IN_TASK = new AtomicReference<>();

    private final Shuffle method;

    RelocationContract(Shuffle method) {
        super(method);
        this.method = method;
    }

    static void writeInput(SssClient client) {
        writeInput(client, TUPLES);
    }

    private static void writeInput(SssClient client, int tuples) {
        try (GroupWriter<Long, Long> writer = client.write(INPUT)) {
            for (long i = 0; i < tuples; i++) {
                writer.append(i, i);
            }
            writer.commit();
        }
    }

    private static Bytes value(long number) {
        byte[] bytes = new byte[VALUE_BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number * 31 + i);
        }
        bytes[0] = (byte) number;
        bytes[1] = (byte) (number >> 8);
        return Bytes.of(bytes);
    }

    private static int number(Bytes value) {
        return value.array()[value.offset()] & 0xff | (value.array()[value.offset() + 1] & 0xff) << 8;
    }

    private static Workflow skewed(Shuffle by) {
        return skewed(by, LIMIT, 7);
    }

    /** All tuples go to one subgroup. */
    static Workflow skewed(Shuffle by, String limit, int keys) {
        Workflow workflow =
                Workflow.named("skewed").set(Shuffle.PARAMETER, by.methodName()).set(Shuffle.MEMORY_LIMIT, limit);
        workflow.map(INPUT, BETWEEN, (key, value, out) -> out.emit("key-" + value % keys, value(value)))
                .partitionBy((key, value, subgroupCount) -> 1);
        return workflow;
    }

    /** Adds a reduce whose result depends on the order of the values. */
    static void reduce(Workflow workflow) {
        workflow.reduce(BETWEEN, RESULT.replacing(), (key, values, out) -> {
            StringBuilder order = new StringBuilder();
            for (Bytes value : values) {
                order.append(number(value)).append(' ');
            }
            out.emit(key, order.toString());
        });
    }

    private static List<Map.Entry<String, String>> result(SssClient client) {
        return client.scan(RESULT).toList();
    }

    private List<Map.Entry<String, String>> run(SssClient client, Shuffle by) {
        Workflow workflow = skewed(by);
        reduce(workflow);
        client.run(workflow);
        return result(client);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void readersGetTheSameOrder(int nodes) {
        try (SssClient client = LocalCluster.start(nodes)) {
            writeInput(client);
            List<Map.Entry<String, String>> expected = run(client, Shuffle.DIRECT);
            assertThat(expected).hasSize(7);
            assertThat(run(client, method)).isEqualTo(expected);
        }
    }

    @Test
    void partsAreStoredElsewhere() {
        try (SssClient client = LocalCluster.start(4)) {
            writeInput(client);
            Workflow workflow = skewed(method);
            reduce(workflow);
            WorkflowReport status = client.run(workflow);
            List<Long> elsewhere = status.jobs().get(0).statistics().shuffle().nodes().stream()
                    .map(node -> node.storage().relocatedBytes())
                    .toList();
            assertThat(elsewhere.get(1))
                    .as("the node that would get everything")
                    .isGreaterThan(600_000);
            assertThat(elsewhere.stream().mapToLong(Long::longValue).sum()).isEqualTo(elsewhere.get(1));
        }
    }

    @Test
    void mapReadsPartsInTheSameOrder() {
        try (SssClient client = LocalCluster.start(3)) {
            writeInput(client);
            List<List<Map.Entry<String, String>>> results = new ArrayList<>();
            for (Shuffle by : List.of(Shuffle.DIRECT, method)) {
                Workflow workflow = skewed(by);
                workflow.map(
                        BETWEEN,
                        RESULT.replacing(),
                        (key, value, out) -> out.emit(key, Integer.toString(number(value))));
                client.run(workflow);
                results.add(result(client));
            }
            assertThat(results.get(1)).hasSize(TUPLES).isEqualTo(results.get(0));
        }
    }

    @Test
    void valuesMayBeReadTwice() {
        try (SssClient client = LocalCluster.start(3)) {
            writeInput(client, MANY_TUPLES);
            List<List<Map.Entry<String, String>>> results = new ArrayList<>();
            for (Shuffle by : List.of(Shuffle.DIRECT, method)) {
                Workflow workflow = skewed(by, "9MiB", 2);
                workflow.reduce(BETWEEN, RESULT.replacing(), (key, values, out) -> {
                    long sum = 0;
                    long weighted = 0;
                    for (Bytes value : values) {
                        sum += number(value);
                    }
                    for (Bytes value : values) {
                        weighted = weighted * 3 + number(value);
                    }
                    out.emit(key, sum + " " + weighted);
                });
                client.run(workflow);
                results.add(result(client));
            }
            assertThat(results.get(1)).hasSize(2).isEqualTo(results.get(0));
        }
    }

    @Test
    void groupsThatAreLookedUpStayAtTheirOwners() {
        try (SssClient client = LocalCluster.start(3)) {
            writeInput(client);
            Workflow workflow = Workflow.named("looked-up")
                    .set(Shuffle.PARAMETER, method.methodName())
                    .set(Shuffle.MEMORY_LIMIT, "0B");
            workflow.map(INPUT, LOOKED_UP, (key, value, out) -> out.emit(key, value * 2));
            workflow.map(INPUT, RESULT, (key, value, out) -> out.emit("key-" + key, "x"))
                    .with(LOOKED_UP);
            WorkflowReport status = client.run(workflow);
            assertThat(status.jobs().get(0).statistics().shuffle().nodes())
                    .extracting(node -> node.storage().relocatedBytes())
                    .containsOnly(0L);
            assertThat(client.count(RESULT.name())).isEqualTo(TUPLES);
        }
    }

    @Test
    void onlyTheLastAttemptOfATaskCounts() {
        try (SssClient client = LocalCluster.start(3)) {
            writeInput(client);
            List<Map.Entry<String, String>> expected = run(client, Shuffle.DIRECT);
            FAILURES_LEFT.set(2);
            Workflow workflow = Workflow.named("fails-twice")
                    .set(Shuffle.PARAMETER, method.methodName())
                    .set(Shuffle.MEMORY_LIMIT, LIMIT);
            workflow.map(INPUT, BETWEEN, (key, value, out) -> {
                        out.emit("key-" + value % 7, value(value));
                        if (key > TUPLES / 2 && FAILURES_LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                            throw new IllegalStateException("the first attempts fail");
                        }
                    })
                    .partitionBy((key, value, subgroupCount) -> 1);
            reduce(workflow);
            client.run(workflow.attemptsOfUserCode(4));
            assertThat(result(client)).isEqualTo(expected);
        }
    }

    /**
     * As {@link #skewed(Shuffle)}, with a reduce. {@code inTask} runs in one of the tasks whose blocks move afterwards.
     */
    final Workflow skewed(Runnable inTask) {
        IN_TASK.set(inTask);
        Workflow workflow = Workflow.named("skewed")
                .set(Shuffle.PARAMETER, method.methodName())
                .set(Shuffle.MEMORY_LIMIT, LIMIT);
        workflow.map(INPUT, BETWEEN, (key, value, out) -> {
                    if (key == 0) {
                        IN_TASK.get().run();
                    }
                    out.emit("key-" + value % 7, value(value));
                })
                .partitionBy((key, value, subgroupCount) -> 1);
        reduce(workflow);
        return workflow;
    }

    /** Nothing is left of jobs that have ended, and a job stores what one with {@link Shuffle#DIRECT} stores. */
    final void assertNothingIsLeftAndJobsWork(SssClient client, Path directory) {
        await().untilAsserted(() -> assertThat(files(directory, "shared/*/*")).isEmpty());
        await().untilAsserted(() ->
                assertThat(files(directory, "node-*/tmp/shuffle-*")).isEmpty());
        await().untilAsserted(() -> assertThat(files(directory, "node-*/data/groups/*"))
                .extracting(path -> path.getFileName().toString())
                .isSubsetOf(client.groups().stream()
                        .map(group -> Long.toString(group.id()))
                        .toList()));
        List<Map.Entry<String, String>> expected = run(client, Shuffle.DIRECT);
        assertThat(run(client, method)).isEqualTo(expected);
        assertThat(client.groups()).extracting(Group::name).containsExactly(INPUT.name(), RESULT.name());
        await().untilAsserted(() -> assertThat(files(directory, "shared/*/*")).isEmpty());
    }

    private static List<Path> files(Path directory, String glob) throws IOException {
        PathMatcher matcher = directory.getFileSystem().getPathMatcher("glob:" + directory + "/" + glob);
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(matcher::matches).toList();
        }
    }

    /** With so little memory that blocks wait in files, and parts are stored in files. */
    @Test
    void cancelAtAnyTimeReleasesWhatIsStoredElsewhere(@TempDir Path directory) {
        try (SssClient client =
                LocalCluster.start(3, directory, LocalSettings.defaults().withMemoryBytes(1 << 20))) {
            writeInput(client);
            List<Map.Entry<String, String>> committed = run(client, Shuffle.DIRECT);
            Workflow workflow = skewed(() -> {});
            long startNanos = System.nanoTime();
            client.run(workflow);
            long nanos = System.nanoTime() - startNanos;
            for (int i = 0; i < CANCELS; i++) {
                WorkflowHandle handle = client.submit(workflow);
                LockSupport.parkNanos(nanos * i / CANCELS);
                handle.cancel();
                SssException error = catchThrowableOfType(SssException.class, handle::await);
                if (error != null) {
                    assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED);
                }
                assertThat(result(client)).isEqualTo(committed);
                assertThat(client.groups()).extracting(Group::name).containsExactly(INPUT.name(), RESULT.name());
            }
            assertNothingIsLeftAndJobsWork(client, directory);
        }
    }

    /** Returns what {@code files} returns while a job reads parts that are stored elsewhere. */
    final List<String> filesWhileReading(SssClient client, Supplier<List<String>> files) {
        writeInput(client);
        Workflow workflow = skewed(method);
        Set<String> seen = new ConcurrentSkipListSet<>();
        SEEN.set(() -> seen.addAll(files.get()));
        workflow.reduce(BETWEEN, RESULT, (key, values, out) -> SEEN.get().run());
        client.run(workflow);
        return List.copyOf(seen);
    }

    /** Runs a job that fails while it reads. */
    final void failWhileReading(SssClient client) {
        writeInput(client);
        Workflow workflow = skewed(method);
        workflow.reduce(BETWEEN, RESULT, (key, values, out) -> {
            throw new IllegalStateException("always");
        });
        assertThatThrownBy(() -> client.run(workflow))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE));
    }

    @Test
    void aFailedReaderLeavesNothing() {
        try (SssClient client = LocalCluster.start(3)) {
            failWhileReading(client);
            assertThat(client.groups()).extracting(Group::name).containsExactly(INPUT.name());
            List<Map.Entry<String, String>> expected = run(client, Shuffle.DIRECT);
            assertThat(run(client, method)).isEqualTo(expected);
        }
    }
}
