package org.sss.client.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.JobStatistics.NodeShuffle;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.Progress.OutputLoad;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;

/**
 * What every shuffle method promises: it stores the same tuples, in the same order, as {@link Shuffle#DIRECT}. With
 * {@code -Dsss.transport=tcp} or {@code shm} the nodes of these tests use that transport.
 */
abstract class ShuffleContract {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final int TUPLES = 3_000;
    /** Many blocks. */
    private static final int LARGE_BYTES = 12 << 20;

    private static final long LITTLE_MEMORY_BYTES = 1 << 20;
    private static final String LONG_KEY = "-".repeat(2_000);
    private static final int CANCELS = 20;
    /** The functions of tasks run in this process. */
    private static final AtomicInteger FAILURES_LEFT = new AtomicInteger();

    private static final AtomicReference<CountDownLatch> WAITING = new AtomicReference<>();

    @RegisterExtension
    final ContractClusters clusters = new ContractClusters();

    private final Shuffle method;

    ShuffleContract(Shuffle method) {
        this.method = method;
    }

    private static TupleGroup<String, Long> output(Shuffle by) {
        return TupleGroup.of("out-" + by, Codecs.STRING, Codecs.LONG);
    }

    private static void writeNumbers(SssClient client, int count) {
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            for (long i = 0; i < count; i++) {
                writer.append(i, i * 7 % 101);
            }
            writer.commit();
        }
    }

    /** All tuples, in the order in which a reader gets them. */
    private static List<Map.Entry<String, Long>> tuples(SssClient client, Shuffle by) {
        return client.scan(output(by)).toList();
    }

    private static Workflow workflow(
            Shuffle by, Mapper<Long, Long, String, Long> mapper, Consumer<MapJob<String, Long>> options) {
        Workflow workflow = Workflow.named("with-" + by);
        options.accept(workflow.map(NUMBERS, output(by), mapper).shuffle(by));
        return workflow;
    }

    private void assertStoresTheSame(SssClient client, Mapper<Long, Long, String, Long> mapper) {
        assertStoresTheSame(client, mapper, job -> {});
    }

    private void assertStoresTheSame(
            SssClient client, Mapper<Long, Long, String, Long> mapper, Consumer<MapJob<String, Long>> options) {
        client.run(workflow(Shuffle.DIRECT, mapper, options));
        client.run(workflow(method, mapper, options));
        List<Map.Entry<String, Long>> expected = tuples(client, Shuffle.DIRECT);
        assertThat(tuples(client, method)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 8})
    void storesWhatDirectStores(int nodes) {
        try (SssClient client = clusters.start(nodes)) {
            writeNumbers(client, TUPLES);
            assertStoresTheSame(client, (key, value, out) -> {
                out.emit("key-" + value, key);
                out.emit("all", value);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void combinesAsDirectDoes(int nodes) {
        try (SssClient client = clusters.start(nodes)) {
            writeNumbers(client, TUPLES);
            assertStoresTheSame(
                    client,
                    (key, value, out) -> out.emit("key-" + value, 1L),
                    job -> job.combine((key, left, right) -> left + right));
        }
    }

    @Test
    void storesNothingForEmptyOutput() {
        try (SssClient client = clusters.start(3)) {
            writeNumbers(client, 10);
            assertStoresTheSame(client, (key, value, out) -> {});
        }
    }

    @Test
    void oneNodeMayGetEverything() {
        try (SssClient client = clusters.start(4)) {
            writeNumbers(client, TUPLES);
            assertStoresTheSame(
                    client,
                    (key, value, out) -> out.emit("key-" + key, value),
                    job -> job.partitionBy((key, value, subgroupCount) -> 0));
        }
    }

    @Test
    void movesLargeValuesInPieces() {
        TupleGroup<Long, Bytes> direct = TupleGroup.of("large-direct", Codecs.LONG, Codecs.BYTES);
        TupleGroup<Long, Bytes> other = TupleGroup.of("large-other", Codecs.LONG, Codecs.BYTES);
        try (SssClient client = clusters.start(2)) {
            writeNumbers(client, 6);
            for (TupleGroup<Long, Bytes> group : List.of(direct, other)) {
                Workflow workflow = Workflow.named("large");
                workflow.map(NUMBERS, group, (key, value, out) -> {
                            byte[] large = new byte[LARGE_BYTES + key.intValue()];
                            Arrays.fill(large, key.byteValue());
                            out.emit(key, Bytes.of(large));
                        })
                        .shuffle(group.equals(direct) ? Shuffle.DIRECT : method);
                client.run(workflow);
            }
            assertThat(client.scan(other).toList())
                    .isEqualTo(client.scan(direct).toList());
        }
    }

    @Test
    void writesSeveralGroups() {
        TupleGroup<Long, Long> odd = TupleGroup.of("odd", Codecs.LONG, Codecs.LONG);
        try (SssClient client = clusters.start(3)) {
            writeNumbers(client, TUPLES);
            client.run(workflow(
                    method,
                    (key, value, out) -> {
                        out.emit("key-" + value, key);
                        if (key % 2 == 1) {
                            out.to(odd).emit(value, key);
                        }
                    },
                    job -> job.alsoTo(odd)));
            assertThat(client.count("odd")).isEqualTo(TUPLES / 2);
            assertThat(client.count(output(method).name())).isEqualTo(TUPLES);
        }
    }

    @Test
    void countsOnlyTheLastAttemptOfATask() {
        ContractClusters.assumeFunctionsSeeVariables();
        try (SssClient client = clusters.start(3)) {
            writeNumbers(client, TUPLES);
            client.run(workflow(Shuffle.DIRECT, (key, value, out) -> out.emit("key-" + value, key), job -> {}));
            FAILURES_LEFT.set(2);
            client.run(workflow(
                            method,
                            (key, value, out) -> {
                                out.emit("key-" + value, key);
                                if (key > TUPLES / 2 && FAILURES_LEFT.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                                    throw new IllegalStateException("the first attempts fail");
                                }
                            },
                            job -> {})
                    .attemptsOfUserCode(4));
            assertThat(tuples(client, method)).isEqualTo(tuples(client, Shuffle.DIRECT));
        }
    }

    /** Far more than memory: blocks for other nodes wait in short queues, or in files. */
    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void storesTheSameWithLittleMemory(int nodes) {
        try (SssClient client = clusters.start(nodes, LITTLE_MEMORY_BYTES)) {
            writeNumbers(client, TUPLES);
            assertStoresTheSame(client, (key, value, out) -> {
                out.emit(key + LONG_KEY, value);
                out.emit(value + LONG_KEY, key);
            });
        }
    }

    @Test
    void cancelDuringTasksLeavesNothing() {
        ContractClusters.assumeFunctionsSeeVariables();
        try (SssClient client = clusters.start(3)) {
            writeNumbers(client, TUPLES);
            CountDownLatch full = new CountDownLatch(1);
            WAITING.set(full);
            Workflow endless = workflow(
                    method,
                    (key, value, out) -> {
                        out.emit(key + LONG_KEY, value);
                        if (key == TUPLES - 1) {
                            WAITING.get().countDown();
                            new CountDownLatch(1).await();
                        }
                    },
                    job -> {});
            WorkflowHandle handle = client.submit(endless);
            Awaitility.await().until(() -> full.getCount() == 0);
            handle.cancel();
            assertThatThrownBy(handle::await)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
            assertThat(client.groups()).extracting(Group::name).containsExactly(NUMBERS.name());
            assertStoresTheSame(client, (key, value, out) -> out.emit("key-" + value, key));
        }
    }

    @Test
    void cancelAtAnyTimeLeavesNothing() {
        try (SssClient client = clusters.start(4)) {
            writeNumbers(client, TUPLES);
            Workflow workflow = workflow(method, (key, value, out) -> out.emit(key + LONG_KEY, value), job -> {});
            client.run(workflow);
            client.drop(output(method).name());
            long startNanos = System.nanoTime();
            client.run(workflow);
            long nanos = System.nanoTime() - startNanos;
            client.drop(output(method).name());
            for (int i = 0; i < CANCELS; i++) {
                WorkflowHandle handle = client.submit(workflow);
                LockSupport.parkNanos(nanos * i / CANCELS);
                handle.cancel();
                try {
                    handle.await();
                    client.drop(output(method).name()); // it had ended before
                } catch (SssException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
                }
                assertThat(client.groups()).extracting(Group::name).containsExactly(NUMBERS.name());
            }
            assertStoresTheSame(client, (key, value, out) -> out.emit("key-" + value, key));
        }
    }

    @Test
    void failedJobLeavesNothing() {
        try (SssClient client = clusters.start(2)) {
            writeNumbers(client, TUPLES);
            Workflow fails = workflow(
                    method,
                    (key, value, out) -> {
                        out.emit("key-" + value, key);
                        if (key == TUPLES - 1) {
                            throw new IllegalStateException("always");
                        }
                    },
                    job -> {});
            assertThatThrownBy(() -> client.run(fails))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE));
            assertThat(client.groups()).extracting(Group::name).containsExactly(NUMBERS.name());
            assertStoresTheSame(client, (key, value, out) -> out.emit("key-" + value, key));
        }
    }

    @Test
    void reducesWhatItHasMoved() {
        TupleGroup<String, Long> sums = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
        try (SssClient client = clusters.start(3)) {
            writeNumbers(client, TUPLES);
            TupleGroup<String, Long> between = output(method).asTemporary();
            Workflow workflow = Workflow.named("sums").set(Shuffle.PARAMETER, method.methodName());
            workflow.map(NUMBERS, between, (key, value, out) -> out.emit("key-" + value, 1L));
            workflow.reduce(between, sums, (key, values, out) -> {
                long total = 0;
                for (long value : values) {
                    total += value;
                }
                out.emit(key, total);
            });
            WorkflowReport status = client.run(workflow);
            assertThat(client.scan(sums).toList())
                    .hasSize(101)
                    .allSatisfy(sum -> assertThat(sum.getValue()).isBetween(29L, 30L));
            List<ShuffleReport> reports = new ArrayList<>();
            status.jobs().forEach(job -> reports.add(job.statistics().shuffle()));
            assertThat(reports).extracting(ShuffleReport::method).containsExactly(method.methodName(), "direct");
            assertThat(reports.get(0).nodes())
                    .hasSize(3)
                    .extracting(NodeShuffle::bytes)
                    .allSatisfy(bytes -> assertThat(bytes).isPositive());
            OutputLoad load = status.jobs().get(0).progress().load();
            long sent = reports.get(0).nodes().stream()
                    .mapToLong(NodeShuffle::bytes)
                    .sum();
            assertThat(load.subgroupBytes()).hasSize(client.cluster().subgroupCount());
            assertThat(load.nodeBytes())
                    .hasSize(3)
                    .allSatisfy(bytes -> assertThat(bytes).isPositive());
            // Those of the own subgroups of each node count, too.
            assertThat(load.bytes())
                    .isEqualTo(load.subgroupBytes().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isGreaterThan(sent);
        }
    }
}
