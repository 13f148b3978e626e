package org.sss.server.coordinator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.sss.api.Compression;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.control.ShuffleState;
import org.sss.net.control.ShuffleStep;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.control.TaskSpec;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.Transport;

/** A node that runs and stores nothing, but answers and records calls like a real one. Thread-safe. */
final class FakeNode implements AutoCloseable {
    /** The committed data of each of three nodes: as many tuples as two tasks read and emit. */
    static final Stored STORED = new Stored(4, 10, 12, 1, 1);

    /** The description of each group in its commit files. */
    static final GroupDescription DESCRIPTION = new GroupDescription(
            "was",
            new GroupFormat("string", "long", true, Compression.LZ4, false),
            new GroupOrigin(5, "wf-1/map"),
            false);

    /** The behaviour of the node for a task. */
    interface Behaviour {
        void run(Task task);
    }

    final List<Task> tasks = new CopyOnWriteArrayList<>();
    final List<DataVerbs.Commit> commits = new CopyOnWriteArrayList<>();
    final List<DataVerbs.Abort> aborts = new CopyOnWriteArrayList<>();
    final Set<GroupKey> stored = ConcurrentHashMap.newKeySet();
    /** Groups that it has lost. */
    final Set<Long> lost = ConcurrentHashMap.newKeySet();

    /**
     * Tuples of each subgroup that it has, by the number of the group; nothing if groups of the cluster have one copy.
     */
    final Map<Long, long[]> parts = new ConcurrentHashMap<>();

    final List<DataVerbs.Replicate> copies = new CopyOnWriteArrayList<>();
    final List<DataVerbs.Forget> forgets = new CopyOnWriteArrayList<>();
    /** The error of copies, or null. */
    final AtomicReference<SssException> copyError = new AtomicReference<>();

    final Set<Long> dropped = ConcurrentHashMap.newKeySet();
    final AtomicReference<Behaviour> behaviour = new AtomicReference<>(Task::succeed);
    final AtomicReference<SssException> commitError = new AtomicReference<>();
    /** Called at each commit, before it. */
    final AtomicReference<Runnable> beforeCommit = new AtomicReference<>(() -> {});
    /** Called when its status is requested. */
    final AtomicReference<Runnable> beforeStatus = new AtomicReference<>(() -> {});
    /** Called when keys are sampled, of which it has none. */
    final AtomicReference<Runnable> beforeSample = new AtomicReference<>(() -> {});
    /** The shortage that ended its previous process. */
    volatile Shortage shortage;

    volatile long startedMillis;
    /** The step of shuffles that it never ends, or null. */
    volatile String stuckIn;
    /** Shuffles that it takes part in. */
    final AtomicInteger shuffles = new AtomicInteger();
    /** Number of requests of its status. */
    final AtomicInteger asked = new AtomicInteger();

    private final NodeInfo info;
    private final Transport transport;
    private final ExecutorService executor;
    private final Supplier<ClusterMap> map;
    private Transport.Listener server;
    private Transport.Listener data;

    FakeNode(NodeInfo info, Transport transport, ExecutorService executor, Supplier<ClusterMap> map) {
        this.info = info;
        this.transport = transport;
        this.executor = executor;
        this.map = map;
    }

    NodeInfo info() {
        return info;
    }

    void start() {
        server = transport.listen(
                info.server(),
                new RpcService(executor)
                        .on(ServerVerbs.CLUSTER, Nothing.class, n -> map.get())
                        .on(
                                ServerVerbs.NODE_SERVE,
                                ServerVerbs.Serve.class,
                                asked ->
                                        new ServerVerbs.Served(true, asked.map().epoch(), "test", map.get(), null))
                        .on(ServerVerbs.NODE_STATUS, Nothing.class, n -> status())
                        .onStream(ServerVerbs.TASK_RUN, this::run)
                        .onStream(ServerVerbs.SHUFFLE_RUN, (header, stream) -> shuffle(stream)));
        startData();
    }

    private void startData() {
        data = transport.listen(
                info.data(),
                new RpcService(executor)
                        .on(DataVerbs.COMMIT, DataVerbs.Commit.class, this::commit)
                        .on(DataVerbs.SAMPLE, DataVerbs.Sample.class, this::sample)
                        .on(DataVerbs.ABORT, DataVerbs.Abort.class, this::abort)
                        .on(
                                DataVerbs.LIST,
                                Nothing.class,
                                n -> new DataVerbs.StoredGroups(stored.stream()
                                        .map(key -> new DataVerbs.StoredGroup(key.id(), key.identity(), true, false))
                                        .toList()))
                        .on(DataVerbs.CHECK, DataVerbs.Check.class, this::check)
                        .on(DataVerbs.CREATE, DataVerbs.Create.class, create -> new Nothing())
                        .on(DataVerbs.DESCRIBE, DataVerbs.Describe.class, this::describe)
                        .onStream(DataVerbs.REPLICATE, this::replicate)
                        .on(DataVerbs.FORGET, DataVerbs.Forget.class, this::forget)
                        .on(DataVerbs.DROP, DataVerbs.Drop.class, this::drop));
    }

    @Override
    public void close() {
        server.close();
        data.close();
    }

    /** All connections to its data break, and no others. */
    void breakData() {
        data.close();
        startData();
    }

    private NodeStatus status() {
        asked.incrementAndGet();
        beforeStatus.get().run();
        return new NodeStatus(
                info.id(),
                new ServerVerbs.NodeProcess("test", 1, "17", startedMillis, 0, 0, null),
                0,
                new ServerVerbs.NodeDisk(0, "none"),
                shortage,
                null,
                null,
                null);
    }

    private StreamHandler run(Message header, Stream stream) {
        Task task = new Task(Json.read(header, TaskSpec.class, "task"), stream);
        tasks.add(task);
        stored.add(task.spec.key(task.spec.outputs().outputGroups().get(0)));
        executor.execute(() -> behaviour.get().run(task));
        return task;
    }

    private StreamHandler shuffle(Stream stream) {
        shuffles.incrementAndGet();
        stream.whenOver(shuffles::decrementAndGet);
        executor.execute(() -> report(stream, new ShuffleState(ShuffleState.READY, 0, null)));
        return new StreamHandler() {
            @Override
            public void onData(ByteBuf frame) {
                byte[] json = new byte[frame.readableBytes()];
                frame.readBytes(json).release();
                stream.grant(json.length);
                ShuffleStep step = Json.read(json, ShuffleStep.class, "step");
                if (!step.toString().equals(stuckIn)) {
                    executor.execute(() -> report(stream, new ShuffleState(step.number(), 0, ShuffleTimes.NONE)));
                }
            }

            @Override
            public void onEnd(Message trailer) {
                stream.end(new byte[0]);
            }

            @Override
            public void onError(SssException error) {
                // Nothing was sent that could be released.
            }
        };
    }

    private static void report(Stream stream, ShuffleState state) {
        stream.send(Unpooled.wrappedBuffer(Json.write(state)));
    }

    private DataVerbs.CommittedPart commit(DataVerbs.Commit commit) {
        beforeCommit.get().run();
        if (commitError.get() != null) {
            throw commitError.get();
        }
        commits.add(commit);
        stored.add(commit.key());
        if (map.get().active() == 0) {
            return new DataVerbs.CommittedPart(STORED, null);
        }
        long[] owned = owned();
        parts.put(commit.group(), owned);
        return new DataVerbs.CommittedPart(
                new Stored(LongStream.of(owned).sum(), 10, 12, 1, 1), SubgroupTuples.of(owned));
    }

    /** Two tuples of each subgroup that it owns. */
    private long[] owned() {
        ClusterMap now = map.get();
        return IntStream.range(0, now.subgroupCount())
                .mapToLong(subgroup -> now.ownerOf(subgroup).id() == info.id() ? 2 : 0)
                .toArray();
    }

    private StreamHandler replicate(Message header, Stream stream) {
        DataVerbs.Replicate request = Json.read(header, DataVerbs.Replicate.class, "copies");
        executor.execute(() -> {
            if (copyError.get() != null) {
                stream.fail(copyError.get());
                return;
            }
            copies.add(request);
            stored.add(request.group());
            long[] all = request.expected().all();
            long[] here = here(request.group());
            request.sources().forEach(source -> source.subgroups().forEach(s -> here[s] = all[s]));
            parts.put(request.group().id(), here);
            stream.end(Json.write(part(here)));
        });
        return new StreamHandler() {
            @Override
            public void onData(ByteBuf frame) {
                frame.release();
            }

            @Override
            public void onEnd(Message trailer) {
                // The header is all.
            }

            @Override
            public void onError(SssException error) {
                // Nothing is to be released.
            }
        };
    }

    private long[] here(GroupKey group) {
        return Arrays.copyOf(
                parts.getOrDefault(group.id(), new long[0]), map.get().subgroupCount());
    }

    private static DataVerbs.CommittedPart part(long[] here) {
        return new DataVerbs.CommittedPart(
                new Stored(LongStream.of(here).sum(), 10, 12, 1, 1), SubgroupTuples.of(here));
    }

    private DataVerbs.CommittedPart forget(DataVerbs.Forget forget) {
        forgets.add(forget);
        long[] here = here(forget.group());
        for (int subgroup = 0; subgroup < here.length; subgroup++) {
            here[subgroup] = forget.keep().contains(subgroup) ? here[subgroup] : 0;
        }
        parts.put(forget.group().id(), here);
        return part(here);
    }

    /** The node comes back with an empty disk. */
    void loseAll() {
        close();
        parts.clear();
        stored.clear();
        start();
    }

    private DataVerbs.Sampled sample(DataVerbs.Sample sample) {
        beforeSample.get().run();
        return new DataVerbs.Sampled(List.of());
    }

    private Nothing abort(DataVerbs.Abort abort) {
        aborts.add(abort);
        return new Nothing();
    }

    private DataVerbs.Checked check(DataVerbs.Check check) {
        return new DataVerbs.Checked(check.groups().stream()
                .map(group -> group.subgroups() != null
                        ? missing(group)
                        : lost.contains(group.group()) ? new DataVerbs.Missing(group.group(), 0, false, null) : null)
                .filter(Objects::nonNull)
                .toList());
    }

    private DataVerbs.Missing missing(DataVerbs.Expected group) {
        long[] here = parts.getOrDefault(group.group(), new long[0]);
        long[] expected = group.subgroups().all();
        List<Integer> missing = IntStream.range(0, expected.length)
                .filter(s -> expected[s] > 0 && (s >= here.length || here[s] != expected[s]))
                .boxed()
                .toList();
        long lacking = missing.stream().mapToLong(s -> expected[s]).sum();
        return missing.isEmpty()
                ? null
                : new DataVerbs.Missing(group.group(), group.tuples() - lacking, false, null, missing);
    }

    private DataVerbs.DescribedParts describe(DataVerbs.Describe describe) {
        return new DataVerbs.DescribedParts(describe.groups().stream()
                .map(group -> parts.containsKey(group.id())
                        ? new DataVerbs.DescribedPart(
                                4, 10, 12, SubgroupTuples.of(parts.get(group.id())), DESCRIPTION, null)
                        : !stored.contains(group)
                                ? DataVerbs.DescribedPart.NOTHING
                                : lost.contains(group.id())
                                        ? new DataVerbs.DescribedPart(0, 0, 0, null, null, "commit-1 is damaged")
                                        : new DataVerbs.DescribedPart(
                                                STORED.tuples(),
                                                STORED.dataBytes(),
                                                STORED.storedBytes(),
                                                null,
                                                DESCRIPTION,
                                                null))
                .toList());
    }

    private Nothing drop(DataVerbs.Drop drop) {
        stored.removeAll(drop.groups());
        drop.groups().forEach(group -> parts.remove(group.id()));
        drop.groups().forEach(group -> dropped.add(group.id()));
        return new Nothing();
    }

    /** A task that was sent to this node. */
    static final class Task implements StreamHandler {
        final TaskSpec spec;
        private final Stream stream;
        volatile SssException cancelled;

        Task(TaskSpec spec, Stream stream) {
            this.spec = spec;
            this.stream = stream;
        }

        void succeed() {
            succeed(2);
        }

        /** @param tuples that it has read; 2 of each input group are expected */
        void succeed(long tuples) {
            succeed(tuples, 2L * spec.outputs().outputGroups().size());
        }

        /** @param emitted of which nothing was combined; 2 for each output group are committed */
        void succeed(long tuples, long emitted) {
            stream.end(Json.write(new Progress(tuples, 20, emitted, 10, Map.of("seen", 2L))));
        }

        void succeed(Map<String, Long> counters) {
            stream.end(Json.write(
                    new Progress(2, 20, 2L * spec.outputs().outputGroups().size(), 10, counters)));
        }

        void fail(SssException error) {
            stream.fail(error);
        }

        /** Never ends and does not react to anything. */
        void hang() {
            // A task that never answers.
        }

        @Override
        public void onData(ByteBuf frame) {
            frame.release();
        }

        @Override
        public void onEnd(Message trailer) {
            // Nothing more is sent to a task.
        }

        @Override
        public void onError(SssException error) {
            cancelled = error;
        }
    }
}
