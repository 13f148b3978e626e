package org.sss.dataserver.merge;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockSource;

/**
 * Merges many runs into at most N, so that a merge needs bounded memory: adjacent runs are merged into one run of a
 * temporary file, pass by pass, as few of them as necessary. The order of values stays. Small runs count little,
 * however many they are: a merge buffers no more of a run than it has. Thread-safe; each reduction is for one thread.
 *
 * <pre>
 *   runs 0..999, 1000..1100  --BlockMerge-->  runs 0, 1 of one temporary file  --> final merge
 *   runs 1101..              ------------------------------------------------->
 * </pre>
 */
public final class RunCompaction {
    /** Overhead of a run in a merge besides its bytes. */
    private static final int RUN_BYTES = 1 << 10;
    /** Merging fewer would take too many passes, whatever the size of their blocks. */
    private static final int FEWEST_RUNS = 16;

    private static final AtomicLong NEXT_FILE = new AtomicLong();

    private final DataServerConfig config;
    private final Path directory;
    private final String label;

    /** @param label names the runs in error messages */
    public RunCompaction(DataServerConfig config, Path directory, String label) {
        this.config = config;
        this.directory = directory;
        this.label = label;
    }

    /**
     * Returns what a merge buffers of a run, approximately: a block, which of large values is a chunk, or the whole
     * run.
     */
    public static long mergeBytes(RunInfo run) {
        long blockBytes = run.storedBytes() / Math.max(1, run.blocks());
        return RUN_BYTES + Math.min(run.storedBytes(), Math.max(blockBytes, BlockFormat.COMPRESSED_TARGET_BYTES));
    }

    /**
     * Takes over the given runs.
     *
     * @param mergeBytes the sum of {@link #mergeBytes(RunInfo)}
     */
    public RunReduction start(List<BlockSource> runs, long mergeBytes) {
        return new RunReduction(
                this, runs, mergeBytes <= config.merging().bytes() ? runs.size() : maxRuns(mergeBytes / runs.size()));
    }

    /**
     * The configured number is for usual blocks; with larger ones it is lower: a thousand chunks of 256 KiB fill a
     * small heap.
     */
    private int maxRuns(long bytesOfEach) {
        long fit = (long) config.merging().maxRuns() * (RUN_BYTES + BlockFormat.COMPRESSED_TARGET_BYTES) / bytesOfEach;
        return (int) Math.min(config.merging().maxRuns(), Math.max(FEWEST_RUNS, fit));
    }

    /**
     * Does all of the work at once: returns sources with the same tuples, few enough to be merged; takes over the given
     * ones.
     */
    public List<BlockSource> reduce(List<BlockSource> runs, long mergeBytes) {
        try (RunReduction reduction = start(runs, mergeBytes)) {
            reduction.work(Long.MAX_VALUE);
            return reduction.take();
        }
    }

    DataServerConfig config() {
        return config;
    }

    String label() {
        return label;
    }

    Path newFile() {
        return directory.resolve("merge-" + NEXT_FILE.incrementAndGet() + DataDirectory.TEMPORARY);
    }
}
