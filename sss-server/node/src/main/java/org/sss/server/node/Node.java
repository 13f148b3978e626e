package org.sss.server.node;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.DataServer;
import org.sss.dataserver.process.NativeLibrary;
import org.sss.io.exec.PlatformText;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Cluster;
import org.sss.net.control.ServerVerbs.Join;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connections;
import org.sss.server.coordinator.Coordinator;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.members.CoordinatorStarts;
import org.sss.server.coordinator.state.SssVersion;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.node.http.NodeFigures;
import org.sss.server.node.memory.RunningFile;
import org.sss.server.security.AuditFile;
import org.sss.server.security.AuditLog;
import org.sss.server.security.NodeSecurity;
import org.sss.server.security.SecurityMode;
import org.sss.server.task.spill.JobFileAccess;

/**
 * A node of a cluster: data server, tasks, and on node 0 the coordinator. Thread-safe. Nodes may start in any order. A
 * node that has not reached the coordinator yet answers with that error and serves no data.
 */
public final class Node implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Node.class);
    private static final Duration ANNOUNCE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);

    private final NodeSetup setup;
    private final NodeConfig config;
    private final LifeCycle life;
    private final NodeThreads threads;
    private final Connections connections;
    private final RpcService service;
    private final RpcService dataService;
    private final CompletableFuture<ClusterMap> ready = new CompletableFuture<>();
    private final CloseableStack resources;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Set before tasks are accepted. */
    private RunningFile running;

    /** Node 0 has the newest map, other nodes that of their join; null before it. */
    private volatile Supplier<ClusterMap> map;

    private volatile ServedCoordinator served;
    private volatile NodeTasks tasks;
    /** Null on other nodes than 0, and before it runs. */
    private volatile Coordinator coordinator;
    /** Set before the node listens. */
    private NodeSecurity.Checks checks;

    private StatusReport status;

    private Node(NodeSetup setup) {
        this.setup = setup;
        config = setup.config();
        life = new LifeCycle("node " + config.nodeId());
        resources = new CloseableStack("node " + config.nodeId());
        threads = NodeThreads.of("node-" + config.nodeId());
        connections = setup.connections();
        service = new RpcService(threads.calls());
        dataService = new RpcService(threads.dataCalls());
    }

    /**
     * Starts a node with TCP between the processes.
     *
     * @throws SssException if settings, directory or ports are wrong; nothing is left open then
     */
    public static Node start(NodeConfig config) {
        return start(NodeSetup.of(config, null, JobFileAccess.UNCHANGED));
    }

    /** Starts a node in the given environment. */
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

    private void open() {
        resources.push(threads);
        if (setup.ownsTransport()) {
            resources.push(setup.transport());
        }
        Path directory = NodeSetup.createDirectory(config);
        DataServer data = resources.push(setup.openData(directory.resolve("data")));
        resources.push(connections);
        checks = resources.push(setup.security()
                .checks(
                        service,
                        config.isCoordinator()
                                ? null
                                : () -> connections.to(config.coordinator().server()),
                        threads.work(),
                        threads.timer()));
        openAudit(directory);
        BlobStore blobs =
                new BlobStore(directory.resolve("blobs"), config.storage().blobBytes());
        running = setup.host().fleeting() ? RunningFile.NONE : resources.push(RunningFile.open(directory));
        reportCrash();
        served = new ServedCoordinator(config, setup.ownsTransport());
        NodeParts parts = new NodeParts(setup, threads, connections, service, resources, served, this::map);
        tasks = NodeTasks.open(parts, data, blobs, running);
        registerStatus();
        CoordinatorStarts starts = config.isCoordinator() ? served.newStart() : null;
        service.on(ServerVerbs.CLUSTER, Join.class, join -> {
            if (starts != null) {
                starts.check("node " + join.node(), join.start());
            }
            return Cluster.of(map(), SssVersion.text());
        });
        service.on(
                ServerVerbs.NODE_SERVE,
                ServerVerbs.Serve.class,
                asked -> served.ask(asked, map == null ? null : map()));
        openHttp(data);
        serve(parts, data, blobs, starts);
    }

    private void openHttp(DataServer data) {
        NodeFigures figures =
                new NodeFigures(config, tasks.service(), data, service, dataService, setup.transport(), checks);
        HttpStart.of(new NodeForHttp(
                        setup, service, checks, threads.timer(), status, figures, () -> coordinator, ready))
                .ifPresent(resources::push);
    }

    /** @param starts of the coordinator; null for other nodes */
    private void serve(NodeParts parts, DataServer data, BlobStore blobs, CoordinatorStarts starts) {
        if (config.isCoordinator()) {
            Coordinator opened = CoordinatorWiring.open(parts, blobs, starts, shortage());
            listenAsServer();
            listenAsDataServer(data, opened.map());
            // Closed first, so that workflows end with this reason and not because of a lost node.
            resources.push(opened::endWork);
            run(opened::map, () -> {});
            opened.start();
            coordinator = opened;
        } else {
            NotCoordinator.register(service, config.self(), config.coordinator());
            listenAsServer();
            new ClusterJoin(config, connections, threads, served)
                    .start()
                    .whenComplete((found, e) -> joined(data, found, e));
        }
    }

    /** If the former process of this node ended while tasks ran. */
    private void reportCrash() {
        if (!running.before().isEmpty()) {
            LOG.warn(
                    "node {} had ended without being stopped (killed, or ended by native code or a crash) while it "
                            + "ran: {}",
                    config.nodeId(),
                    running.before().stream()
                            .map(task -> task.at() + " of job '" + task.job() + "' of " + task.workflow())
                            .collect(Collectors.joining(", ")));
        }
    }

    private void openAudit(Path directory) {
        if (config.security().mode() != SecurityMode.OFF && config.security().auditBytes() > 0) {
            AuditLog audit = resources.push(new AuditLog(
                    new AuditFile(
                            directory.resolve(AuditFile.NAME), config.security().auditBytes()),
                    threads.work(),
                    Clock.systemUTC()));
            checks.recordIn(audit);
            if (config.isCoordinator()) {
                service.heardBy(audit);
            }
        }
    }

    private void registerStatus() {
        status = new StatusReport(
                config.nodeId(),
                config.dataDirectory(),
                this::runningTasks,
                shortage(),
                () -> NodeRings.use(config, setup.transport()),
                checks::expiring);
        service.on(ServerVerbs.NODE_STATUS, Nothing.class, n -> {
            map();
            return status.now();
        });
    }

    /** The shortage of memory, or the abrupt end, that this process was started after; null if there was none. */
    private Shortage shortage() {
        Shortage memory = setup.shortage();
        return memory != null || running.before().isEmpty() ? memory : new Shortage(running.before(), true);
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
            run(() -> found, this::announce);
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
        data.register(dataService, tasks.groups(), connections::to);
        tasks.shuffles().registerData(dataService);
        resources.push(setup.transport().listen(config.self().data(), checks.protect(dataService)));
    }

    /** Notifies the coordinator; if the call fails, the coordinator finds the node within half a second. */
    private void announce() {
        try {
            Rpc.call(
                    connections.to(config.coordinator().server()),
                    ServerVerbs.NODE_READY,
                    new ServerVerbs.NodeNumber(config.nodeId()),
                    Void.class,
                    ANNOUNCE_TIMEOUT);
        } catch (SssException e) {
            LOG.debug("node {} cannot report to the coordinator that it is ready", config.nodeId(), e);
        }
    }

    private void run(Supplier<ClusterMap> maps, Runnable announce) {
        ClusterMap found = maps.get();
        tasks.prepareFiles(config, found);
        map = maps;
        life.enter(LifeCycle.State.RUNNING);
        announce.run();
        LOG.info(
                "node {} ready: server {}, data {}, {}",
                config.nodeId(),
                config.self().server(),
                config.self().data(),
                config.dataDirectory());
        tasks.recoverStores(threads);
        ready.complete(found);
    }

    private ClusterMap map() {
        Supplier<ClusterMap> known = map;
        if (known == null) {
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "node " + config.nodeId() + " has not reached the coordinator at "
                            + config.coordinator().server() + " yet; is that one running?");
        }
        return known.get();
    }

    /** Completed when the node has joined its cluster, or cannot. */
    CompletableFuture<ClusterMap> ready() {
        return ready;
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
            throw new SssException(
                    ErrorCode.TIMEOUT,
                    "node " + config.nodeId() + " did not reach the coordinator at "
                            + config.coordinator().server() + " within " + timeout.toSeconds() + " s",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(
                    ErrorCode.CANCELLED, "interrupted while node " + config.nodeId() + " was starting", e);
        }
    }

    /** Number of tasks that have a thread now. */
    int runningTasks() {
        NodeTasks opened = tasks;
        return opened == null ? 0 : opened.service().running();
    }

    public LifeCycle.State state() {
        return life.state();
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
