package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Places;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Work;

/** The nodes of the cluster and connections to them. Thread-safe. */
public final class Members {
    private static final Logger LOG = LoggerFactory.getLogger(Members.class);
    private static final Duration SAMPLE_TIMEOUT = Duration.ofMinutes(1);
    /** A client waits 30 s for all nodes, which are asked concurrently. */
    private static final Duration DESCRIBE_TIMEOUT = Duration.ofSeconds(20);

    /** Replaced when the epoch is raised. */
    private volatile ClusterMap map;
    /** Why this coordinator must use no other node any more: there is a newer one; null otherwise. */
    private volatile SssException superseded;

    private final CoordinatorStarts starts;
    /** By the number of the node, why it refuses this coordinator. */
    private final Map<Integer, SssException> refusals = new ConcurrentHashMap<>();

    private final Connections connections;
    private final Executor executor;
    private final NodeChecks checks;
    private final ClusterHealth health;
    private final GroupWrites writes;

    /** @param executor runs calls that block, as many at once as there are nodes */
    public Members(ClusterMap map, CoordinatorStarts starts, Connections connections, Executor executor) {
        this.map = map;
        this.starts = starts;
        this.connections = connections;
        this.executor = executor;
        checks = new NodeChecks(map.nodes().size());
        health = new ClusterHealth(this);
        writes = new GroupWrites(this, executor);
    }

    public ClusterMap map() {
        return map;
    }

    CoordinatorStarts starts() {
        return starts;
    }

    /**
     * Raises the epoch above that of an earlier coordinator which a node has served.
     *
     * @return false if a newer coordinator has replaced this one
     */
    synchronized boolean raiseAbove(long epoch) {
        if (superseded != null) {
            return false;
        }
        map = map.withEpoch(Math.max(map.epoch(), epoch + 1));
        return true;
    }

    /**
     * Ends the use of all other nodes: one of them serves a coordinator that has started later. Returns the error of
     * all further calls.
     */
    synchronized SssException supersede(NodeInfo node, String newer) {
        if (superseded == null) {
            superseded = new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "this coordinator at " + map.coordinator().server()
                            + " has been replaced: " + node + " serves the one at " + newer
                            + ", which has started later."
                            + " Node 0 runs twice: stop one of the two. If this is the right one, stop the other one "
                            + "and start"
                            + " this one again");
            LOG.error("{}", superseded.getMessage());
        }
        return superseded;
    }

    /** Sets why a node refuses this coordinator, which then sends it nothing more; null if it does not. */
    void refused(NodeInfo node, SssException why) {
        if (why == null) {
            refusals.remove(node.id());
        } else if (refusals.put(node.id(), why) == null) {
            LOG.error("{}", why.getMessage());
        }
    }

    private void checkServed(NodeInfo node) {
        SssException why = superseded != null && node.id() != 0 ? superseded : refusals.get(node.id());
        if (why != null) {
            throw new SssException(why.code(), why.getMessage(), why);
        }
    }

    /** A connection to ask the node to serve this coordinator. */
    Connection toAsk(NodeInfo node) {
        try {
            return connections.to(node.server());
        } catch (SssException e) {
            throw unreachable(node, e);
        }
    }

    /** The comparison of nodes with the catalog. */
    public NodeChecks checks() {
        return checks;
    }

    /** The status of the nodes. */
    public ClusterHealth health() {
        return health;
    }

    /** Changes of groups on all data servers. */
    public GroupWrites writes() {
        return writes;
    }

    /** @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming the node */
    public Connection server(NodeInfo node) {
        checkServed(node);
        return toAsk(node);
    }

    /** @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming the node */
    public Connection data(NodeInfo node) {
        checkServed(node);
        try {
            return connections.to(node.data());
        } catch (SssException e) {
            throw unreachable(node, e);
        }
    }

    private static SssException unreachable(NodeInfo node, SssException e) {
        // its process may be stopped
        ErrorCode code = e.code() == ErrorCode.TIMEOUT ? ErrorCode.NODE_UNREACHABLE : e.code();
        return new SssException(code, node + " cannot be reached, start it or see its log: " + e.getMessage(), e);
    }

    /**
     * Starts a period in which no node may be lost.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming a node
     */
    public RestartGuard restartGuard() {
        ClusterMap now = map;
        List<NodeInfo> nodes = now.inUse();
        return new RestartGuard(now, nodes, nodes.stream().map(this::server).toList());
    }

    /** The same for all nodes, also those that are not in use. */
    public RestartGuard restartGuardOfAll() {
        ClusterMap now = map;
        return new RestartGuard(
                now, now.nodes(), now.nodes().stream().map(this::server).toList());
    }

    /** Changes the tables of places. */
    synchronized void useTables(int active, List<Places> tables) {
        map = map.withTables(active, tables);
    }

    /**
     * Samples keys of a group on all nodes; fails as soon as one node cannot be asked, or does not answer within a
     * minute.
     */
    public CompletableFuture<List<byte[]>> sample(DataVerbs.Sample sample) {
        String what = "sampling the keys of group " + sample.group();
        CompletableFuture<List<byte[]>> result = new CompletableFuture<>();
        List<CompletableFuture<DataVerbs.Sampled>> answers = map.inUse().stream()
                .map(node -> ask(
                        () -> Rpc.call(data(node), DataVerbs.SAMPLE, sample, DataVerbs.Sampled.class, SAMPLE_TIMEOUT),
                        what + " on " + node))
                .toList();
        answers.forEach(answer -> answer.exceptionally(e -> {
            result.completeExceptionally(SssException.of(e, what));
            return null;
        }));
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenRun(() -> result.complete(answers.stream()
                        .flatMap(answer -> answer.join().keys().stream())
                        .toList()));
        return result;
    }

    /**
     * Describes the committed data of groups on a node; does not block.
     *
     * @return fails with {@link ErrorCode#NODE_UNREACHABLE} or {@link ErrorCode#TIMEOUT}, naming the node
     */
    public CompletableFuture<List<DataVerbs.DescribedPart>> describe(NodeInfo node, List<GroupKey> groups) {
        return ask(
                () -> {
                    DataVerbs.DescribedParts answer = Rpc.call(
                            data(node),
                            DataVerbs.DESCRIBE,
                            new DataVerbs.Describe(groups),
                            DataVerbs.DescribedParts.class,
                            DESCRIBE_TIMEOUT);
                    if (answer.parts().size() != groups.size()) {
                        throw new SssException(
                                ErrorCode.PROTOCOL,
                                node + " describes " + answer.parts().size() + " groups, and was asked for "
                                        + groups.size());
                    }
                    return answer.parts();
                },
                "reading the descriptions of groups of " + node);
    }

    /** What a node has committed of each subgroup of a group; does not block. */
    public CompletableFuture<DataVerbs.GroupStat> stat(NodeInfo node, GroupKey group) {
        return ask(
                () -> Rpc.call(
                        data(node),
                        DataVerbs.STAT,
                        new DataVerbs.Stat(group.id(), group.identity()),
                        DataVerbs.GroupStat.class,
                        DESCRIBE_TIMEOUT),
                "reading the subgroups of group " + group.id() + " of " + node);
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} if no thread is free to wait for the answer */
    <T> CompletableFuture<T> ask(Supplier<T> call, String what) {
        return CompletableFuture.supplyAsync(call, work -> Work.execute(executor, work, what));
    }
}
