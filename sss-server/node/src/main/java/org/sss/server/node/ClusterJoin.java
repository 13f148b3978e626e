package org.sss.server.node;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Work;
import org.sss.server.node.config.NodeConfig;

/**
 * Requests the cluster map from the coordinator and retries until it gets one: a coordinator that is down, slow or
 * overloaded never ends a node. Thread-safe.
 */
final class ClusterJoin {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterJoin.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long RETRY_MILLIS = 500;

    private final NodeConfig config;
    private final Connections connections;
    private final NodeThreads threads;
    private final ServedCoordinator served;
    private final CompletableFuture<ClusterMap> map = new CompletableFuture<>();
    private volatile boolean reportedUnreachable;

    ClusterJoin(NodeConfig config, Connections connections, NodeThreads threads, ServedCoordinator served) {
        this.config = config;
        this.connections = connections;
        this.threads = threads;
        this.served = served;
    }

    /**
     * Starts to request; the future fails with {@link ErrorCode#INVALID_ARGUMENT} if the coordinator has a different
     * list of nodes.
     */
    CompletableFuture<ClusterMap> start() {
        submitAttempt();
        return map;
    }

    private void submitAttempt() {
        try {
            Work.execute(threads.work(), this::attempt, "requesting the cluster map from the coordinator");
        } catch (SssException e) {
            retryLater(e);
        }
    }

    private void attempt() {
        if (map.isDone()) {
            return;
        }
        try {
            ClusterMap found = Rpc.call(
                    connections.to(config.coordinator().server()),
                    ServerVerbs.CLUSTER,
                    new ServerVerbs.Join(config.nodeId(), served.lastStart()),
                    ClusterMap.class,
                    TIMEOUT);
            check(found);
            map.complete(found);
        } catch (SssException e) {
            if (e.code().kind() == ErrorCode.Kind.RETRYABLE) {
                retryLater(e);
            } else {
                map.completeExceptionally(
                        e.code() != ErrorCode.UNAUTHENTICATED
                                ? e
                                : new SssException(
                                        e.code(),
                                        e.getMessage()
                                                + "; this is a node: on one machine the nodes of a cluster need the "
                                                + "same security.dir, on several machines certificates of"
                                                + " the same CA",
                                        e));
            }
        }
    }

    private void check(ClusterMap found) {
        if (!found.nodes().equals(config.nodes())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cluster.nodes of this node is " + config.nodes() + ", that of the coordinator " + found.nodes()
                            + "; make them the same");
        }
        if (served.isOlder(found.epoch())) {
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "the coordinator at " + config.coordinator().server() + " has started before another one that"
                            + " this node has served. If node 0 runs twice, stop one of the two");
        }
    }

    private void retryLater(SssException why) {
        if (!reportedUnreachable) {
            reportedUnreachable = true;
            LOG.warn(
                    "node {} cannot reach the coordinator yet and keeps trying: {}", config.nodeId(), why.getMessage());
        }
        threads.timer().schedule(this::submitAttempt, RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }
}
