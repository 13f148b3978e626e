package org.sss.server.coordinator.members;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connection;

/** Records which nodes were compared with the catalog since they joined. Thread-safe. */
public final class NodeChecks {
    /** A node reads the commit files of all of its groups once. */
    private static final long WRITE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final long COMPARE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long READ_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(2);

    /**
     * The connection on which each node was compared, by its number; null if it never was. Guarded by this, like the
     * following fields.
     */
    private final List<Connection> checked = new ArrayList<>();
    /** Whether the first answer of the node is still pending. */
    private final List<Boolean> asking = new ArrayList<>();
    /** Whether the node was compared, and was not lost since. */
    private final List<Boolean> answers = new ArrayList<>();
    /** When that changed, or the node came back. */
    private final List<Long> changedNanos = new ArrayList<>();

    NodeChecks(int nodes) {
        for (int i = 0; i < nodes; i++) {
            checked.add(null);
            asking.add(true);
            answers.add(false);
            changedNanos.add(System.nanoTime());
        }
    }

    synchronized void asking(NodeInfo node) {
        asking.set(node.id(), true);
    }

    /** How long the node answers, or does not, on this connection or since the last one. */
    synchronized long nanosSinceChange(NodeInfo node) {
        return System.nanoTime() - changedNanos.get(node.id());
    }

    /** The connection on which a node was compared last; null if it never was. */
    synchronized Connection connection(NodeInfo node) {
        return checked.get(node.id());
    }

    /** Records that the node could not be asked, or is lost. */
    synchronized void silent(NodeInfo node) {
        if (answers.set(node.id(), false)) {
            changedNanos.set(node.id(), System.nanoTime());
        }
        asking.set(node.id(), false);
        notifyAll();
    }

    /**
     * Records that the node was compared.
     *
     * @param connection to the node, opened before it was asked
     */
    synchronized void checked(NodeInfo node, Connection connection) {
        if (checked.get(node.id()) != connection) {
            changedNanos.set(node.id(), System.nanoTime());
        }
        answers.set(node.id(), true);
        checked.set(node.id(), connection);
        asking.set(node.id(), false);
        notifyAll();
    }

    /** True if a node was compared, and its connection is still open. */
    public synchronized boolean isUp(NodeInfo node) {
        Connection connection = checked.get(node.id());
        return connection != null && connection.isOpen();
    }

    /**
     * Called before a write to all nodes: waits until the nodes that must have data were compared since their last
     * start.
     *
     * @param expected whether the node of this number must have data
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} if one is lost while it waits, {@link ErrorCode#TIMEOUT}
     */
    public void await(RestartGuard guard, IntPredicate expected) {
        long deadlineNanos = System.nanoTime() + WRITE_TIMEOUT_NANOS;
        for (NodeInfo node : guard.nodes()) {
            if (!isChecked(node, guard) && expected.test(node.id())) {
                await(node, guard, deadlineNanos);
            }
        }
    }

    private synchronized boolean isChecked(NodeInfo node, RestartGuard guard) {
        return checked.get(node.id()) == guard.connection(node);
    }

    private synchronized void await(NodeInfo node, RestartGuard guard, long deadlineNanos) {
        while (!isChecked(node, guard)) {
            guard.checkUnbroken("a group");
            if (!pause(deadlineNanos)) {
                throw new SssException(
                        ErrorCode.TIMEOUT,
                        node + " has not compared its data with the catalog yet, after "
                                + TimeUnit.NANOSECONDS.toSeconds(WRITE_TIMEOUT_NANOS)
                                + " s; see its log, and try again later");
            }
        }
    }

    /** Waits until a node was compared; returns false if it was not within some seconds. */
    synchronized boolean awaitUp(NodeInfo node) {
        long deadlineNanos = System.nanoTime() + COMPARE_TIMEOUT_NANOS;
        while (!isUp(node)) {
            if (!pause(deadlineNanos)) {
                return false;
            }
        }
        return true;
    }

    /** Called before a read: after a start of nodes or of the coordinator, waits up to 2 s for the comparisons. */
    public synchronized void awaitFirstAnswers() {
        long deadlineNanos = System.nanoTime() + READ_TIMEOUT_NANOS;
        boolean inTime = true;
        while (inTime && asking.contains(true)) {
            inTime = pause(deadlineNanos);
        }
    }

    /** Waits a moment; returns false once the deadline has passed. */
    @SuppressWarnings("WaitNotInLoop") // the caller has the loop
    private boolean pause(long deadlineNanos) {
        long leftMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        if (leftMillis <= 0) {
            return false;
        }
        try {
            wait(Math.min(leftMillis, 100)); // also to notice that a connection is lost
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while nodes are compared with the catalog", e);
        }
        return true;
    }
}
