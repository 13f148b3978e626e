package org.sss.client.link;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Pool of the buffers of closed writers: reused memory causes no page faults, which for small groups cost more than
 * sorting. Retains at most a 16th of the heap. Thread-safe.
 */
public final class WriterBuffers {
    /** Limit of a new writer: this much is sorted and packed within the processor's cache. */
    private static final int FIRST_BYTES = 4 << 20;
    /** A power of two, as the buffer's array is doubled when it grows. */
    private static final int MAX_BYTES = (int) Long.highestOneBit(
            Math.max(FIRST_BYTES, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 64)));
    /** Large groups get larger runs, so that each writer sends at most some dozens of runs. */
    private static final int SENT_PER_BUFFER = 16;

    private final int subgroupCount;
    private final long maxKeptBytes;
    private final Deque<WriterBuffer> kept = new ArrayDeque<>(); // guarded by this
    private long keptBytes; // guarded by this

    WriterBuffers(int subgroupCount) {
        this(subgroupCount, Runtime.getRuntime().maxMemory() / 16);
    }

    WriterBuffers(int subgroupCount, long maxKeptBytes) {
        this.subgroupCount = subgroupCount;
        this.maxKeptBytes = maxKeptBytes;
    }

    /** Returns an empty buffer, owned by the caller until {@link #give}. */
    public WriterBuffer take() {
        synchronized (this) {
            WriterBuffer last = kept.pollLast();
            if (last != null) {
                keptBytes -= last.capacityBytes();
                last.limit(FIRST_BYTES);
                return last;
            }
        }
        return new WriterBuffer(subgroupCount, FIRST_BYTES);
    }

    /** Limit of the buffer of a writer that has sent {@code sentBytes}. */
    public static int limit(long sentBytes) {
        return (int) Math.max(FIRST_BYTES, Math.min(MAX_BYTES, sentBytes / SENT_PER_BUFFER));
    }

    /** Returns a buffer to the pool; discards its tuples. */
    public synchronized void give(WriterBuffer buffer) {
        buffer.clear();
        if (keptBytes + buffer.capacityBytes() <= maxKeptBytes) {
            keptBytes += buffer.capacityBytes();
            kept.addLast(buffer);
        } else {
            buffer.release();
        }
    }
}
