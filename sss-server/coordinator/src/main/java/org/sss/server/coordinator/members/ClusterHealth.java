package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;

/** Requests the status of the nodes. Thread-safe. */
public final class ClusterHealth {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterHealth.class);
    /** For slow links: connecting takes two round trips, the answer another one. */
    private static final Duration TIMEOUT = Duration.ofSeconds(8);

    private static final Duration MIN_TIMEOUT = Duration.ofSeconds(2);
    /**
     * A node that answered within this time, on a still open connection, is not asked again: thousands of jobs may be
     * submitted.
     */
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final Members members;
    private volatile Reached reached;
    /** The running request to all nodes, which concurrent callers share; null if there is none. Guarded by this. */
    private CompletableFuture<List<NodeHealth>> asking;

    private volatile BiConsumer<NodeInfo, NodeStatus> onStatus = (node, status) -> {};

    /** Connections to all nodes, all of which were open at one moment. */
    private record Reached(long nanos, List<Connection> connections) {
        boolean isFresh() {
            return System.nanoTime() - nanos < FRESH_NANOS
                    && connections.stream().allMatch(Connection::isOpen);
        }
    }

    ClusterHealth(Members members) {
        this.members = members;
    }

    /** Sets the callback for each received status of a node. It must not block. */
    public void onStatus(BiConsumer<NodeInfo, NodeStatus> callback) {
        onStatus = callback;
    }

    /** Requests the status of all nodes concurrently; waits at most 8 s for each. */
    public List<NodeHealth> all() {
        return all(TIMEOUT);
    }

    private List<NodeHealth> all(Duration timeout) {
        List<CompletableFuture<NodeHealth>> answers = members.map().nodes().stream()
                .map(node -> members.ask(() -> one(node), "requesting the status of " + node)
                        .completeOnTimeout(silent(node, timeout), timeout.toMillis(), TimeUnit.MILLISECONDS))
                .toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    private static NodeHealth silent(NodeInfo node, Duration timeout) {
        return new NodeHealth(node, null, "no answer within " + timeout.toSeconds() + " s");
    }

    private NodeHealth one(NodeInfo node) {
        try {
            NodeStatus status = Rpc.call(
                    members.server(node),
                    ServerVerbs.NODE_STATUS,
                    new ServerVerbs.Nothing(),
                    NodeStatus.class,
                    TIMEOUT);
            onStatus.accept(node, status);
            return new NodeHealth(node, status, null);
        } catch (SssException e) {
            return new NodeHealth(node, null, e.getMessage());
        }
    }

    /** @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming all nodes that do not answer */
    public void checkAllReachable() {
        Reached before = reached;
        if (before != null && before.isFresh()) {
            return;
        }
        long nanos = System.nanoTime();
        List<NodeInfo> inUse = members.map().inUse();
        List<NodeHealth> down = shared().stream()
                .filter(h -> h.error() != null && inUse.contains(h.node()))
                .toList();
        if (!down.isEmpty()) {
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    down.size() + " of " + members.map().nodes().size()
                            + " nodes do not answer, and each has subgroups of every group; start them and submit "
                            + "again: "
                            + down.stream().map(ClusterHealth::named).collect(Collectors.joining("; ")));
        }
        reached = new Reached(nanos, inUse.stream().map(members::server).toList());
    }

    /**
     * Shares one request between concurrent callers: each occupies a thread for calls on a node, and many clients would
     * use up all.
     */
    private List<NodeHealth> shared() {
        CompletableFuture<List<NodeHealth>> answer;
        boolean mine;
        synchronized (this) {
            mine = asking == null;
            asking = mine ? new CompletableFuture<>() : asking;
            answer = asking;
        }
        if (mine) {
            try {
                answer.complete(all());
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(e);
            } finally {
                synchronized (this) {
                    asking = null;
                }
            }
        }
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw SssException.of(e, "requesting the status of all nodes");
        }
    }

    /** The error with the name of the node, which most errors start with. */
    private static String named(NodeHealth down) {
        String node = down.node().toString();
        return down.error().startsWith(node) ? down.error() : node + ": " + down.error();
    }

    /** True if all nodes in use answer; false also if no thread is free to ask one. */
    public boolean areAllReachable() {
        return silentNodes(TIMEOUT).isEmpty();
    }

    /**
     * Returns the nodes in use that do not answer within the timeout, at least 2 s; all of them if no thread is free to
     * ask one.
     */
    public List<NodeInfo> silentNodes(Duration timeout) {
        return silentNodes(members.map().inUse(), timeout);
    }

    /** As {@link #silentNodes(Duration)}, of some nodes. */
    List<NodeInfo> silentNodes(List<NodeInfo> nodes, Duration timeout) {
        Duration limit = timeout.compareTo(TIMEOUT) > 0 ? TIMEOUT : timeout;
        try {
            return all(limit.compareTo(MIN_TIMEOUT) < 0 ? MIN_TIMEOUT : limit).stream()
                    .filter(h -> h.error() != null)
                    .map(NodeHealth::node)
                    .filter(nodes::contains)
                    .toList();
        } catch (SssException e) {
            LOG.debug("Not all nodes can be asked: {}", e.getMessage());
            return nodes;
        }
    }
}
