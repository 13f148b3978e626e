package org.sss.server.coordinator.members;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connection;

/** Which nodes were compared with the catalog since they joined. Thread-safe. */
public final class NodeChecks {
    /** A node reads the commit files of all of its groups once. */
    private static final long WRITE_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long READ_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** The connection on which each node was compared, by its number; null when it never was. Guarded by this, as what follows. */
    private final List<Connection> checked = new ArrayList<>();
    /** Whether a first answer of the node is still to come. */
    private final List<Boolean> asking = new ArrayList<>();

    NodeChecks(int nodes) {
        for (int i = 0; i < nodes; i++) {
            checked.add(null);
            asking.add(true);
        }
    }

    synchronized void asking(NodeInfo node) {
        asking.set(node.id(), true);
    }

    /** It could not be asked, or is lost. */
    synchronized void silent(NodeInfo node) {
        asking.set(node.id(), false);
        notifyAll();
    }

    /** @param connection to the node, which was open before it was asked */
    synchronized void checked(NodeInfo node, Connection connection) {
        checked.set(node.id(), connection);
        asking.set(node.id(), false);
        notifyAll();
    }

    /**
     * Before something is written to all nodes: waits until those that must have data were compared since their last start.
     *
     * @param expected whether the node of this number must have data
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} when one is lost meanwhile, {@link ErrorCode#TIMEOUT}
     */
    public void await(RestartGuard tie, IntPredicate expected) {
        long deadlineNanos = System.nanoTime() + WRITE_PATIENCE_NANOS;
        for (NodeInfo node : tie.nodes()) {
            if (!isChecked(node, tie) && expected.test(node.id())) {
                await(node, tie, deadlineNanos);
            }
        }
    }

    private synchronized boolean isChecked(NodeInfo node, RestartGuard tie) {
        return checked.get(node.id()) == tie.connection(node);
    }

    private synchronized void await(NodeInfo node, RestartGuard tie, long deadlineNanos) {
        while (!isChecked(node, tie)) {
            tie.checkUnbroken("a group");
            if (!pause(deadlineNanos)) {
                throw new SssException(ErrorCode.TIMEOUT, node + " has not compared its data with the catalog yet, after "
                        + TimeUnit.NANOSECONDS.toSeconds(WRITE_PATIENCE_NANOS) + " s; see its log, and try again later");
            }
        }
    }

    /** Before something is read: gives nodes that have just started, or a coordinator that has, a moment to be compared. */
    public synchronized void awaitFirstAnswers() {
        long deadlineNanos = System.nanoTime() + READ_PATIENCE_NANOS;
        boolean inTime = true;
        while (inTime && asking.contains(true)) {
            inTime = pause(deadlineNanos);
        }
    }

    /** False once the deadline is over. */
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
