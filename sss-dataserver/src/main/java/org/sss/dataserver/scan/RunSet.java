package org.sss.dataserver.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.merge.MergeMemory;
import org.sss.dataserver.merge.RunCompaction;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.ChainedSource;
import org.sss.dataserver.run.FrameForm;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.run.TupleTotals;
import org.sss.dataserver.segment.FileRun;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.block.RunMerge;
import org.sss.net.block.TupleMerge;
import org.sss.net.data.RunBatch;
import org.sss.net.transport.Stream;

/**
 * The committed runs of one subgroup that meet a range of keys, in the order of their values. One thread at a time. It
 * owns its runs until a source takes them over.
 */
public final class RunSet implements AutoCloseable {
    /** Tuples smaller than this are merged where their blocks are read. */
    private static final int MIN_MERGED_BYTES = 512;

    private final KeyRange range;
    private final DataServerConfig config;
    private final List<Run> runs;

    private RunSet(KeyRange range, DataServerConfig config, List<Run> runs) {
        this.range = range;
        this.config = config;
        this.runs = runs;
    }

    public static RunSet open(List<Segment> segments, KeyRange range, DataServerConfig config) {
        RunSet set = new RunSet(range, config, new ArrayList<>());
        boolean opened = false;
        try {
            for (Segment segment : segments) {
                set.runs.addAll(segment.runs(range));
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

    public int size() {
        return runs.size();
    }

    public KeyRange range() {
        return range;
    }

    /** What was committed of all runs, as long as they were not taken over; null of a range, of which nobody knows it. */
    public TupleTotals committed() {
        return range.isAll() ? new TupleTotals(sum(RunInfo::tuples), sum(RunInfo::dataBytes)) : null;
    }

    /** Blocks as they are stored, run after run; takes over. */
    public FrameSource frames() {
        return new ChainedFrames(take(run -> run.frames(range, config.batchBytes())));
    }

    /** As {@link #frames()} with several blocks in a frame; takes over. */
    public FrameSource batches(FrameForm form) {
        int most = Math.min(Math.min(form.mostBytes(), config.batchBytes()), Stream.MAX_DATA_BYTES);
        FrameForm possible = new FrameForm(most, form.fromFiles(), form.checkAll());
        return new ChainedFrames(take(run -> run.batches(range, possible)));
    }

    /** All blocks, run after run; takes over. */
    public BlockSource chained() {
        return new ChainedSource(sources(config.batchBytes()));
    }

    /** All runs as one in key order; takes over. */
    public RunMerge merged(RunCompaction compaction) {
        return new RunMerge(fewSources(compaction));
    }

    /** As {@link #merged}, tuple by tuple; takes over. */
    public TupleMerge tuples(RunCompaction compaction) {
        return new TupleMerge(fewSources(compaction));
    }

    private List<BlockSource> fewSources(RunCompaction compaction) {
        long mergeBytes = mergeBytes();
        return compaction.reduce(mergeSources(config), mergeBytes);
    }

    /**
     * The blocks of all runs as those of one in key order, without keys outside of the range; takes over. Before them may come
     * signs of life.
     *
     * @param compaction for a merge with given settings, which are not this set's when memory is short
     * @throws SssException {@link ErrorCode#OVERLOADED}; the runs are closed then
     */
    public FrameSource mergedFrames(MergeMemory memory, Function<DataServerConfig, RunCompaction> compaction) {
        long mergeBytes = mergeBytes();
        MergeMemory.Share share = null;
        boolean begun = false;
        try {
            share = memory.take(mergeBytes + (long) runs.size() * readBytes(config));
            DataServerConfig possible = share.of(config);
            FrameSource frames = new MergedFrames(compaction.apply(possible).begin(mergeSources(possible), mergeBytes), range, share);
            begun = true;
            return frames;
        } finally {
            if (!begun) {
                close();
                if (share != null) {
                    share.close();
                }
            }
        }
    }

    /**
     * Whether the client should merge these runs: all are in files, so that nothing needs to be read here, and their tuples are so
     * large that merging them costs less than handing them through.
     *
     * @param mergeBytes what the client has room for
     */
    public boolean mayBeMergedByClient(int mergeBytes) {
        return runs.size() > 1 && runs.size() <= RunBatch.MAX_RUNS && runs.stream().allMatch(run -> run instanceof FileRun)
                && sum(RunInfo::dataBytes) >= MIN_MERGED_BYTES * sum(RunInfo::tuples)
                && sum(RunSet::blockBytes) <= mergeBytes;
    }

    /** What a client holds of a run: a block, and the same as it is without compression. */
    private static long blockBytes(RunInfo run) {
        long blocks = Math.max(1, run.blocks());
        boolean compressed = run.storedBytes() < run.dataBytes() - run.dataBytes() / 16;
        return run.storedBytes() / blocks + (compressed ? Math.max(run.dataBytes() / blocks, BlockFormat.COMPRESSED_TARGET_BYTES) : 0);
    }

    private long sum(ToLongFunction<RunInfo> of) {
        return runs.stream().map(Run::info).mapToLong(of).sum();
    }

    /** The blocks of all runs in the order of their first keys, sent from where they are; takes over. */
    public FrameSource inOrderOfFirstKeys(int frameBytes) {
        int most = Math.min(Math.min(frameBytes, config.batchBytes()), Stream.MAX_DATA_BYTES);
        return new FirstKeyFrames(take(run -> (FileRun) run), range, most);
    }

    private long mergeBytes() {
        return runs.stream().map(Run::info).mapToLong(RunCompaction::mergeBytes).sum();
    }

    /** Of each run at once. */
    private int readBytes(DataServerConfig of) {
        return Math.min(of.batchBytes(), Math.max(4096, of.mergeBytes() / Math.max(1, runs.size())));
    }

    private List<BlockSource> mergeSources(DataServerConfig of) {
        return sources(readBytes(of));
    }

    private List<BlockSource> sources(int batchBytes) {
        return take(run -> run.source(range, batchBytes));
    }

    private <T> List<T> take(Function<Run, T> reader) {
        List<T> readers = new ArrayList<>();
        runs.forEach(run -> readers.add(reader.apply(run)));
        runs.clear();
        return readers;
    }

    @Override
    public void close() {
        try {
            Closing.each(runs, Run::close);
        } finally {
            runs.clear();
        }
    }
}
