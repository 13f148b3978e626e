package org.sss.server.coordinator;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.sss.api.Compression;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Attempts;
import org.sss.net.control.ServerVerbs.Blob;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.rpc.Verb;
import org.sss.net.testing.FailingDisk;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.server.coordinator.blob.BlobId;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.RetryPolicy;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.members.CoordinatorStarts;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.Repairer;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** A real coordinator with fake nodes, and the calls of a client. */
final class FakeCluster implements AutoCloseable {
    static final Duration WAIT = Duration.ofSeconds(20);
    private static final NodeAddress ADDRESS = new NodeAddress("coordinator", 1);
    private static final byte[] FUNCTIONS = {1, 2, 3};

    final List<FakeNode> nodes = new ArrayList<>();
    /** Stores the state of the coordinator, without blobs. */
    final FailingDisk disk = new FailingDisk();

    private final Path directory;
    private final int workflowsAtOnce;
    private final Duration nodePatience;
    private final ShuffleDefaults shuffles;
    private final Copying copying;
    private final LocalTransport transport;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    /** True if no thread can be started for work of the coordinator other than answering calls. */
    final AtomicBoolean noThreads = new AtomicBoolean();

    private final ExecutorService coordinatorThreads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.MINUTES, new SynchronousQueue<>()) {
                @Override
                public void execute(Runnable work) {
                    if (noThreads.get()) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    super.execute(work);
                }
            };
    private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
    private final List<NodeInfo> infos;
    private final int subgroups;
    private Connections connections;
    private Coordinator coordinator;
    private Transport.Listener listener;

    FakeCluster(Path directory, int nodeCount, int subgroups, int workflowsAtOnce) {
        this(directory, nodeCount, subgroups, workflowsAtOnce, Duration.ofMillis(500));
    }

    /** @param nodePatience to wait for a lost node */
    FakeCluster(Path directory, int nodeCount, int subgroups, int workflowsAtOnce, Duration nodePatience) {
        this(directory, nodeCount, subgroups, workflowsAtOnce, nodePatience, StreamConfig.DEFAULTS);
    }

    FakeCluster(
            Path directory,
            int nodeCount,
            int subgroups,
            int workflowsAtOnce,
            Duration nodePatience,
            StreamConfig streams) {
        this(directory, nodeCount, subgroups, workflowsAtOnce, nodePatience, streams, ShuffleDefaults.DIRECT);
    }

    FakeCluster(
            Path directory,
            int nodeCount,
            int subgroups,
            int workflowsAtOnce,
            Duration nodePatience,
            StreamConfig streams,
            ShuffleDefaults shuffles) {
        this(directory, nodeCount, subgroups, workflowsAtOnce, nodePatience, streams, shuffles, Copying.NONE);
    }

    /**
     * Copies of groups.
     *
     * @param copies of each group
     * @param repair of copies that are missing
     */
    record Copying(int copies, Repairer.Limits repair) {
        static final Copying NONE = new Copying(1, new Repairer.Limits(Duration.ofMinutes(10), 0));
    }

    FakeCluster(
            Path directory,
            int nodeCount,
            int subgroups,
            int workflowsAtOnce,
            Duration nodePatience,
            StreamConfig streams,
            ShuffleDefaults shuffles,
            Copying copying) {
        this.copying = copying;
        this.shuffles = shuffles;
        transport = new LocalTransport(streams);
        this.directory = directory;
        this.nodePatience = nodePatience;
        this.subgroups = subgroups;
        this.workflowsAtOnce = workflowsAtOnce;
        infos = IntStream.range(0, nodeCount)
                .mapToObj(i -> new NodeInfo(i, new NodeAddress("node" + i, 1), new NodeAddress("node" + i, 2)))
                .toList();
        startCoordinator();
        infos.forEach(info -> nodes.add(new FakeNode(info, transport, executor, () -> coordinator.map())));
        nodes.forEach(FakeNode::start);
        putBlob(FUNCTIONS);
    }

    void startCoordinator() {
        connections = new Connections(transport, Duration.ofSeconds(2));
        Coordinator.Environment environment = new Coordinator.Environment(
                disk.path(directory),
                CoordinatorState.Persistence.SYNCED,
                new BlobStore(directory.resolve("blobs"), 1 << 20),
                new Scheduling(coordinatorThreads, timer, Clock.systemUTC()),
                workflowsAtOnce,
                new JobDefaults(new RetryPolicy(3, nodePatience, Duration.ZERO), shuffles),
                copying.repair(),
                null);
        coordinator = Coordinator.open(environment, new Shape(infos.size(), subgroups, subgroups), this::members);
        RpcService service = new RpcService(executor);
        coordinator.register(service);
        listener = transport.listen(ADDRESS, service);
        coordinator.start();
    }

    private Members members(CoordinatorState state) {
        ClusterMap map = new ClusterMap(state.clusterId(), 1, infos, state.subgroupCount());
        map = state.catalog().places().prepare(copying.copies(), state.isNew(), map);
        return new Members(map, new CoordinatorStarts("test", Set.of(), directory), connections, executor);
    }

    void stopCoordinator() {
        listener.close();
        coordinator.close();
        connections.close();
    }

    Connection connect() {
        return transport.connect(ADDRESS, WAIT);
    }

    <R> R call(Verb verb, Object request, Class<R> type) {
        return Rpc.call(connect(), verb, request, type, WAIT);
    }

    void putBlob(byte[] content) {
        try (DataQueue put =
                DataQueue.open(connect(), ServerVerbs.BLOB_PUT, Message.of(Json.write(new Blob(BlobId.of(content)))))) {
            put.stream().send(Unpooled.wrappedBuffer(content));
            put.stream().end(new byte[0]);
            put.awaitEnd(WAIT);
        }
    }

    /** Starts to write a group; returns the open stream. */
    DataQueue startGroup(NewGroup group) {
        DataQueue write = DataQueue.open(connect(), ServerVerbs.GROUP_WRITE, Message.of(Json.write(group)));
        ByteBuf frame = write.take(WAIT);
        frame.release();
        return write;
    }

    GroupInfo writeGroup(String name, boolean replace) {
        try (DataQueue write =
                startGroup(new NewGroup(name, "string", "long", true, replace, "import", Compression.NONE))) {
            write.stream().end(Json.write(new Attempts(List.of(new AttemptId("import", 0, 0)))));
            return Json.read(write.awaitEnd(WAIT), GroupInfo.class, "group");
        }
    }

    List<GroupInfo> groups() {
        return call(ServerVerbs.GROUP_LIST, new ServerVerbs.GroupsAfter(null), ServerVerbs.Groups.class)
                .groups();
    }

    static JobSpec job(String name, JobKind kind, GroupSpec input, GroupSpec output) {
        return new JobSpec(
                name,
                kind,
                new WorkflowSpec.Groups(List.of(input), List.of(output), List.of()),
                List.of(),
                Map.of(),
                "",
                BlobId.of(FUNCTIONS));
    }

    static GroupSpec group(String name) {
        return new GroupSpec(name, "string", "long", true, false, false, Compression.NONE);
    }

    static GroupSpec temporary(String name) {
        return new GroupSpec(name, "string", "long", true, true, false, Compression.NONE);
    }

    /** A map over {@code in} into temporary {@code words}, then a reduce into {@code out}. */
    static WorkflowSpec mapAndReduce() {
        return new WorkflowSpec(
                "count",
                List.of(
                        job("map-1", JobKind.MAP, group("in"), temporary("words")),
                        job("reduce-2", JobKind.REDUCE, group("words"), group("out"))),
                List.of());
    }

    static WorkflowSpec copy(String output) {
        return new WorkflowSpec("copy", List.of(job("map-1", JobKind.MAP, group("in"), group(output))), List.of());
    }

    /** A sort, partitioned by ranges of its own keys. */
    static WorkflowSpec sort(String output) {
        JobSpec copy = copy(output).jobs().get(0);
        return new WorkflowSpec(
                "sort",
                List.of(new JobSpec(
                        copy.name(),
                        copy.kind(),
                        new WorkflowSpec.Groups(copy.inputs(), copy.outputs(), copy.inputs()),
                        copy.splits(),
                        copy.parameters(),
                        "in",
                        copy.functions())),
                List.of());
    }

    WorkflowStatus submit(WorkflowSpec spec) {
        return call(ServerVerbs.WORKFLOW_SUBMIT, spec, WorkflowStatus.class);
    }

    WorkflowStatus get(String id) {
        return call(ServerVerbs.WORKFLOW_GET, new Name(id), WorkflowStatus.class);
    }

    WorkflowStatus cancel(String id) {
        return call(ServerVerbs.WORKFLOW_CANCEL, new Name(id), WorkflowStatus.class);
    }

    /** The last status, which workflow.follow sends when the workflow has ended. */
    WorkflowStatus follow(String id) {
        WorkflowStatus last = null;
        try (DataQueue follow =
                DataQueue.open(connect(), ServerVerbs.WORKFLOW_FOLLOW, Message.of(Json.write(new Name(id))))) {
            for (ByteBuf frame = follow.take(WAIT); frame != null; frame = follow.take(WAIT)) {
                byte[] json = new byte[frame.readableBytes()];
                frame.readBytes(json).release();
                last = Json.read(json, WorkflowStatus.class, "status");
            }
            return follow.trailer().value() instanceof WorkflowStatus end ? end : last;
        }
    }

    WorkflowStatus run(WorkflowSpec spec) {
        return follow(submit(spec).id());
    }

    @Override
    public void close() {
        coordinator.close();
        transport.close();
        timer.shutdownNow();
        executor.shutdownNow();
        coordinatorThreads.shutdownNow();
    }
}
