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
 * Makes few runs of many, so that a merge needs bounded memory: neighbours are merged into one run of a temporary file,
 * pass by pass, and no more of them than must be. The order of values stays. Runs that are small are few, however many they
 * are: a merge holds no more of a run than there is. Thread-safe; each reduction is one thread's.
 *
 * <pre>
 *   runs 0..999, 1000..1100  --BlockMerge-->  runs 0, 1 of one temporary file  --> final merge
 *   runs 1101..              ------------------------------------------------->
 * </pre>
 */
public final class RunCompaction {
    /** What a merge needs for a run besides its bytes. */
    private static final int RUN_BYTES = 1 << 10;
    /** Merging fewer would take too many passes, whatever the size of their blocks. */
    private static final int FEWEST_RUNS = 16;
    private static final AtomicLong NEXT_FILE = new AtomicLong();

    private final DataServerConfig config;
    private final Path directory;
    private final String place;

    /** @param place what the runs are of, for error messages */
    public RunCompaction(DataServerConfig config, Path directory, String place) {
        this.config = config;
        this.directory = directory;
        this.place = place;
    }

    /** What the merge of a run holds of it, about: a block, which of large values is a piece, or all there is. */
    public static long mergeBytes(RunInfo run) {
        long blockBytes = run.storedBytes() / Math.max(1, run.blocks());
        return RUN_BYTES + Math.min(run.storedBytes(), Math.max(blockBytes, BlockFormat.COMPRESSED_TARGET_BYTES));
    }

    /**
     * Takes over the given runs.
     *
     * @param mergeBytes the sum of {@link #mergeBytes(RunInfo)}
     */
    public RunReduction begin(List<BlockSource> runs, long mergeBytes) {
        return new RunReduction(this, runs, mergeBytes <= config.mergeBytes() ? runs.size() : maxRuns(mergeBytes / runs.size()));
    }

    /** As many as configured have room for usual blocks; with larger ones there are fewer: a thousand pieces of 256 KiB fill a small heap. */
    private int maxRuns(long bytesOfEach) {
        long fit = (long) config.maxMergeRuns() * (RUN_BYTES + BlockFormat.COMPRESSED_TARGET_BYTES) / bytesOfEach;
        return (int) Math.min(config.maxMergeRuns(), Math.max(FEWEST_RUNS, fit));
    }

    /** All of the work at once: sources with the same tuples, few enough to be merged; takes over the given ones. */
    public List<BlockSource> reduce(List<BlockSource> runs, long mergeBytes) {
        try (RunReduction reduction = begin(runs, mergeBytes)) {
            reduction.work(Long.MAX_VALUE);
            return reduction.take();
        }
    }

    DataServerConfig config() {
        return config;
    }

    String place() {
        return place;
    }

    Path newFile() {
        return directory.resolve("merge-" + NEXT_FILE.incrementAndGet() + DataDirectory.TEMPORARY);
    }
}
