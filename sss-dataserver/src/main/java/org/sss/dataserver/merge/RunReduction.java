package org.sss.dataserver.merge;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.Closing;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.BlockSource;

/**
 * Merges many runs into at most N, incrementally: see {@link RunCompaction}. One thread at a time. Owns its runs until
 * they are taken.
 */
public final class RunReduction implements AutoCloseable {
    private final RunCompaction compaction;
    private final int maxRuns;
    /** The runs of this pass; those before {@link #done} are owned by a merge. */
    private List<BlockSource> runs;

    private int done;
    private int tooMany;
    private Path file;
    /** Null between passes. */
    private MergeFile.Writer writer;
    /** The merge of this step, or null. */
    private BlockMerge merge;

    /** @param maxRuns how many may remain */
    RunReduction(RunCompaction compaction, List<BlockSource> runs, int maxRuns) {
        this.compaction = compaction;
        this.runs = new ArrayList<>(runs);
        this.maxRuns = maxRuns;
    }

    public boolean isDone() {
        return writer == null && runs.size() <= maxRuns;
    }

    /** Continues until about this many bytes were merged, or all is done. */
    public void work(long bytes) {
        try {
            for (long left = bytes; left > 0 && !isDone(); ) {
                left -= step();
            }
        } catch (IOException e) {
            throw Disk.error("merge " + runs.size() + " runs of " + compaction.label(), file, e);
        }
    }

    /** Returns the bytes that it has merged. */
    private int step() throws IOException {
        if (writer == null) {
            file = compaction.newFile();
            writer = new MergeFile.Writer(file);
            tooMany = runs.size() - maxRuns;
        }
        if (merge == null) {
            startMerge();
        }
        if (merge.next()) {
            writer.add(merge.array(), merge.offset(), merge.length());
            return merge.length();
        }
        writer.endRun();
        closeMerge();
        if (tooMany == 0 || done == runs.size()) {
            endPass();
        }
        return 1;
    }

    private void startMerge() {
        int end = Math.min(runs.size(), done + Math.min(maxRuns, tooMany + 1));
        List<BlockSource> inputs = List.copyOf(runs.subList(done, end));
        tooMany -= inputs.size() - 1;
        done = end;
        merge = new BlockMerge(inputs);
    }

    private void endPass() {
        List<BlockSource> left = new ArrayList<>(writer.sources(compaction.config()));
        left.addAll(runs.subList(done, runs.size()));
        runs = left;
        done = 0;
        writer.close();
        writer = null;
    }

    /** Returns the runs when it is done; the caller owns them from now on. */
    public List<BlockSource> take() {
        List<BlockSource> taken = runs;
        runs = List.of();
        return taken;
    }

    private void closeMerge() {
        if (merge != null) {
            BlockMerge ended = merge;
            merge = null;
            ended.close();
        }
    }

    /** Idempotent. */
    @Override
    public void close() {
        List<BlockSource> left = runs.subList(done, runs.size());
        runs = List.of();
        done = 0;
        Closing.all(this::closeMerge, () -> Closing.each(left, BlockSource::close), this::closeWriter);
    }

    private void closeWriter() {
        if (writer != null) {
            MergeFile.Writer ended = writer;
            writer = null;
            ended.close();
        }
    }
}
