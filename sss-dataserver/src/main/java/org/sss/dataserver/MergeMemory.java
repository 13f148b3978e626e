package org.sss.dataserver;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that remote scans hold while they merge runs, heap and direct memory together. Nobody waits for it, since a client may need
 * all of its scans to be open at once; the more is out, the less a further scan gets, and it merges fewer runs at a time then, in more
 * passes, and reads less of each. Thread-safe.
 */
final class MergeMemory {
    /** Each scan gets so much, whatever is out. */
    static final long LEAST_BYTES = 512 << 10;
    private static final int PART = 4;
    private static final int FEWEST_RUNS = 16;
    /** A block of a run, and a page of its index. */
    private static final int BYTES_FOR_A_RUN = 40 << 10;
    private static final int PART_OF_PROCESS = 8;

    private final long limitBytes;
    private final AtomicLong out = new AtomicLong();

    MergeMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** An eighth of what this process may have. */
    static MergeMemory ofProcess() {
        return new MergeMemory(Math.min(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory()) / PART_OF_PROCESS);
    }

    /** All that is wanted when it is no more than a quarter of what is left, else that quarter. */
    Share take(long wantedBytes) {
        while (true) {
            long taken = out.get();
            long bytes = Math.min(wantedBytes, Math.max(LEAST_BYTES, (limitBytes - taken) / PART));
            if (out.compareAndSet(taken, taken + bytes)) {
                return new Share(bytes, bytes >= wantedBytes);
            }
        }
    }

    long outBytes() {
        return out.get();
    }

    /** What one scan has until it is closed. One thread at a time. */
    final class Share implements AutoCloseable {
        private final boolean isAll;
        private long bytes;

        private Share(long bytes, boolean isAll) {
            this.bytes = bytes;
            this.isAll = isAll;
        }

        /** The settings of a merge that needs no more than this. */
        DataServerConfig of(DataServerConfig config) {
            return isAll ? config : config.withMerge((int) Math.min(config.mergeBytes(), bytes / 2),
                    (int) Math.min(config.maxMergeRuns(), Math.max(FEWEST_RUNS, bytes / BYTES_FOR_A_RUN)));
        }

        /** Idempotent. */
        @Override
        public void close() {
            out.addAndGet(-bytes);
            bytes = 0;
        }
    }
}
