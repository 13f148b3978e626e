package org.sss.net.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Callbacks;

/** The requests of one call of {@link KeyReads} for which nodes are to answer, two per node. Belongs to one thread. */
final class PendingRequests<V> implements AutoCloseable {
    private static final int REQUESTS_PER_NODE = 2;

    private final KeyReads<V> reads;
    private final List<NodeRequests<V>> nodes = new ArrayList<>();
    private final Queue<NodeRequests<V>.Sent> waiting = new ArrayDeque<>();
    private final Runnable whenReady;

    /** @param keys ascending, none twice */
    PendingRequests(KeyReads<V> reads, List<AskedKey<V>> keys) {
        this.reads = reads;
        Thread reader = Thread.currentThread();
        whenReady = () -> LockSupport.unpark(reader);
        for (int first = 0, next; first < keys.size(); first = next) {
            NodeInfo node = keys.get(first).node();
            next = first + 1;
            while (next < keys.size() && keys.get(next).node().id() == node.id()) {
                next++;
            }
            nodes.add(new NodeRequests<>(reads, node, keys.subList(first, next)));
        }
    }

    /**
     * Sends all requests, and assigns the answers to the keys. If other nodes have copies, the keys that a node did not
     * answer have its error.
     */
    void awaitAll() {
        for (int i = 0; i < REQUESTS_PER_NODE; i++) {
            nodes.forEach(this::send);
        }
        while (!waiting.isEmpty()) {
            takeFrame(awaitReady());
        }
    }

    @Override
    public void close() {
        waiting.forEach(NodeRequests.Sent::close);
    }

    private void send(NodeRequests<V> node) {
        try {
            NodeRequests<V>.Sent sent = node.send(whenReady);
            if (sent != null) {
                waiting.add(sent);
            }
        } catch (SssException e) {
            leaveToOthers(node, e);
        }
    }

    private void takeFrame(NodeRequests<V>.Sent next) {
        boolean whole;
        try {
            whole = next.takeFrame();
        } catch (SssException e) {
            leaveToOthers(next.node(), e);
            return;
        }
        waiting.remove(next);
        if (whole) {
            next.close();
            send(next.node());
        } else {
            waiting.add(next); // last, since a data server fails the stream of a slow reader
        }
    }

    private void leaveToOthers(NodeRequests<V> node, SssException e) {
        if (!reads.othersMayAnswer(e)) {
            throw e;
        }
        for (Iterator<NodeRequests<V>.Sent> all = waiting.iterator(); all.hasNext(); ) {
            NodeRequests<V>.Sent sent = all.next();
            if (sent.node() == node) {
                all.remove();
                sent.close();
            }
        }
        node.fail(e);
    }

    /**
     * Returns a request whose next frame has arrived. If it is the only one, or the thread is interrupted, the first
     * one, which waits itself; if none has arrived for too long, the first one, which fails.
     */
    private NodeRequests<V>.Sent awaitReady() {
        long startNanos = System.nanoTime();
        while (waiting.size() > 1 && !Thread.currentThread().isInterrupted()) {
            for (NodeRequests<V>.Sent sent : waiting) {
                if (sent.isReady()) {
                    return sent;
                }
            }
            long leftNanos = NodeRequests.TIMEOUT.toNanos() - (System.nanoTime() - startNanos);
            if (leftNanos <= 0) {
                waiting.element().timeOut();
                break;
            }
            Callbacks.forbidWaiting("KeyReads.read");
            LockSupport.parkNanos(this, leftNanos);
        }
        return waiting.element();
    }
}
