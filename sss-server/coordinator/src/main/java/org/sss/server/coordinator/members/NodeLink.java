package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Served;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.state.Catalog;
import org.sss.server.coordinator.state.Sweeper.Sweep;

/**
 * Maintains the connection to one node and drops dead groups on it. A node that was down when a group was dropped lists
 * its groups as soon as it is back, so no drops are stored for it. Thread-safe; blocking work runs on the executor, one
 * call at a time.
 */
final class NodeLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    private static final long RETRY_MILLIS = 500;
    /** Nodes that start together find each other within a second or two; only longer failures are logged. */
    private static final int FAILURES_TO_LOG = 5;

    private static final int MAX_LOGGED_ORPHANS = 10_000;
    /** Groups that die within this time, as those of tiny jobs, are dropped together. */
    private static final long DROP_MILLIS = 20;
    /** Tasks of a failed job may send data after its group was dropped, so each group is dropped once more. */
    private static final long SECOND_DROP_MILLIS = 5_000;

    private static final int MAX_RAISES = 10;
    /** The node may have to read a file for each group. */
    private static final int COMPARED_AT_ONCE = 2_000;

    private final NodeInfo node;
    /** Of {@link #work}, for errors. */
    private final String what;

    private final Members members;
    private final Catalog catalog;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    /** Guarded by this, like all following fields. */
    private Set<GroupKey> toDrop = new HashSet<>();
    /** The groups of {@link #toDrop} that were dropped once already. */
    private final Set<GroupKey> secondTime = new HashSet<>();
    /** Groups to drop again: at the next tick of the timer, and at the one after. */
    private Set<GroupKey> again = new HashSet<>();

    private Set<GroupKey> laterAgain = new HashSet<>();
    /** Orphaned groups that were logged. Used by one thread at a time. */
    private final Set<StoredGroup> orphans = ConcurrentHashMap.newKeySet();

    private boolean joined;
    /** True if the node has served this coordinator since its start. Used by one thread at a time. */
    private volatile boolean wasServed;
    /** The connection of the last join. */
    private Connection joinedBy;

    private int failures;
    /** True if the node reported that it is ready after the current attempt started. */
    private boolean announced;

    private boolean busy;
    private boolean sweep = true;
    private boolean closed;
    private long lastDropNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(DROP_MILLIS);
    private boolean dropPlanned;
    private boolean retryPlanned;

    NodeLink(NodeInfo node, Members members, Catalog catalog, Executor executor, ScheduledExecutorService timer) {
        this.node = node;
        what = "upkeep of " + node;
        this.members = members;
        this.catalog = catalog;
        this.executor = executor;
        this.timer = timer;
    }

    /** Starts to connect; retries until it succeeds, and reconnects after a lost connection. */
    void start() {
        wake();
    }

    /** Drops a group on the node soon. Does not block. */
    void drop(GroupKey group) {
        synchronized (this) {
            toDrop.add(group);
            if (!joined && retryPlanned) {
                return;
            }
            if (!isEarly()) {
                wake();
            } else if (!dropPlanned && !closed) {
                dropPlanned = true;
                timer.schedule(this::dropPlanned, DROP_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }

    /**
     * Lists the node's groups again, to find late data of groups that a previous coordinator had created. Does not
     * block.
     */
    synchronized void sweepAgain() {
        if (joined) {
            sweep = true;
            wake();
        }
    }

    /** Called when the node has started: its groups are listed at once. Does not block. */
    void announced() {
        members.checks().asking(node);
        synchronized (this) {
            announced = true;
            sweep = true;
            wake();
        }
    }

    private boolean isEarly() {
        return System.nanoTime() - lastDropNanos < TimeUnit.MILLISECONDS.toNanos(DROP_MILLIS);
    }

    private synchronized void dropPlanned() {
        dropPlanned = false;
        wake();
    }

    private synchronized void wake() {
        if (!busy && !closed) {
            busy = true;
            try {
                Work.execute(executor, this::work, what);
            } catch (SssException e) {
                busy = false;
                members.checks().silent(node);
                planRetry();
            }
        }
    }

    /** Plans one retry at a time: each failure plans one, and a node may be down while many groups are dropped. */
    private synchronized void planRetry() {
        if (!closed && !retryPlanned) {
            retryPlanned = true;
            timer.schedule(this::retry, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void retry() {
        retryPlanned = false;
        wake();
    }

    private void work() {
        boolean good = false;
        synchronized (this) {
            announced = false;
        }
        try {
            while (workIsLeft()) {
                join();
                sweepOrDrop();
            }
            good = true;
        } catch (SssException e) {
            failed(e);
        } catch (RuntimeException e) {
            LOG.error("Upkeep of {} failed", node, e);
        } finally {
            finished(good);
        }
    }

    private synchronized boolean workIsLeft() {
        return !closed && (!joined || sweep || !toDrop.isEmpty());
    }

    private synchronized void finished(boolean good) {
        busy = false;
        if (!good && !announced) {
            members.checks().silent(node);
            planRetry();
        } else if (workIsLeft()) {
            wake();
        }
    }

    private void join() {
        synchronized (this) {
            if (joined) {
                return;
            }
        }
        Connection connection = members.toAsk(node);
        ClusterMap theirs;
        try {
            theirs = served(connection);
            checkIsNotLost();
            members.refused(node, null);
        } catch (SssException e) {
            members.refused(node, e.code() == ErrorCode.INVALID_ARGUMENT ? e : null);
            throw e;
        }
        if (!theirs.clusterId().equals(members.map().clusterId())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    node + " belongs to cluster " + theirs.clusterId() + ", not to "
                            + members.map().clusterId() + "; compare cluster.nodes of both nodes");
        }
        synchronized (this) {
            joined = true;
            joinedBy = connection;
            failures = 0;
            sweep = true;
        }
        members.checks().asking(node);
        LOG.info("{} joined", node);
        connection.onClose(this::lost);
    }

    /** The node runs then, so that it can be replaced, but gets no data. */
    private void checkIsNotLost() {
        if (catalog.lostNodes().contains(node.id())) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    node + " was removed for good ('sss node remove " + node.id()
                            + " --lost'), and other nodes have copies of what it had. To use it again, stop it, empty"
                            + " its data.dir, start it, and run 'sss node replace " + node.id() + "'");
        }
    }

    /**
     * Asks the node to serve this coordinator. One that a node has never served may have been started with a slow clock
     * or an old directory, so it raises its epoch; one that it has served has been replaced. To one that has served
     * another start, it names that as the previous one, if its directory knows it.
     *
     * @return the map of the node
     */
    private ClusterMap served(Connection connection) {
        String previous = null;
        for (int attempt = 0; attempt < MAX_RAISES; attempt++) {
            Served answer = Rpc.call(
                    connection,
                    ServerVerbs.NODE_SERVE,
                    new ServerVerbs.Serve(members.map(), members.starts().current(), previous),
                    Served.class,
                    CALL_TIMEOUT);
            if (answer.accepted()) {
                wasServed = true;
                if (answer.map() == null) {
                    throw new SssException(ErrorCode.NODE_UNREACHABLE, node + " has not joined the cluster yet");
                }
                return answer.map();
            }
            if (answer.start() != null) {
                members.starts().check(node, answer.start());
                previous = answer.start();
                continue;
            }
            if (wasServed || !members.raiseAbove(answer.epoch())) {
                throw members.supersede(node, answer.coordinator());
            }
        }
        throw new SssException(
                ErrorCode.NODE_UNREACHABLE,
                node + " serves another coordinator again and again; node 0 runs twice: stop one of the two");
    }

    private void lost() {
        synchronized (this) {
            joined = false;
            members.checks().silent(node);
            if (closed) {
                return;
            }
        }
        LOG.warn("{} was lost: its connection closed", node);
        planRetry();
    }

    private void sweepOrDrop() {
        boolean all;
        Set<GroupKey> asked;
        synchronized (this) {
            asked = toDrop;
            toDrop = new HashSet<>();
            all = sweep;
            sweep = false;
            lastDropNanos = System.nanoTime();
        }
        boolean done = false;
        try {
            Set<GroupKey> dead = asked;
            if (all) {
                dead = new HashSet<>(asked);
                dead.addAll(sweep());
                compare();
            }
            drop(dead);
            planSecond(asked);
            done = true;
        } finally {
            if (!done) {
                requeue(asked);
            }
        }
    }

    /** Requeues groups that could not be dropped. */
    private synchronized void requeue(Set<GroupKey> asked) {
        sweep = true;
        toDrop.addAll(asked);
    }

    /** Returns the dead groups that have data on the node, including those that a previous coordinator had created. */
    private List<GroupKey> sweep() {
        Sweep sweep = catalog.sweeper()
                .sweep(
                        node.id(),
                        Rpc.call(
                                        members.data(node),
                                        DataVerbs.LIST,
                                        new ServerVerbs.Nothing(),
                                        DataVerbs.StoredGroups.class,
                                        CALL_TIMEOUT)
                                .groups());
        for (StoredGroup orphan : sweep.orphans()) {
            if (orphans.size() < MAX_LOGGED_ORPHANS && orphans.add(orphan)) {
                LOG.warn(
                        "{} has data of group {}, which the journal of the coordinator does not know; it is not "
                                + "deleted. 'sss group"
                                + " orphans' lists such groups; see 'Orphaned groups' in docs/operations.md",
                        node,
                        orphan.id());
            }
        }
        return sweep.dead();
    }

    /** Checks that the node has the data that it committed of all named groups, in batches. */
    private void compare() {
        Connection connection;
        synchronized (this) {
            connection = joinedBy;
        }
        List<DataVerbs.Expected> expected = catalog.losses().expected(node.id());
        List<DataVerbs.Missing> missing = new ArrayList<>();
        for (int from = 0; from < expected.size(); from += COMPARED_AT_ONCE) {
            List<DataVerbs.Expected> some = expected.subList(from, Math.min(expected.size(), from + COMPARED_AT_ONCE));
            missing.addAll(Rpc.call(
                            members.data(node),
                            DataVerbs.CHECK,
                            new DataVerbs.Check(List.copyOf(some)),
                            DataVerbs.Checked.class,
                            CALL_TIMEOUT)
                    .missing());
        }
        catalog.losses().compared(node.id(), missing);
        members.checks().checked(node, connection);
    }

    private void drop(Set<GroupKey> groups) {
        if (!groups.isEmpty()) {
            Rpc.call(
                    members.data(node),
                    DataVerbs.DROP,
                    new DataVerbs.Drop(List.copyOf(groups), members.map().epoch()),
                    Void.class,
                    CALL_TIMEOUT);
        }
    }

    private synchronized void planSecond(Set<GroupKey> groups) {
        groups.removeIf(secondTime::remove);
        if (!groups.isEmpty() && !closed) {
            if (again.isEmpty() && laterAgain.isEmpty()) {
                timer.schedule(this::dropAgain, SECOND_DROP_MILLIS, TimeUnit.MILLISECONDS);
            }
            laterAgain.addAll(groups);
        }
    }

    /** Drops all groups of some seconds again, in one call. */
    private void dropAgain() {
        boolean anyNow;
        synchronized (this) {
            anyNow = !again.isEmpty();
            secondTime.addAll(again);
            toDrop.addAll(again);
            again = laterAgain;
            laterAgain = new HashSet<>();
            if (!again.isEmpty() && !closed) {
                timer.schedule(this::dropAgain, SECOND_DROP_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
        if (anyNow) {
            wake();
        }
    }

    private void failed(SssException e) {
        boolean log;
        synchronized (this) {
            log = ++failures == FAILURES_TO_LOG && !closed;
        }
        if (log) {
            LOG.warn("{} cannot be reached; the coordinator keeps trying: {}", node, e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
