package org.sss.client;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sort buffers of writers that have ended, for the next ones: memory that was used before costs the system no page faults,
 * which for small groups are dearer than sorting. Keeps up to a 16th of the heap. Thread-safe.
 */
final class SortBuffers {
    /** A power of two, as the buffer's array grows by doubling. */
    private static final int BUFFER_BYTES =
            (int) Long.highestOneBit(Math.max(4 << 20, Math.min(64 << 20, Runtime.getRuntime().maxMemory() / 64)));

    private final int subgroupCount;
    private final long maxKeptBytes;
    private final Deque<SortBuffer> kept = new ArrayDeque<>(); // guarded by this
    private long keptBytes; // guarded by this

    SortBuffers(int subgroupCount) {
        this(subgroupCount, Runtime.getRuntime().maxMemory() / 16);
    }

    SortBuffers(int subgroupCount, long maxKeptBytes) {
        this.subgroupCount = subgroupCount;
        this.maxKeptBytes = maxKeptBytes;
    }

    /** An empty buffer, the caller's until {@link #give}. */
    SortBuffer take() {
        synchronized (this) {
            SortBuffer last = kept.pollLast();
            if (last != null) {
                keptBytes -= last.capacityBytes();
                return last;
            }
        }
        return new SortBuffer(subgroupCount, BUFFER_BYTES);
    }

    /** Takes a buffer back; what is in it is forgotten. */
    synchronized void give(SortBuffer buffer) {
        buffer.clear();
        if (keptBytes + buffer.capacityBytes() <= maxKeptBytes) {
            keptBytes += buffer.capacityBytes();
            kept.addLast(buffer);
        }
    }
}
