package org.sss.server.node;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.DataServer;
import org.sss.dataserver.process.NativeLibrary;
import org.sss.dataserver.process.OwnProcess;
import org.sss.io.exec.PlatformText;
import org.sss.net.block.ZstdLibrary;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DeadLink;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Cluster;
import org.sss.net.control.ServerVerbs.Join;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.server.code.JobPoolThreads;
import org.sss.server.code.ProcessDefaults;
import org.sss.server.coordinator.Coordinator;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.blob.BlobStreams;
import org.sss.server.coordinator.execution.job.JobDefaults;
import org.sss.server.coordinator.execution.job.Scheduling;
import org.sss.server.coordinator.execution.job.ShuffleDefaults;
import org.sss.server.coordinator.members.CoordinatorStarts;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.state.CoordinatorState;
import org.sss.server.coordinator.state.MissingJournal;
import org.sss.server.coordinator.state.SssVersion;
import org.sss.server.node.code.CodeCache;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.memory.FatalErrors;
import org.sss.server.node.memory.MemoryEnd;
import org.sss.server.node.memory.MemoryWatch;
import org.sss.server.node.memory.RunningFile;
import org.sss.server.node.slots.TaskLanes;
import org.sss.server.node.slots.TaskService;
import org.sss.server.security.AuditFile;
import org.sss.server.security.AuditLog;
import org.sss.server.security.NodeSecurity;
import org.sss.server.security.PrivateDirectory;
import org.sss.server.security.RootRule;
import org.sss.server.security.SecurityMode;
import org.sss.server.shuffle.ShuffleMethods;
import org.sss.server.shuffle.ShuffleService;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.task.spill.JobFileAccess;
import org.sss.server.task.spill.ScratchDirectory;

/**
 * A node of a cluster: data server, tasks, and on node 0 the coordinator. Thread-safe. Nodes may start in any order. A node
 * that has not reached the coordinator yet answers with that error and serves no data.
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    /** The connect timeout is at least this; otherwise it is the idle timeout of connections. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration ANNOUNCE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final NodeSetup setup;
    private final NodeConfig config;
    private final LifeCycle life;
    private final NodeThreads threads;
    private final Connections connections;
    private final RpcService service;
    /** Created once this process owns the directory. */
    private volatile NodeGroups groups;
    private final CompletableFuture<ClusterMap> ready = new CompletableFuture<>();
    private final RelocationFiles relocationFiles;
    private final CloseableStack resources;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Set before tasks are accepted. */
    private RunningFile running;
    private volatile ClusterMap map;
    private volatile ServedCoordinator served;
    private volatile ShuffleService shuffles;
    private volatile TaskService tasks;
    /** Set before the node listens. */
    private NodeSecurity.Checks checks;

    private Node(NodeSetup setup) {
        this.setup = setup;
        config = setup.config();
        life = new LifeCycle("node " + config.nodeId());
        relocationFiles = new RelocationFiles(config.shuffle().spillDirectory().orElse(null), config.dataDirectory().resolve("held"), config.nodeId());
        resources = new CloseableStack("node " + config.nodeId());
        threads = NodeThreads.of("node-" + config.nodeId());
        connections = new Connections(setup.transport(), connectTimeout(config.net().idleTimeout()));
        service = new RpcService(threads.calls());
    }

    private static Duration connectTimeout(Duration idleTimeout) {
        return longer(idleTimeout.compareTo(TcpConfig.LONGEST_PEERS_IDLE) < 0 ? idleTimeout : TcpConfig.LONGEST_PEERS_IDLE, CONNECT_TIMEOUT);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /**
     * Starts a node with TCP between the processes.
     *
     * @throws SssException if settings, directory or ports are wrong; nothing is left open then
     */
    public static Node start(NodeConfig config) {
        return start(config, null, JobFileAccess.UNCHANGED);
    }

    private static Node start(NodeConfig config, MemoryEnd end, int umask) {
        DataVersions.check(config.dataDirectory());
        NativeLibrary.load(config.dataDirectory());
        NodeInfo self = config.self();
        StreamConfig streams = new StreamConfig(StreamConfig.windowBytes(config.nodes().size() * config.tasks().threads()),
                config.net().stallTimeout(), StreamConfig.DEFAULTS.maxStreams());
        NodeSecurity security = NodeSecurity.open(config.security().mode(), config.security().directory(), config.nodes(), config.isCoordinator());
        TcpConfig tcp = TcpConfig.DEFAULTS.withIo(config.net().io())
                .withTimeouts(config.net().idleTimeout(), longer(config.net().idleTimeout(), TcpConfig.DEFAULTS.prefaceTimeout())).withStreams(streams)
                .withRings(NodeRings.of(config));
        Transport transport = new LocalFirstTransport(new LocalTransport(streams), security.transport(tcp), Set.of(self.server(), self.data()));
        return start(new NodeSetup(config, transport, true, security,
                NodeSetup.Host.ofOneNode(config), end, umask));
    }

    static Node start(NodeSetup setup) {
        NativeLibrary.load(setup.config().dataDirectory());
        Node node = new Node(setup);
        if (!PlatformText.ofThisJvm().isUtf8()) {
            LOG.warn(PlatformText.ofThisJvm().warning());
        }
        try {
            node.life.enter(LifeCycle.State.STARTING);
            node.open();
            return node;
        } catch (RuntimeException | Error e) {
            node.close();
            throw e;
        }
    }

    /**
     * Starts a node, waits until the process is asked to end (SIGTERM, Ctrl-C), then closes it. If the node runs out of memory, the
     * process ends.
     *
     * @throws SssException if the node cannot start or join its cluster
     */
    public static void run(NodeConfig config) {
        run(config, null, JobFileAccess.UNCHANGED);
    }

    /**
     * As {@link #run(NodeConfig)}, for a process that is only this node: if it runs out of memory, the process restarts with the same
     * command line.
     */
    public static void runAsProcess(NodeConfig config) {
        JobPoolThreads.install();
        if (ProcessHandle.current().pid() == 1) {
            LOG.warn("node {} is process 1, which has to reap the processes that executables of jobs have left, and does not: start the container"
                    + " with an init (docker run --init, tini)", config.nodeId());
        }
        RootRule.ofThisProcess(SecurityMode.isLoopback(config.nodes()), config.security().mayRunAsRoot()).check(config.nodeId());
        createDirectory(config);
        NativeLibrary.load(config.dataDirectory());
        int umask = OwnProcess.makeFilesPrivate();
        run(config, MemoryEnd.prepare(config.nodeId(), config.tasks().threads()), umask);
    }

    private static void run(NodeConfig config, MemoryEnd memory, int umask) {
        LOG.info("{}", config);
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrors(config.nodeId(), memory));
        Node node = start(config, memory, umask);
        CompletableFuture<Void> end = new CompletableFuture<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            end.complete(null);
            node.close();
        }, "shutdown"));
        node.ready.whenComplete((map, error) -> {
            if (error != null) {
                end.completeExceptionally(error);
            } else {
                loadLibraries();
            }
        });
        try {
            end.join();
        } catch (CompletionException e) {
            throw SssException.of(e, "running a node");
        } finally {
            node.close();
        }
    }

    /** Loads what is usually loaded at first use: the directory from which that is done may be deleted until then. */
    private static void loadLibraries() {
        Thread loader = new Thread(() -> {
            try {
                ZstdLibrary.check();
            } catch (SssException e) {
                LOG.warn("{}", e.getMessage());
            }
        }, "load-libraries");
        loader.setDaemon(true);
        loader.start();
    }

    private void open() {
        resources.push(threads);
        if (setup.ownsTransport()) {
            resources.push(setup.transport());
        }
        Path directory = createDirectory(config);
        DataServer data = resources.push(setup.openData(directory.resolve("data")));
        resources.push(connections);
        checks = resources.push(setup.security().checks(service, config.isCoordinator() ? null
                : () -> connections.to(config.coordinator().server()), threads.work(), threads.timer()));
        openAudit(directory);
        BlobStore blobs = new BlobStore(directory.resolve("blobs"), config.storage().blobBytes());
        running = setup.host().fleeting() ? RunningFile.NONE : resources.push(RunningFile.open(directory));
        if (!running.before().isEmpty()) {
            LOG.warn("node {} had ended without being stopped (killed, or ended by native code or a crash) while it ran: {}", config.nodeId(),
                    running.before().stream().map(task -> task.at() + " of job '" + task.job() + "' of " + task.workflow()).collect(Collectors.joining(", ")));
        }
        served = new ServedCoordinator(config, setup.ownsTransport());
        openTasks(data, blobs);
        tasks.checking(served::check);
        CoordinatorStarts starts = config.isCoordinator() ? served.newStart() : null;
        service.on(ServerVerbs.CLUSTER, Join.class, join -> {
            if (starts != null) {
                starts.check("node " + join.node(), join.start());
            }
            return Cluster.of(map(), SssVersion.text());
        });
        service.on(ServerVerbs.NODE_SERVE, ServerVerbs.Serve.class, asked -> served.ask(asked, map));
        if (config.isCoordinator()) {
            Coordinator coordinator = openCoordinator(blobs, starts);
            listenAsServer();
            listenAsDataServer(data, coordinator.map());
            // Closed first, so that workflows end with this reason and not because of a lost node.
            resources.push(coordinator::endWork);
            run(coordinator.map(), () -> { });
            coordinator.start();
        } else {
            NotCoordinator.register(service, config.self(), config.coordinator());
            listenAsServer();
            new ClusterJoin(config, connections, threads, served).start().whenComplete((found, e) -> joined(data, found, e));
        }
    }

    private void openAudit(Path directory) {
        if (config.security().mode() != SecurityMode.OFF && config.security().auditBytes() > 0) {
            AuditLog audit = resources.push(new AuditLog(new AuditFile(directory.resolve(AuditFile.NAME), config.security().auditBytes()), threads.work(),
                    Clock.systemUTC()));
            checks.recordIn(audit);
            if (config.isCoordinator()) {
                service.heardBy(audit);
            }
        }
    }

    private void openTasks(DataServer data, BlobStore blobs) {
        CodeCache codes = resources.push(new CodeCache(blobs, new BlobStreams(blobs, threads.work()),
                () -> connections.to(config.coordinator().server()), setup.host().userCode(), threads.timer()));
        TaskLanes lanes = resources.push(new TaskLanes("node-" + config.nodeId(), config.tasks().threads()));
        ScratchDirectory scratch = new ScratchDirectory(config.dataDirectory().resolve("tmp"),
                new JobFileAccess(config.security().files(), setup.umask()));
        groups = new NodeGroups(scratch.jobFiles(), codes, relocationFiles, served,
                new GroupNames(() -> connections.to(config.coordinator().server()), System::nanoTime));
        shuffles = resources.push(new ShuffleService(new ShuffleContext(config.nodeId(), this::dataOf,
                new ShuffleBudget(data.memory()), () -> scratch.make("shuffle-"), threads.work(), data::received, config.net().stallTimeout(),
                relocationFiles), threads.timer()));
        shuffles.register(service);
        tasks = new TaskService(config.nodeId(), this::map, lanes, codes, data, this::dataOf, shuffles,
                config.tasks().bufferBytes(), config.tasks().grouping(), scratch, threads.timer(), config.tasks().stallTimeout(), setup.runningTasks(), running);
        MemoryEnd end = setup.end();
        if (end != null) {
            FatalErrors fatal = new FatalErrors(config.nodeId(), end);
            MemoryWatch watch = resources.push(new MemoryWatch("node-" + config.nodeId() + "-memory", tasks::running, codes::forgetIdle,
                    e -> fatal.endNode(Thread.currentThread(), e)));
            tasks.onOutOfMemory(watch::ranOut);
        }
        if (setup.isProcess()) {
            tasks.restore(ProcessDefaults.ofThisProcess());
        }
        tasks.register(service);
        StatusReport report = new StatusReport(config.nodeId(), config.dataDirectory(), tasks::running, shortage(),
                () -> NodeRings.use(config, setup.transport()), checks::expiring);
        service.on(ServerVerbs.NODE_STATUS, Nothing.class, n -> {
            map();
            return report.now();
        });
    }

    /** @throws SssException that names both nodes if there is no connection between them */
    private Connection dataOf(NodeAddress address) {
        try {
            return connections.to(address);
        } catch (SssException e) {
            NodeInfo other = config.nodes().stream().filter(node -> node.data().equals(address) || node.server().equals(address)).findFirst().orElse(null);
            boolean isSilent = e.code() == ErrorCode.NODE_UNREACHABLE || e.code() == ErrorCode.TIMEOUT;
            throw other == null || !isSilent ? e : DeadLink.error(config.nodeId(), other, e);
        }
    }

    /** The shortage of memory, or the abrupt end, that this process was started after; null if there was none. */
    private Shortage shortage() {
        Shortage memory = setup.shortage();
        return memory != null || running.before().isEmpty() ? memory : new Shortage(running.before(), true);
    }

    private Coordinator openCoordinator(BlobStore blobs, CoordinatorStarts starts) {
        ShuffleDefaults shuffles = new ShuffleDefaults(config.shuffle().method(), config.net().stallTimeout().multipliedBy(2),
                config.shuffle().memoryBytes(), ShuffleMethods::plan);
        Coordinator.Environment environment = new Coordinator.Environment(config.dataDirectory(), setup.persistence(), blobs,
                new Scheduling(threads.work(), threads.timer(), Clock.systemUTC()), config.workflows().running(),
                new JobDefaults(config.workflows().retry(), shuffles), shortage());
        CoordinatorState.Shape shape = new CoordinatorState.Shape(config.nodes().size(), config.cluster().subgroupCount(),
                setup.host().defaultSubgroupCount());
        if (setup.persistence() != CoordinatorState.Persistence.NONE) {
            Path directory = config.dataDirectory();
            MissingJournal.check(directory, List.of(directory.resolve(NodeIdentity.FILE), directory.resolve("data/groups"),
                    directory.resolve("data/tuples.bdb")));
        }
        Coordinator coordinator = resources.push(Coordinator.open(environment, shape, state -> new Members(new ClusterMap(state.clusterId(),
                served.next(environment.scheduling().clock().millis()), config.nodes(), state.subgroupCount()), starts, connections, threads.work())));
        served.claim(coordinator.map());
        coordinator.register(service);
        return coordinator;
    }

    private void listenAsServer() {
        // Closed after the listeners and before the resources that the calls use.
        resources.push(threads::endCalls);
        resources.push(setup.transport().listen(config.self().server(), checks.protect(service)));
    }

    private void joined(DataServer data, ClusterMap found, Throwable error) {
        try {
            if (error != null) {
                throw SssException.of(error, "joining the cluster");
            }
            checks.awaitTokens();
            listenAsDataServer(data, found);
            run(found, this::announce);
        } catch (SssException e) {
            if (life.state() == LifeCycle.State.STARTING) {
                LOG.error("node {} cannot join the cluster: {}", config.nodeId(), e.getMessage());
            }
            ready.completeExceptionally(e);
        }
    }

    /** Serves data only after checking that the directory belongs to this node of this cluster. */
    private void listenAsDataServer(DataServer data, ClusterMap found) {
        served.claim(found);
        RpcService dataService = new RpcService(threads.dataCalls());
        data.register(dataService, groups);
        shuffles.registerData(dataService);
        resources.push(setup.transport().listen(config.self().data(), checks.protect(dataService)));
    }

    /** Notifies the coordinator; if the call fails, the coordinator finds the node within half a second. */
    private void announce() {
        try {
            Rpc.call(connections.to(config.coordinator().server()), ServerVerbs.NODE_READY, new ServerVerbs.NodeNumber(config.nodeId()),
                    Void.class, ANNOUNCE_TIMEOUT);
        } catch (SssException e) {
            LOG.debug("node {} cannot report to the coordinator that it is ready", config.nodeId(), e);
        }
    }

    private void run(ClusterMap found, Runnable announce) {
        relocationFiles.sweep(found.clusterId());
        map = found;
        life.enter(LifeCycle.State.RUNNING);
        announce.run();
        LOG.info("node {} ready: server {}, data {}, {}", config.nodeId(), config.self().server(), config.self().data(),
                config.dataDirectory());
        ready.complete(found);
    }

    private ClusterMap map() {
        ClusterMap known = map;
        if (known == null) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, "node " + config.nodeId() + " has not reached the coordinator at "
                    + config.coordinator().server() + " yet; is that one running?");
        }
        return known;
    }

    /**
     * Waits until the node has joined its cluster.
     *
     * @throws SssException if it cannot, with the reason; {@link ErrorCode#TIMEOUT}
     */
    public ClusterMap awaitReady(Duration timeout) {
        try {
            return ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw SssException.of(e, "joining the cluster");
        } catch (TimeoutException e) {
            throw new SssException(ErrorCode.TIMEOUT, "node " + config.nodeId() + " did not reach the coordinator at "
                    + config.coordinator().server() + " within " + timeout.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while node " + config.nodeId() + " was starting", e);
        }
    }

    /** Number of tasks that have a thread now. */
    int runningTasks() {
        TaskService opened = tasks;
        return opened == null ? 0 : opened.running();
    }

    public LifeCycle.State state() {
        return life.state();
    }

    private static Path createDirectory(NodeConfig config) {
        DataVersions.check(config.dataDirectory());
        try {
            return PrivateDirectory.make(config.dataDirectory());
        } catch (IOException e) {
            throw new SssException(ErrorCode.STORAGE, "cannot make the data directory " + config.dataDirectory() + ": " + e, e);
        }
    }

    /** Ends workflows and tasks, then closes everything; a second caller waits for the first. Idempotent. */
    @Override
    public void close() {
        if (!life.tryEnter(LifeCycle.State.STOPPING)) {
            awaitClosed();
            return;
        }
        resources.close();
        life.enter(LifeCycle.State.STOPPED);
        ready.completeExceptionally(new SssException(ErrorCode.CLOSED, "node " + config.nodeId() + " was closed"));
        closed.countDown();
    }

    private void awaitClosed() {
        try {
            if (!closed.await(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("node {} did not close within {} s", config.nodeId(), CLOSE_TIMEOUT.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
