package org.sss.server.shuffle.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShufflePull;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.method.FakeData;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.method.TestMemory;
import org.sss.server.shuffle.plan.FullyConnectedPlan;
import org.sss.server.task.output.RunOutput;

class PullDuringMapTest {
    private static final GroupKey GROUP = GroupKey.of(7);
    private static final int NODES = 3;
    private static final int SUBGROUPS = 6;
    private static final int RUNS = 40;

    private final LocalTransport transport = new LocalTransport();
    private final Connections connections = new Connections(transport, Duration.ofSeconds(10));
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, 100, 1, TimeUnit.SECONDS, new SynchronousQueue<>());
    private final TestMemory memory = new TestMemory(100_000);
    private final List<FakeData> data = new ArrayList<>();
    private final List<PullDuringMap> nodes = new ArrayList<>();
    private final List<SssException> failures = new CopyOnWriteArrayList<>();

    private void start() {
        List<NodeInfo> infos = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            int node = i;
            FakeData store = new FakeData();
            data.add(store);
            infos.add(new NodeInfo(
                    i,
                    new NodeAddress("local", 1),
                    transport
                            .listen(
                                    new NodeAddress("local", 0),
                                    (verb, header, stream) -> verb.equals(DataVerbs.PULL.name())
                                            ? nodes.get(node)
                                                    .serve(
                                                            Json.read(header, ShufflePull.class, "pull")
                                                                    .node(),
                                                            stream)
                                            : store.open(verb, header, stream))
                            .address()));
        }
        ShuffleSpec spec = new ShuffleSpec(
                new ShuffleKey("wf-1/count", 7),
                "fully-connected",
                List.of(new ShuffleSpec.Output(GROUP, false, false)),
                0,
                new ClusterMap("c", 1, infos, SUBGROUPS));
        for (int i = 0; i < NODES; i++) {
            PullDuringMap node = new PullDuringMap(
                    spec,
                    new ShuffleContext(
                            i,
                            connections::to,
                            memory,
                            () -> Path.of("unused"),
                            threads,
                            (group, attempt) -> DataVerbs.Stored.NONE,
                            Duration.ofSeconds(30),
                            new RelocationFiles(null, null, i)));
            node.onFailure(failures::add);
            nodes.add(node);
        }
        nodes.forEach(node -> node.run(step(FullyConnectedPlan.PULL)));
    }

    @AfterEach
    void closeLeavesNothing() throws InterruptedException {
        nodes.forEach(PullDuringMap::close);
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(threads.getActiveCount()).as("threads").isZero());
        assertThat(data)
                .allSatisfy(store -> assertThat(store.open).as("open puts").hasValue(0));
        assertThat(memory.used()).isZero();
        connections.close();
        transport.close();
        threads.shutdown();
        assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    private static ShuffleStep step(String name) {
        return new ShuffleStep(0, name, null, Map.of());
    }

    private static AttemptId attempt(int task, int number) {
        return new AttemptId("wf-1/count", task, number);
    }

    private ShuffleOutput output(int node, AttemptId attempt) {
        return nodes.get(node).output(0, new DataVerbs.Put(GROUP, attempt, false, true));
    }

    /** Sends a run of 10 tuples of 100 bytes to each subgroup, {@link #RUNS} times. */
    private static RunOutput send(ShuffleOutput output) {
        RunOutput runs = new RunOutput(SUBGROUPS, Compression.NONE, output, 0);
        for (int i = 0; i < RUNS * SUBGROUPS; i++) {
            runs.start(i % SUBGROUPS);
            for (byte key = 0; key < 10; key++) {
                runs.add(new byte[] {key}, 0, 1, new byte[99], 0, 99);
            }
            runs.end();
        }
        return runs;
    }

    private static void sendAndFinish(ShuffleOutput output) {
        try (output) {
            RunOutput runs = send(output);
            output.finish(runs.tupleCount(), runs.dataBytes());
        }
    }

    private CompletableFuture<Void> drain() {
        return CompletableFuture.allOf(nodes.stream()
                .map(node -> CompletableFuture.runAsync(() -> node.run(step(FullyConnectedPlan.DRAIN)), threads))
                .toArray(CompletableFuture[]::new));
    }

    @Test
    void storesEachAttemptAtAllNodes() {
        start();
        CompletableFuture.allOf(IntStream.range(0, 6)
                        .mapToObj(task -> CompletableFuture.runAsync(
                                () -> sendAndFinish(output(task % NODES, attempt(task, 0))), threads))
                        .toArray(CompletableFuture[]::new))
                .join();
        drain().join();
        assertThat(data)
                .allSatisfy(store -> assertThat(store.stored)
                        .hasSize(6)
                        .allSatisfy((attempt, tuples) -> assertThat(tuples).isEqualTo(RUNS * 10 * SUBGROUPS / NODES)));
        assertThat(nodes).allSatisfy(node -> {
            assertThat(node.times().sent().links()).isEqualTo(NODES - 1);
            assertThat(node.times().sent().blocks()).isEqualTo(2 * RUNS * SUBGROUPS / NODES * (NODES - 1));
            assertThat(node.times().waiting().peakBytes()).isPositive();
        });
        assertThat(failures).isEmpty();
    }

    @Test
    void blocksMoveWhileTasksRun() {
        start();
        try (ShuffleOutput output = output(0, attempt(0, 0))) {
            RunOutput runs = send(output);
            long each = runs.tupleCount() / NODES;
            Awaitility.await()
                    .untilAsserted(() -> assertThat(data)
                            .extracting(store -> store.stored.get(attempt(0, 0)))
                            .containsOnly(each));
            output.finish(runs.tupleCount(), runs.dataBytes());
        }
        drain().join();
    }

    @Test
    void dropsAttemptsThatFail() {
        start();
        ShuffleOutput failed = output(1, attempt(4, 0));
        send(failed);
        failed.close();
        sendAndFinish(output(1, attempt(4, 1)));
        drain().join();
        assertThat(data).allSatisfy(store -> assertThat(store.stored).containsOnlyKeys(attempt(4, 1)));
    }

    @Test
    void dropsAttemptsThatNeverEnd() {
        start();
        ShuffleOutput abandoned = output(1, attempt(4, 0));
        send(abandoned);
        drain().join();
        assertThat(data.get(0).stored).isEmpty();
        assertThat(data.get(2).stored).isEmpty();
        abandoned.close();
    }

    @Test
    void aLostBlockFailsTheJob() {
        start();
        data.get(2).losesABlock = true;
        sendAndFinish(output(0, attempt(0, 0)));
        CompletionException error = catchThrowableOfType(CompletionException.class, () -> drain().join());
        assertThat(error.getCause())
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("node 2 pulls")
                .hasMessageContaining("from node 0")
                .hasMessageContaining("790 tuples of 800");
        assertThat(failures.get(0).code()).isEqualTo(ErrorCode.CORRUPT);
    }

    @Test
    void aLostBlockOfTheOwnNodeFailsTheTask() {
        start();
        data.get(0).losesABlock = true;
        SssException error = catchThrowableOfType(SssException.class, () -> sendAndFinish(output(0, attempt(0, 0))));
        assertThat(error.code()).isEqualTo(ErrorCode.CORRUPT);
    }

    @Test
    void closeEndsTasksThatWaitForAStuckNode() {
        start();
        data.get(2).stuck = true;
        CompletableFuture<SssException> task = CompletableFuture.supplyAsync(
                () -> {
                    try (ShuffleOutput output = output(0, attempt(0, 0))) {
                        while (true) {
                            send(output);
                        }
                    } catch (SssException e) {
                        return e;
                    }
                },
                threads);
        // Both windows are full of blocks, and so is the memory.
        Awaitility.await().until(() -> memory.used() > 90_000);
        assertThat(task).isNotDone();
        nodes.forEach(PullDuringMap::close);
        assertThat(task.join().code()).isEqualTo(ErrorCode.CLOSED);
    }

    @Test
    void aNodeThatLeavesFailsTheOthers() {
        start();
        nodes.get(2).close();
        Awaitility.await()
                .untilAsserted(() -> assertThat(failures)
                        .extracting(SssException::getMessage)
                        .hasSize(2)
                        .anySatisfy(message ->
                                assertThat(message).contains("node 0").contains("node 2"))
                        .anySatisfy(message ->
                                assertThat(message).contains("node 1").contains("node 2")));
        assertThat(catchThrowableOfType(SssException.class, () -> output(2, attempt(0, 0)))
                        .code())
                .isEqualTo(ErrorCode.CLOSED);
    }

    @Test
    void refusesOthersThanTheNodesOfTheCluster() {
        start();
        assertThat(catchThrowableOfType(SssException.class, () -> nodes.get(1).serve(1, null))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(catchThrowableOfType(SssException.class, () -> nodes.get(1).serve(NODES, null))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
}
