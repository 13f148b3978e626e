package org.sss.dataserver.scan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
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
import org.sss.net.data.RunBatch;
import org.sss.net.transport.Stream;

/**
 * The committed runs of one subgroup that overlap a range of keys, in the order of their values. One thread at a time.
 * It owns its runs until a source takes them over.
 */
public final class RunSet implements AutoCloseable {
    /** Tuples smaller than this are merged on the node that stores them. */
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

    /**
     * Returns the committed totals of all runs, before they are taken over; null for a range, whose totals are unknown.
     */
    public TupleTotals committed() {
        return range.isAll() ? new TupleTotals(sum(RunInfo::tuples), sum(RunInfo::dataBytes)) : null;
    }

    /** Returns blocks as they are stored, run after run; takes over the runs. */
    public FrameSource frames() {
        return new ChainedFrames(take(run -> run.frames(range, config.merging().batchBytes())));
    }

    /** As {@link #frames()}, for each run. The caller closes them; those that it has not reached are closed by this. */
    public Iterable<FrameSource> separateFrames() {
        return () -> new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !runs.isEmpty();
            }

            @Override
            public FrameSource next() {
                FrameSource frames = runs.get(0).frames(range, config.merging().batchBytes());
                runs.remove(0);
                return frames;
            }
        };
    }

    /** As {@link #frames()}, with several blocks in a frame; takes over the runs. */
    public FrameSource batches(FrameForm form) {
        int max = Math.min(Math.min(form.maxBytes(), config.merging().batchBytes()), Stream.MAX_DATA_BYTES);
        FrameForm possible = new FrameForm(max, form.fromFiles(), form.checkAll());
        return new ChainedFrames(take(run -> run.batches(range, possible)));
    }

    /** Returns all blocks, run after run; takes over the runs. */
    public BlockSource chained() {
        return new ChainedSource(sources(config.merging().batchBytes()));
    }

    /** Returns few enough runs to be merged, in the order of the values of equal keys; takes over the runs. */
    public List<BlockSource> ordered(RunCompaction compaction) {
        long mergeBytes = mergeBytes();
        return compaction.reduce(mergeSources(config), mergeBytes);
    }

    /**
     * Returns the blocks of all runs, merged in key order, without keys outside of the range; takes over the runs.
     * Signs of life may precede the blocks.
     *
     * @param compaction makes one for given settings, which differ from this set's when memory is short
     * @throws SssException {@link ErrorCode#OVERLOADED}; the runs are closed then
     */
    public FrameSource mergedFrames(MergeMemory memory, Function<DataServerConfig, RunCompaction> compaction) {
        long mergeBytes = mergeBytes();
        MergeMemory.Share share = null;
        boolean started = false;
        try {
            share = memory.take(mergeBytes + (long) runs.size() * readBytes(config));
            DataServerConfig possible = share.of(config);
            FrameSource frames = new MergedFrames(
                    compaction.apply(possible).start(mergeSources(possible), mergeBytes), range, share);
            started = true;
            return frames;
        } finally {
            if (!started) {
                close();
                if (share != null) {
                    share.close();
                }
            }
        }
    }

    /**
     * Returns true if the client should merge these runs: all are in files, so nothing needs to be read here, and their
     * tuples are so large that merging at the client costs less than merging here.
     *
     * @param mergeBytes memory of the client for it
     */
    public boolean mayBeMergedByClient(int mergeBytes) {
        return runs.size() > 1
                && runs.size() <= RunBatch.MAX_RUNS
                && runs.stream().allMatch(run -> run instanceof FileRun)
                && sum(RunInfo::dataBytes) >= MIN_MERGED_BYTES * sum(RunInfo::tuples)
                && sum(RunSet::blockBytes) <= mergeBytes;
    }

    /** Returns the client's memory for one run: a block, and the same block without compression. */
    private static long blockBytes(RunInfo run) {
        long blocks = Math.max(1, run.blocks());
        boolean compressed = run.storedBytes() < run.dataBytes() - run.dataBytes() / 16;
        return run.storedBytes() / blocks
                + (compressed ? Math.max(run.dataBytes() / blocks, BlockFormat.COMPRESSED_TARGET_BYTES) : 0);
    }

    private long sum(ToLongFunction<RunInfo> of) {
        return runs.stream().map(Run::info).mapToLong(of).sum();
    }

    /** Returns the blocks of all runs in the order of their first keys, sent from their files; takes over the runs. */
    public FrameSource inOrderOfFirstKeys(int frameBytes) {
        int max = Math.min(Math.min(frameBytes, config.merging().batchBytes()), Stream.MAX_DATA_BYTES);
        return new FirstKeyFrames(take(run -> (FileRun) run), range, max);
    }

    private long mergeBytes() {
        return runs.stream().map(Run::info).mapToLong(RunCompaction::mergeBytes).sum();
    }

    /** Bytes to read at once of each run. */
    private int readBytes(DataServerConfig of) {
        return Math.min(of.merging().batchBytes(), Math.max(4096, of.merging().bytes() / Math.max(1, runs.size())));
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
