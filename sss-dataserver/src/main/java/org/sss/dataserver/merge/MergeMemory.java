package org.sss.dataserver.merge;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;

/**
 * The memory that remote scans hold while they merge runs, heap and direct memory together. Nobody waits for it, since a client may need
 * all of its scans to be open at once; the more is out, the less a further scan gets, and it merges fewer runs at a time then, in more
 * passes, and reads less of each. When half of the process is out, with many scans that have the least that a merge needs, a further
 * one is refused, as all would end with the process else. Thread-safe.
 */
public final class MergeMemory {
    /** Each scan gets so much, as long as there is any. */
    static final long MIN_BYTES = 512 << 10;
    private static final int PART = 4;
    private static final int FEWEST_RUNS = 16;
    /** A block of a run, and a page of its index. */
    private static final int BYTES_FOR_A_RUN = 40 << 10;
    private static final int PART_OF_PROCESS = 8;
    /** The limit is what all may have while a scan may merge less than it likes; so many times of it is half of the process. */
    private static final int LIMITS = PART_OF_PROCESS / 2;

    private static final MergeMemory OF_PROCESS = new MergeMemory(
            Math.min(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory()) / PART_OF_PROCESS);

    private final long limitBytes;
    private final AtomicLong out = new AtomicLong();

    public MergeMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** An eighth of what this process may have, for all its data servers. */
    public static MergeMemory ofProcess() {
        return OF_PROCESS;
    }

    /**
     * All that is wanted when it is no more than a quarter of what is left, else that quarter.
     *
     * @throws SssException {@link ErrorCode#OVERLOADED}
     */
    public Share take(long wantedBytes) {
        while (true) {
            long taken = out.get();
            long bytes = Math.min(wantedBytes, Math.max(MIN_BYTES, (limitBytes - taken) / PART));
            if (taken + bytes > LIMITS * limitBytes) {
                throw overloaded(taken);
            }
            if (out.compareAndSet(taken, taken + bytes)) {
                return new Share(bytes, bytes >= wantedBytes);
            }
        }
    }

    private static SssException overloaded(long taken) {
        return new SssException(ErrorCode.OVERLOADED, "the data server merges runs for other scans, which takes " + (taken >> 20)
                + " MiB, half of its memory; try again later, scan fewer subgroups at once (in parts), or give the node a larger heap");
    }

    public long outBytes() {
        return out.get();
    }

    /** What one scan has until it is closed. One thread at a time. */
    public final class Share implements AutoCloseable {
        private final boolean isAll;
        private long bytes;

        private Share(long bytes, boolean isAll) {
            this.bytes = bytes;
            this.isAll = isAll;
        }

        /** The settings of a merge that needs no more than this. */
        public DataServerConfig of(DataServerConfig config) {
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
