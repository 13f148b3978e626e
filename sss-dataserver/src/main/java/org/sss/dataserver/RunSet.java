package org.sss.dataserver;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunMerge;

/**
 * The committed runs of one subgroup that meet a range of keys, in the order of their values. One thread at a time. It
 * owns its runs until a source takes them over.
 */
final class RunSet implements AutoCloseable {
    private final KeyRange range;
    private final DataServerConfig config;
    private final List<Run> runs;

    private RunSet(KeyRange range, DataServerConfig config, List<Run> runs) {
        this.range = range;
        this.config = config;
        this.runs = runs;
    }

    static RunSet open(List<Segment> segments, KeyRange range, Storage storage) {
        RunSet set = new RunSet(range, storage.config(), new ArrayList<>());
        boolean opened = false;
        try {
            for (Segment segment : segments) {
                try (SegmentCache.Lease lease = storage.cache().acquire(segment)) {
                    set.add(lease);
                }
            }
            set.runs.sort(Comparator.comparing(Run::info, RunInfo.VALUE_ORDER));
            opened = true;
            return set;
        } finally {
            if (!opened) {
                set.close();
            }
        }
    }

    private void add(SegmentCache.Lease lease) {
        for (RunInfo info : lease.open().manifest().runs()) {
            if (range.meets(info.firstKey(), info.lastKey())) {
                runs.add(new Run(lease.again(), info));
            }
        }
    }

    int size() {
        return runs.size();
    }

    KeyRange range() {
        return range;
    }

    /** Hands the runs over to the caller. */
    List<Run> take() {
        List<Run> taken = List.copyOf(runs);
        runs.clear();
        return taken;
    }

    /** All blocks, run after run; takes over. */
    BlockSource chained() {
        BatchBuffer buffer = new BatchBuffer(config.batchBytes()).use();
        try {
            return new ChainedSource(sources(buffer, config.batchBytes()));
        } finally {
            buffer.release();
        }
    }

    /** All runs as one in key order; takes over. */
    RunMerge merged(RunCompaction compaction) {
        int batchBytes = Math.min(config.batchBytes(), Math.max(4096, config.mergeBytes() / Math.max(1, runs.size())));
        BatchBuffer buffer = new BatchBuffer(batchBytes).use();
        try {
            return new RunMerge(compaction.reduce(sources(buffer, batchBytes)));
        } finally {
            buffer.release();
        }
    }

    private List<BlockSource> sources(BatchBuffer buffer, int batchBytes) {
        List<BlockSource> sources = new ArrayList<>();
        take().forEach(run -> sources.add(new RunSource(new RunBlocks(run, range), buffer, batchBytes)));
        return sources;
    }

    @Override
    public void close() {
        take().forEach(Run::close);
    }
}
