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
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.state.Catalog;

/**
 * Keeps a connection to one node and makes the node drop groups that are dead. A node that was down when a group was
 * dropped is asked what it has as soon as it is back, so nothing has to be remembered for it. Thread-safe; what waits runs
 * on the executor, one thing at a time.
 */
final class NodeLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    private static final long RETRY_MILLIS = 500;
    /** Nodes that start together find each other within a second or two; only what takes longer is worth a line. */
    private static final int FAILURES_TO_SAY = 5;
    private static final int MAX_ORPHANS_TOLD = 10_000;
    /** Groups that die in quick succession, as those of tiny jobs, are dropped together. */
    private static final long DROP_MILLIS = 20;
    /** Tasks of a failed job may send something after its group was dropped, so each is dropped once more. */
    private static final long SECOND_DROP_MILLIS = 5_000;

    /** Of each the node may have to read a file. */
    private static final int COMPARED_AT_ONCE = 2_000;

    private final NodeInfo node;
    private final Members members;
    private final Catalog catalog;
    private final Executor executor;
    private final ScheduledExecutorService timer;
    /** Guarded by this, as all that follows. */
    private final Set<GroupKey> toDrop = new HashSet<>();
    /** Those of them that were dropped once already. */
    private final Set<GroupKey> secondTime = new HashSet<>();
    /** To be dropped again: at the next turn of the timer, and at the one after. */
    private Set<GroupKey> again = new HashSet<>();
    private Set<GroupKey> laterAgain = new HashSet<>();
    /** Those of which the log speaks. Used by one thread at a time. */
    private final Set<StoredGroup> orphans = ConcurrentHashMap.newKeySet();
    private boolean joined;
    /** Of the last join. */
    private Connection joinedBy;
    private int failures;
    /** The node said that it is ready after the present attempt began. */
    private boolean announced;
    private boolean busy;
    private boolean sweep = true;
    private boolean closed;
    private long lastDropNanos = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(DROP_MILLIS);
    private boolean dropPlanned;
    private boolean retryPlanned;

    NodeLink(NodeInfo node, Members members, Catalog catalog, Executor executor, ScheduledExecutorService timer) {
        this.node = node;
        this.members = members;
        this.catalog = catalog;
        this.executor = executor;
        this.timer = timer;
    }

    /** Begins to connect; again and again until it succeeds, and when the connection is lost. */
    void start() {
        wake();
    }

    /** Has the node unlink the files of these groups, soon. Does not wait. */
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

    /** What comes late for a group that a coordinator before this one had begun is found by asking the node again. Does not wait. */
    synchronized void sweepAgain() {
        if (joined) {
            sweep = true;
            wake();
        }
    }

    /** The node has started: it is asked at once what it has. Does not wait. */
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
                Work.begin(executor, this::work, "upkeep of " + node);
            } catch (SssException e) {
                busy = false;
                members.checks().silent(node);
                planRetry();
            }
        }
    }

    /** One at a time: each failure plans the next one, and a node may be down while many groups are dropped. */
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
        Connection connection = members.server(node);
        ClusterMap theirs = Rpc.call(connection, ServerVerbs.CLUSTER, new ServerVerbs.Nothing(), ClusterMap.class, CALL_TIMEOUT);
        if (!theirs.clusterId().equals(members.map().clusterId())) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, node + " belongs to cluster " + theirs.clusterId() + ", not to "
                    + members.map().clusterId() + "; see cluster.nodes here and there");
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
            asked = new HashSet<>(toDrop);
            toDrop.clear();
            all = sweep;
            sweep = false;
            lastDropNanos = System.nanoTime();
        }
        boolean done = false;
        try {
            Set<GroupKey> dead = new HashSet<>(asked);
            if (all) {
                dead.addAll(sweep());
                compare();
            }
            drop(dead);
            planSecond(asked);
            done = true;
        } finally {
            if (!done) {
                takeBack(asked);
            }
        }
    }

    /** What the node was not told, for whatever reason. */
    private synchronized void takeBack(Set<GroupKey> asked) {
        sweep = true;
        toDrop.addAll(asked);
    }

    /** Groups with something on the node that are dead, also those that a coordinator before this one had begun. */
    private List<GroupKey> sweep() {
        Catalog.Sweep sweep = catalog.sweep(node.id(), Rpc.call(members.data(node), DataVerbs.LIST, new ServerVerbs.Nothing(),
                DataVerbs.StoredGroups.class, CALL_TIMEOUT).groups());
        for (StoredGroup orphan : sweep.orphans()) {
            if (orphans.size() < MAX_ORPHANS_TOLD && orphans.add(orphan)) {
                LOG.warn("{} has data of group {} (identity {}), which the journal of the coordinator does not know; it is kept. 'sss group"
                        + " orphans' lists such groups; see 'Orphaned groups' in docs/operations.md", node, orphan.id(), orphan.identity());
            }
        }
        return sweep.dead();
    }

    /** Asks the node whether it has what it has committed of all groups that have a name, some of them at a time. */
    private void compare() {
        Connection connection;
        synchronized (this) {
            connection = joinedBy;
        }
        List<DataVerbs.Expected> expected = catalog.losses().expected(node.id());
        List<DataVerbs.Missing> missing = new ArrayList<>();
        for (int from = 0; from < expected.size(); from += COMPARED_AT_ONCE) {
            List<DataVerbs.Expected> some = expected.subList(from, Math.min(expected.size(), from + COMPARED_AT_ONCE));
            missing.addAll(Rpc.call(members.data(node), DataVerbs.CHECK, new DataVerbs.Check(List.copyOf(some)), DataVerbs.Checked.class,
                    CALL_TIMEOUT).missing());
        }
        catalog.losses().compared(node.id(), missing);
        members.checks().checked(node, connection);
    }

    private void drop(Set<GroupKey> groups) {
        if (!groups.isEmpty()) {
            Rpc.call(members.data(node), DataVerbs.DROP, new DataVerbs.Drop(List.copyOf(groups)), Void.class, CALL_TIMEOUT);
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

    /** One call for all groups of some seconds. */
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
        boolean say;
        synchronized (this) {
            say = ++failures == FAILURES_TO_SAY && !closed;
        }
        if (say) {
            LOG.warn("{} is not there, trying again and again: {}", node, e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
