package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupDescription;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.NodeHealth;
import org.sss.net.control.ServerVerbs.NodeStatus;
import org.sss.net.control.ServerVerbs.Nothing;
import org.sss.net.rpc.Rpc;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.state.Committed;

/** Calls to the nodes of the cluster. Thread-safe. */
public final class Members {
    private static final Logger LOG = LoggerFactory.getLogger(Members.class);
    /** For slow links: connecting takes two round trips, the answer another one. */
    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(8);
    private static final Duration MIN_STATUS_TIMEOUT = Duration.ofSeconds(2);
    /** A node that answered within this time, on a still open connection, is not asked again: thousands of jobs may be submitted. */
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** A commit is retried for this long on a node that has too many calls to serve. */
    private static final long COMMIT_RETRY_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long COMMIT_PAUSE_MILLIS = 300;
    private static final Duration SAMPLE_TIMEOUT = Duration.ofMinutes(1);
    /** A client waits 30 s for all nodes, which are asked concurrently. */
    private static final Duration DESCRIBE_TIMEOUT = Duration.ofSeconds(20);

    /** Replaced when the epoch is raised. */
    private volatile ClusterMap map;
    /** Why this coordinator must use no other node any more: there is a newer one; null otherwise. */
    private volatile SssException superseded;
    /** By the number of the node, why it refuses this coordinator. */
    private final Map<Integer, SssException> refusals = new ConcurrentHashMap<>();
    private final Connections connections;
    private final Executor executor;
    /** By the number of the node. */
    private final List<AttemptAborts> aborts;
    private final NodeChecks checks;
    private volatile Reached reached;
    /** The running request for the health of all nodes, which concurrent callers share; null if there is none. Guarded by this. */
    private CompletableFuture<List<NodeHealth>> asking;
    private volatile BiConsumer<NodeInfo, NodeStatus> onStatus = (node, status) -> { };

    /** Connections to all nodes, all of which were open at one moment. */
    private record Reached(long nanos, List<Connection> connections) {
        boolean isFresh() {
            return System.nanoTime() - nanos < FRESH_NANOS && connections.stream().allMatch(Connection::isOpen);
        }
    }

    /** @param executor runs calls that block, as many at once as there are nodes */
    public Members(ClusterMap map, Connections connections, Executor executor) {
        this.map = map;
        this.connections = connections;
        this.executor = executor;
        checks = new NodeChecks(map.nodes().size());
        aborts = map.nodes().stream().map(node -> new AttemptAborts(executor, abort -> abort(node, abort))).toList();
    }

    public ClusterMap map() {
        return map;
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

    /** Ends the use of all other nodes: one of them serves a coordinator that has started later. Returns the error of all further calls. */
    synchronized SssException supersede(NodeInfo node, String newer) {
        if (superseded == null) {
            superseded = new SssException(ErrorCode.INVALID_ARGUMENT, "this coordinator at " + map.coordinator().server() + " has been replaced: " + node
                    + " serves the one at " + newer + ", which has started later. Node 0 runs twice: stop one of the two. If this is the right one, stop the"
                    + " other one and start this one again");
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
        ErrorCode code = e.code() == ErrorCode.TIMEOUT ? ErrorCode.NODE_UNREACHABLE : e.code(); // its process may be stopped
        return new SssException(code, node + " cannot be reached, start it or see its log: " + e.getMessage(), e);
    }

    /**
     * Starts a period in which no node may be lost.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming a node
     */
    public RestartGuard restartGuard() {
        return new RestartGuard(map.nodes(), map.nodes().stream().map(this::server).toList());
    }

    /** Sets the callback for each received status of a node. It must not block. */
    public void onStatus(BiConsumer<NodeInfo, NodeStatus> callback) {
        onStatus = callback;
    }

    /** Requests the status of all nodes concurrently; waits at most 8 s for each. */
    public List<NodeHealth> health() {
        return health(STATUS_TIMEOUT);
    }

    private List<NodeHealth> health(Duration timeout) {
        List<CompletableFuture<NodeHealth>> answers = map.nodes().stream()
                .map(node -> ask(() -> health(node), "requesting the status of " + node)
                        .completeOnTimeout(silent(node, timeout), timeout.toMillis(), TimeUnit.MILLISECONDS)).toList();
        return answers.stream().map(CompletableFuture::join).toList();
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} if no thread is free to wait for the answer */
    private <T> CompletableFuture<T> ask(Supplier<T> call, String what) {
        return CompletableFuture.supplyAsync(call, work -> Work.execute(executor, work, what));
    }

    private static NodeHealth silent(NodeInfo node, Duration timeout) {
        return new NodeHealth(node, null, "no answer within " + timeout.toSeconds() + " s");
    }

    private NodeHealth health(NodeInfo node) {
        try {
            NodeStatus status = Rpc.call(server(node), ServerVerbs.NODE_STATUS, new ServerVerbs.Nothing(), NodeStatus.class,
                    STATUS_TIMEOUT);
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
        List<NodeHealth> down = sharedHealth().stream().filter(h -> h.error() != null).toList();
        if (!down.isEmpty()) {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, down.size() + " of " + map.nodes().size()
                    + " nodes do not answer, and each has subgroups of every group; start them and submit again: "
                    + down.stream().map(Members::named).collect(Collectors.joining("; ")));
        }
        reached = new Reached(nanos, map.nodes().stream().map(this::server).toList());
    }

    /** Shares one request between concurrent callers: each occupies a thread for calls on a node, and many clients would use up all. */
    private List<NodeHealth> sharedHealth() {
        CompletableFuture<List<NodeHealth>> answer;
        boolean mine;
        synchronized (this) {
            mine = asking == null;
            asking = mine ? new CompletableFuture<>() : asking;
            answer = asking;
        }
        if (mine) {
            try {
                answer.complete(health());
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

    /** True if all nodes answer; false also if no thread is free to ask one. */
    public boolean areAllReachable() {
        return silentNodes(STATUS_TIMEOUT).isEmpty();
    }

    /** Returns the nodes that do not answer within the timeout, at least 2 s; all nodes if no thread is free to ask one. */
    public List<NodeInfo> silentNodes(Duration timeout) {
        Duration limit = timeout.compareTo(STATUS_TIMEOUT) > 0 ? STATUS_TIMEOUT : timeout;
        try {
            return health(limit.compareTo(MIN_STATUS_TIMEOUT) < 0 ? MIN_STATUS_TIMEOUT : limit).stream().filter(h -> h.error() != null)
                    .map(NodeHealth::node).toList();
        } catch (SssException e) {
            LOG.debug("Not all nodes can be asked: {}", e.getMessage());
            return map.nodes();
        }
    }

    /** Aborts an attempt on all data servers that can be reached; does not block. */
    public void abort(long group, AttemptId attempt) {
        DataVerbs.Abort abort = new DataVerbs.Abort(group, attempt, map.epoch());
        aborts.forEach(node -> node.add(abort));
    }

    private void abort(NodeInfo node, DataVerbs.Abort abort) {
        Rpc.call(data(node), DataVerbs.ABORT, abort, Void.class, STATUS_TIMEOUT);
    }

    /**
     * Lets clients write a new group on all data servers; waits for that.
     *
     * @throws SssException with the node that did not answer or has refused it
     */
    public void create(GroupInfo group) {
        byte[] create = Rpc.encoded(DataVerbs.CREATE, new DataVerbs.Create(group.key(), map.epoch()));
        List<CompletableFuture<Nothing>> answers = map.nodes().stream().map(node -> start(node, DataVerbs.CREATE, create, Nothing.class)).toList();
        try {
            for (int i = 0; i < answers.size(); i++) {
                awaitCreated(group, map.node(i), answers.get(i));
            }
        } finally {
            answers.forEach(answer -> answer.cancel(false));
        }
    }

    private static void awaitCreated(GroupInfo group, NodeInfo node, CompletableFuture<Nothing> answer) {
        String what = "creating group '" + group.name() + "' on " + node;
        try {
            answer.get(STATUS_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SssException(ErrorCode.TIMEOUT, what + " had no answer within " + STATUS_TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while " + what, e);
        } catch (ExecutionException e) {
            throw SssException.of(e, what);
        }
    }

    /**
     * Commits these attempts of a group on all data servers; fails as soon as one of them fails. Wait for it with {@link #await};
     * completing it from outside cancels it.
     *
     * @param temporary see {@link GroupDescription}
     */
    public CompletableFuture<Committed> commit(GroupInfo group, boolean temporary, List<AttemptId> attempts) {
        // Encoded once for all nodes: for a job with very many tasks it has megabytes.
        byte[] commit = Rpc.encoded(DataVerbs.COMMIT,
                new DataVerbs.Commit(group.id(), attempts, group.identity(), GroupDescription.of(group, temporary), map.epoch()));
        return onAll(DataVerbs.COMMIT, commit, group);
    }

    /** Makes {@code target} a clone of {@code source} on all data servers, as {@link #commit} commits a group. */
    public CompletableFuture<Committed> clone(GroupInfo source, GroupInfo target) {
        return onAll(DataVerbs.CLONE, Rpc.encoded(DataVerbs.CLONE, new DataVerbs.Clone(new GroupKey(source.id(), source.identity()),
                new GroupKey(target.id(), target.identity()), GroupDescription.of(target, false), map.epoch())), target);
    }

    /** @param commit encoded request of the verb */
    private CompletableFuture<Committed> onAll(Verb verb, byte[] commit, GroupInfo group) {
        CompletableFuture<Committed> result = new CompletableFuture<>();
        List<CompletableFuture<Stored>> answers = new ArrayList<>();
        for (NodeInfo node : map.nodes()) {
            CompletableFuture<Stored> answer = commit(node, verb, commit);
            answer.whenComplete((stored, e) -> {
                if (e != null) {
                    result.completeExceptionally(notCommitted(node, group.id(), SssException.of(e, "commit on " + node)));
                }
            });
            answers.add(answer);
        }
        result.whenComplete((stored, e) -> answers.forEach(answer -> answer.cancel(false)));
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).thenRun(() -> result.complete(
                new Committed(answers.stream().map(CompletableFuture::join).toList())));
        return result;
    }

    /**
     * Waits for a {@link #commit}, at most a quarter of an hour.
     *
     * @param stop ends the wait if it fails, with its error
     */
    public static Committed await(CompletableFuture<Committed> commit, CompletableFuture<Void> stop) {
        try {
            CompletableFuture.anyOf(commit, stop).get(ServerVerbs.COMMIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            return commit.join();
        } catch (TimeoutException e) {
            throw new SssException(ErrorCode.TIMEOUT, "a commit had no answer of all nodes within " + ServerVerbs.COMMIT_TIMEOUT.toMinutes()
                    + " min; see the logs of the nodes for slow disks", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for a commit", e);
        } catch (ExecutionException e) {
            throw SssException.of(e, "a commit");
        } finally {
            commit.cancel(false);
        }
    }

    /** Samples keys of a group on all nodes; fails as soon as one node cannot be asked, or does not answer within a minute. */
    public CompletableFuture<List<byte[]>> sample(DataVerbs.Sample sample) {
        String what = "sampling the keys of group " + sample.group();
        CompletableFuture<List<byte[]>> result = new CompletableFuture<>();
        List<CompletableFuture<DataVerbs.Sampled>> answers = map.nodes().stream().map(node -> ask(
                () -> Rpc.call(data(node), DataVerbs.SAMPLE, sample, DataVerbs.Sampled.class, SAMPLE_TIMEOUT),
                what + " on " + node)).toList();
        answers.forEach(answer -> answer.exceptionally(e -> {
            result.completeExceptionally(SssException.of(e, what));
            return null;
        }));
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).thenRun(() -> result.complete(
                answers.stream().flatMap(answer -> answer.join().keys().stream()).toList()));
        return result;
    }

    /**
     * Describes the committed data of groups on a node; does not block.
     *
     * @return fails with {@link ErrorCode#NODE_UNREACHABLE} or {@link ErrorCode#TIMEOUT}, naming the node
     */
    public CompletableFuture<List<DataVerbs.DescribedPart>> describe(NodeInfo node, List<GroupKey> groups) {
        return ask(() -> {
            DataVerbs.DescribedParts answer = Rpc.call(data(node), DataVerbs.DESCRIBE, new DataVerbs.Describe(groups),
                    DataVerbs.DescribedParts.class, DESCRIBE_TIMEOUT);
            if (answer.parts().size() != groups.size()) {
                throw new SssException(ErrorCode.PROTOCOL, node + " describes " + answer.parts().size() + " groups, and was asked for "
                        + groups.size());
            }
            return answer.parts();
        }, "reading the descriptions of groups of " + node);
    }

    private CompletableFuture<Stored> commit(NodeInfo node, Verb verb, byte[] commit) {
        CompletableFuture<Stored> answer = new CompletableFuture<>();
        tryCommit(node, verb, commit, answer, System.nanoTime());
        return answer;
    }

    /** Retries if the node rejected the call: nothing was committed then, and the work of the whole job would be lost. */
    private void tryCommit(NodeInfo node, Verb verb, byte[] commit, CompletableFuture<Stored> answer, long startedNanos) {
        CompletableFuture<Stored> call = start(node, verb, commit, Stored.class);
        answer.whenComplete((stored, e) -> call.cancel(false));
        call.whenComplete((stored, e) -> {
            if (e == null) {
                answer.complete(stored);
            } else if (SssException.of(e, "a commit").code() == ErrorCode.OVERLOADED && !answer.isDone()
                    && System.nanoTime() - startedNanos < COMMIT_RETRY_NANOS) {
                CompletableFuture.delayedExecutor(COMMIT_PAUSE_MILLIS, TimeUnit.MILLISECONDS, work -> onExecutor(work, answer))
                        .execute(() -> tryCommit(node, verb, commit, answer, startedNanos));
            } else {
                answer.completeExceptionally(e);
            }
        });
    }

    private void onExecutor(Runnable work, CompletableFuture<Stored> answer) {
        try {
            Work.execute(executor, work, "retrying a commit");
        } catch (SssException e) {
            answer.completeExceptionally(e);
        }
    }

    private <R> CompletableFuture<R> start(NodeInfo node, Verb verb, byte[] request, Class<R> responseType) {
        try {
            return Rpc.startEncoded(data(node), verb, request, responseType);
        } catch (SssException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static SssException notCommitted(NodeInfo node, long group, SssException e) {
        return new SssException(e.code(), "group " + group + " could not be committed on " + node + ": " + e.getMessage(), e,
                e.remoteTrace());
    }
}
