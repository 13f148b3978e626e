package org.sss.server.shuffle.staged;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntConsumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Sends to a few nodes at once, in order: a thread that has ended one takes the next. The caller's thread is one of
 * them, so that all is sent, only later, if no other thread is free. Thread-safe.
 *
 * <p>With several partners a sender is never idle because one receiver is busy: the slowest link stays busy from the
 * first block to the last, without a barrier between nodes. See docs/design/032-order-of-partners.md.
 */
public final class Senders {
    /** Nodes that a node sends to at once. */
    public static final int AT_ONCE = 4;

    private final IntConsumer send;
    /** Guarded by this, like the following fields. */
    private final Queue<Integer> nodes;

    private int sending;
    private Throwable failure;

    private Senders(List<Integer> nodes, IntConsumer send) {
        this.nodes = new ArrayDeque<>(nodes);
        this.send = send;
    }

    /**
     * Returns when all nodes have got everything, or with the first error; others may still be sending then.
     *
     * @param executor for work that blocks
     * @param send     sends everything to a node
     */
    static void run(List<Integer> nodes, Executor executor, IntConsumer send) {
        Senders senders = new Senders(nodes, send);
        for (int other = 1; other < Math.min(AT_ONCE, nodes.size()); other++) {
            try {
                executor.execute(senders::work);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                break; // those that run take its nodes
            }
        }
        senders.work();
        senders.await();
    }

    private void work() {
        for (Integer node = next(); node != null; node = next()) {
            Throwable failed = null;
            try {
                send.accept(node);
            } catch (Throwable e) { // rethrown by the caller's thread
                failed = e;
            }
            ended(failed);
        }
    }

    /** Null if there is none left, or one has failed. */
    private synchronized Integer next() {
        Integer node = failure == null ? nodes.poll() : null;
        sending += node == null ? 0 : 1;
        return node;
    }

    private synchronized void ended(Throwable failed) {
        sending--;
        failure = failure == null ? failed : failure;
        notifyAll();
    }

    private synchronized void await() {
        try {
            while (sending > 0 && failure == null) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = new SssException(ErrorCode.CANCELLED, "the sending of blocks was interrupted", e);
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }
}
