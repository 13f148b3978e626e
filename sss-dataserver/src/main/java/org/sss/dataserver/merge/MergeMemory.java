package org.sss.dataserver.merge;

import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;

/**
 * The memory, heap and direct, that remote scans use while they merge runs. No scan waits for it, since a client may
 * need all of its scans to be open at once; the more is in use, the less a further scan gets: it merges fewer runs at a
 * time, in more passes, and reads less of each. When half of the process is in use, by many scans with the minimum for
 * a merge, a further one is rejected, since all would fail with the process otherwise. Thread-safe.
 */
public final class MergeMemory {
    /** Each scan gets this much while any is left. */
    static final long MIN_BYTES = 512 << 10;

    private static final int SHARE_DIVISOR = 4;
    private static final int FEWEST_RUNS = 16;
    /** A block of a run, and a page of its index. */
    private static final int BYTES_FOR_A_RUN = 40 << 10;

    private static final int PROCESS_DIVISOR = 8;
    /** The limit is for scans that merge less than they could; this many times the limit is half of the process. */
    private static final int LIMITS = PROCESS_DIVISOR / 2;

    private static final MergeMemory OF_PROCESS = new MergeMemory(
            Math.min(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory()) / PROCESS_DIVISOR);

    private final long limitBytes;
    private final AtomicLong out = new AtomicLong();

    public MergeMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Uses an eighth of the memory of this process, for all its data servers. */
    public static MergeMemory ofProcess() {
        return OF_PROCESS;
    }

    /**
     * Takes all that is wanted if it is at most a quarter of the rest, else that quarter.
     *
     * @throws SssException {@link ErrorCode#OVERLOADED}
     */
    public Share take(long wantedBytes) {
        while (true) {
            long taken = out.get();
            long bytes = Math.min(wantedBytes, Math.max(MIN_BYTES, (limitBytes - taken) / SHARE_DIVISOR));
            if (taken + bytes > LIMITS * limitBytes) {
                throw overloaded(taken);
            }
            if (out.compareAndSet(taken, taken + bytes)) {
                return new Share(bytes, bytes >= wantedBytes);
            }
        }
    }

    private static SssException overloaded(long taken) {
        return new SssException(
                ErrorCode.OVERLOADED,
                "the data server merges runs for other scans, which takes " + (taken >> 20)
                        + " MiB, half of its memory; try again later, scan fewer subgroups at once, or give the node a "
                        + "larger heap");
    }

    /** Above it, scans get less than they want. */
    public long limitBytes() {
        return limitBytes;
    }

    public long outBytes() {
        return out.get();
    }

    /** The share of one scan until it is closed. One thread at a time. */
    public final class Share implements AutoCloseable {
        private final boolean isAll;
        private long bytes;

        private Share(long bytes, boolean isAll) {
            this.bytes = bytes;
            this.isAll = isAll;
        }

        /** Returns the settings of a merge that needs no more than this share. */
        public DataServerConfig of(DataServerConfig config) {
            return isAll
                    ? config
                    : config.withMerge((int) Math.min(config.merging().bytes(), bytes / 2), (int)
                            Math.min(config.merging().maxRuns(), Math.max(FEWEST_RUNS, bytes / BYTES_FOR_A_RUN)));
        }

        /** Idempotent. */
        @Override
        public void close() {
            out.addAndGet(-bytes);
            bytes = 0;
        }
    }
}
