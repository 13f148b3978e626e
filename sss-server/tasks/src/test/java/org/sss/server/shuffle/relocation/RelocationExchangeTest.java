package org.sss.server.shuffle.relocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ShuffleKey;
import org.sss.net.control.ShuffleMeta;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.ShuffleStep;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.shuffle.ShuffleMethods;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.meta.MetaReceiver;
import org.sss.server.shuffle.method.FakeData;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;
import org.sss.server.shuffle.method.TestMemory;
import org.sss.server.shuffle.plan.DsaPlan;
import org.sss.server.task.output.RunOutput;

/** Three nodes, whose tasks send all blocks to a subgroup of node 1, far more than it may get. */
class RelocationExchangeTest {
    private static final GroupKey GROUP = GroupKey.of(7);
    private static final int NODES = 3;
    private static final int TUPLES = 400;
    private static final int TUPLE_BYTES = 1000;
    private static final long LIMIT_BYTES = TUPLES * TUPLE_BYTES * 3 / 2;
    /** Of the blocks that wait: the others wait in files. */
    private static final long MEMORY_BYTES = TUPLES * TUPLE_BYTES / 2;

    @TempDir
    Path directory;

    @TempDir
    Path own;

    private final LocalTransport transport =
            new LocalTransport(new StreamConfig(64 << 10, Duration.ofSeconds(60), 100));
    private final Connections connections = new Connections(transport, Duration.ofSeconds(10));
    private final ExecutorService threads = Executors.newCachedThreadPool();
    /** Of each node. */
    private final List<TestMemory> memory = new ArrayList<>();
    /** The node that says that none of its memory is free; -1 if all have enough. */
    private int full = -1;

    /** Makes the file for blocks that wait something else. */
    private InPlaceOfAFile file = path -> {};

    private final List<FakeData> data = new ArrayList<>();
    private final List<RelocationExchange> nodes = new ArrayList<>();

    @FunctionalInterface
    private interface InPlaceOfAFile {
        void make(Path path) throws IOException;
    }

    private void start(String method) {
        List<NodeInfo> infos = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            int node = i;
            FakeData store = new FakeData();
            memory.add(new TestMemory(MEMORY_BYTES / NODES, node == full ? 0 : Long.MAX_VALUE));
            data.add(store);
            RpcService service = new RpcService(threads);
            service.onStream(
                    ServerVerbs.SHUFFLE_META,
                    (header, stream) -> new MetaReceiver(
                            stream,
                            service.memory(stream),
                            (content, free) -> nodes.get(node)
                                    .receive(Json.read(header, ShuffleMeta.class, "meta"), content, free)));
            infos.add(new NodeInfo(
                    i,
                    transport.listen(new NodeAddress("local", 0), service).address(),
                    transport.listen(new NodeAddress("local", 0), store::open).address()));
        }
        ShuffleSpec spec = new ShuffleSpec(
                new ShuffleKey("wf-1/count", 7),
                method,
                List.of(new ShuffleSpec.Output(GROUP, true, true)),
                LIMIT_BYTES,
                new ClusterMap("c", 1, infos, NODES));
        for (int i = 0; i < NODES; i++) {
            nodes.add((RelocationExchange) ShuffleMethods.of(Shuffle.of(method))
                    .open(
                            spec,
                            new ShuffleContext(
                                    i,
                                    connections::to,
                                    memory.get(i),
                                    this::temporary,
                                    threads,
                                    (group, attempt) -> DataVerbs.Stored.NONE,
                                    Duration.ofSeconds(60),
                                    new RelocationFiles(directory, own.resolve("node-" + i), i))));
        }
    }

    private Path temporary() {
        try {
            Path made = Files.createTempDirectory(directory, "shuffle-");
            file.make(made.resolve("blocks"));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws InterruptedException {
        nodes.forEach(RelocationExchange::close);
        connections.close();
        transport.close();
        threads.shutdownNow();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    /** A task at each node. */
    private void runTasks() {
        for (int task = 0; task < NODES; task++) {
            try (ShuffleOutput output = nodes.get(task)
                    .output(0, new DataVerbs.Put(GROUP, new AttemptId("wf-1/count", task, 0), true, true))) {
                RunOutput runs = new RunOutput(NODES, Compression.NONE, output, 0);
                runs.start(1);
                for (int i = 0; i < TUPLES; i++) {
                    byte[] key = {(byte) (i >> 8), (byte) i};
                    runs.add(key, 0, key.length, new byte[TUPLE_BYTES], 0, TUPLE_BYTES);
                }
                runs.end();
                output.finish(runs.tupleCount(), runs.dataBytes());
            }
        }
    }

    private List<CompletableFuture<SssException>> take(int number, String name, List<Future<?>> running) {
        List<CompletableFuture<SssException>> ends = new ArrayList<>();
        for (RelocationExchange node : nodes) {
            CompletableFuture<SssException> end = new CompletableFuture<>();
            ends.add(end);
            running.add(threads.submit(() -> {
                try {
                    node.run(new ShuffleStep(number, name, null, Map.of()));
                    end.complete(null);
                } catch (SssException e) {
                    end.complete(e);
                }
            }));
        }
        return ends;
    }

    private void takeAll(int number, String name) {
        assertThat(take(number, name, new ArrayList<>()))
                .extracting(CompletableFuture::join)
                .containsOnlyNulls();
    }

    @Test
    void lastTasksAreStoredByOtherNodes() {
        start("dsa-sms");
        runTasks();
        takeAll(0, DsaPlan.META);
        takeAll(1, DsaPlan.MOVE);
        takeAll(2, ShuffleStep.END);
        assertThat(data.get(1).stored.keySet()).extracting(AttemptId::source).containsExactly(0);
        assertThat(data.get(0).stored.size() + data.get(2).stored.size()).isEqualTo(2);
        assertThat(memory).extracting(TestMemory::used).containsOnly(0L);
    }

    @Test
    void aNodeWithoutFreeMemoryGetsNothingOfOthers() {
        full = 0;
        start("dsa-sms");
        runTasks();
        takeAll(0, DsaPlan.META);
        takeAll(1, DsaPlan.MOVE);
        takeAll(2, ShuffleStep.END);
        assertThat(data.get(0).stored).isEmpty();
        assertThat(data.get(1).stored.keySet()).extracting(AttemptId::source).containsExactlyInAnyOrder(0, 1);
        assertThat(data.get(2).stored.keySet()).extracting(AttemptId::source).containsExactly(2);
        assertThat(nodes)
                .extracting(node -> node.times().placement().limitBytes())
                .containsExactly(0L, LIMIT_BYTES, LIMIT_BYTES);
        assertThat(nodes.get(1).times().placement().overflowBytes()).isPositive();
    }

    @Test
    void aFullDiskFailsTheTaskAndLeavesNothing() throws IOException {
        start("on-disk");
        file = path -> Files.createSymbolicLink(path, Path.of("/dev/full"));
        assertThatThrownBy(this::runTasks)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("cannot write " + directory)
                .hasMessageContaining("No space left on device")
                .hasMessageContaining("is the disk full?");
        assertNothingIsLeft();
    }

    @Test
    void aFileThatCannotBeMadeFailsTheTaskAndLeavesNothing() throws IOException {
        start("on-disk");
        file = Files::createDirectory;
        assertThatThrownBy(this::runTasks)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining("cannot make " + directory);
        assertNothingIsLeft();
    }

    /** As when a job is cancelled at once: another thread closes the node before its start runs. */
    @Test
    void aStartAfterTheEndLeavesNoFile() {
        start("on-disk");
        RelocationExchange writer = nodes.get(0);
        writer.close();
        assertThatThrownBy(writer::prepare)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
        assertNothingIsLeft();
    }

    private void assertNothingIsLeft() {
        nodes.forEach(RelocationExchange::close);
        assertThat(memory).extracting(TestMemory::used).containsOnly(0L);
        assertThat(files()).isEmpty();
    }

    private List<Path> files() {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As when a job is cancelled: the steps are interrupted and the nodes closed. */
    @Test
    void closeReleasesWhatWaitsAndWhatOthersStoreWhileBlocksMove() throws IOException {
        start("dsa-sms");
        runTasks();
        assertThat(memory).anySatisfy(one -> assertThat(one.used()).isPositive());
        assertThat(files()).isNotEmpty();
        takeAll(0, DsaPlan.META);
        data.forEach(store -> store.stuck = true);
        List<Future<?>> running = new ArrayList<>();
        List<CompletableFuture<SssException>> ends = take(1, DsaPlan.MOVE, running);
        await().until(() -> data.stream().mapToInt(store -> store.stored.size()).sum() == NODES);
        assertThat(ends).allSatisfy(end -> assertThat(end).isNotDone());
        running.forEach(step -> step.cancel(true));
        nodes.forEach(RelocationExchange::close);
        assertThat(ends).extracting(CompletableFuture::join).doesNotContainNull();
        await().untilAsserted(() -> assertThat(data).allSatisfy(store -> {
            assertThat(store.open).as("open puts").hasValue(0);
            assertThat(store.stored).isEmpty();
        }));
        assertNothingIsLeft();
    }
}
