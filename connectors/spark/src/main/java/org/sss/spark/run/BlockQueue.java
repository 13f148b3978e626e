package org.sss.spark.run;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import scala.Tuple2;

/**
 * Chunks between the thread of a task, which waits while the queue is full, and the thread of Spark, which waits while
 * it is empty. Limited by bytes. Thread-safe.
 */
final class BlockQueue {
    static final long MAX_BYTES = 16L << 20;
    private static final long OVERHEAD_BYTES = 64;

    private final long maxBytes;
    /** Guarded by this, like all fields. */
    private final ArrayDeque<Tuple2<Integer, byte[]>> chunks = new ArrayDeque<>();

    private long bytes;
    private boolean ended;
    private boolean closed;
    private RuntimeException failure;

    BlockQueue(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Adds a chunk; one that is larger than the queue is added when that is empty. */
    synchronized void put(int partition, byte[] chunk) {
        long size = chunk.length + OVERHEAD_BYTES;
        try {
            while (!closed && bytes > 0 && bytes + size > maxBytes) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
        if (closed) {
            throw SssException.withoutTrace(ErrorCode.CANCELLED, "the task was stopped by Spark");
        }
        chunks.add(new Tuple2<>(partition, chunk));
        bytes += size;
        notifyAll();
    }

    /** No chunk follows. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** No chunk follows, since the task has failed. */
    synchronized void fail(RuntimeException e) {
        failure = e;
        ended = true;
        notifyAll();
    }

    /** Called by the reader when it wants no more. */
    synchronized void close() {
        closed = true;
        chunks.clear();
        bytes = 0;
        notifyAll();
    }

    /**
     * Takes the next chunk, or waits for a moment.
     *
     * @param waitMillis at most
     * @return null if there is none yet, or none any more: see {@link #isDrained}
     * @throws RuntimeException the failure of the task, after its last chunk
     */
    synchronized Tuple2<Integer, byte[]> poll(long waitMillis) throws InterruptedException {
        long start = System.nanoTime();
        long leftMillis = waitMillis;
        while (chunks.isEmpty() && !ended && leftMillis > 0) {
            wait(leftMillis);
            leftMillis = waitMillis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        }
        Tuple2<Integer, byte[]> next = chunks.poll();
        if (next != null) {
            bytes -= next._2().length + OVERHEAD_BYTES;
            notifyAll();
        } else if (failure != null) {
            throw failure;
        }
        return next;
    }

    /** Whether the last chunk was taken and the task has not failed. */
    synchronized boolean isDrained() {
        return ended && failure == null && chunks.isEmpty();
    }
}
