package org.sss.dataserver.layout;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.BufferedBlock;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.merge.RunSealing;
import org.sss.dataserver.merge.RunTarget;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.segment.FileSegment;
import org.sss.net.block.KeyRange;
import org.sss.net.control.DataVerbs.Stored;

/**
 * Committed runs of a group that ends with the process: runs that were spilled, even partly, in a file, the others in
 * memory. None of it outlives the process, so the file keeps its temporary name. One thread at a time.
 */
public final class HybridTarget implements RunTarget {
    private final MemoryTarget memory;
    private final FileTarget file;

    public HybridTarget(MemoryTarget memory, FileTarget file) {
        this.memory = memory;
        this.file = file;
    }

    private RunTarget of(OpenRun run) {
        return run.isWhollyBuffered() ? memory : file;
    }

    @Override
    public void take(OpenRun run, BufferedBlock block) throws IOException {
        of(run).take(run, block);
    }

    @Override
    public void store(OpenRun run, BlockValidator validator, byte[] bytes, int offset) throws IOException {
        of(run).store(run, validator, bytes, offset);
    }

    @Override
    public void merged(BufferedBlock block) {
        memory.merged(block);
    }

    @Override
    public SealResult seal(RunSealing made) throws IOException {
        List<RunInfo> unspilled = made.runs().stream().filter(memory::has).toList();
        if (unspilled.isEmpty()) {
            return file.seal(made);
        }
        SealResult inFile = file.seal(
                made, made.runs().stream().filter(run -> !memory.has(run)).toList());
        SealResult inMemory = memory.seal(made, unspilled);
        CommittedSegment segment = inMemory.segment();
        Stored stored = segment.stored().plus(inFile.segment().stored());
        return new SealResult(
                new CommittedSegment(
                        segment.subgroup(),
                        segment.number(),
                        segment.layout(),
                        stored,
                        inFile.segment().fileBytes()),
                made.attempts(),
                new Contents(inMemory.contents(), file.asTemporary()));
    }

    private record Contents(SealResult.Contents memory, FileSegment file) implements SealResult.Contents {
        @Override
        public Segment publish() throws IOException {
            return new Both(memory.publish(), file);
        }

        @Override
        public void discard() {
            memory.discard();
        }
    }

    /** Thread-safe. */
    private static final class Both extends Segment {
        private final Segment memory;
        private final Segment file;

        Both(Segment memory, Segment file) {
            super(memory.group(), memory.subgroup(), memory.number());
            this.memory = memory;
            this.file = file;
        }

        @Override
        public List<? extends Run> runs(KeyRange range) {
            List<Run> runs = new ArrayList<>(file.runs(range));
            boolean all = false;
            try {
                runs.addAll(memory.runs(range));
                all = true;
                return runs;
            } finally {
                if (!all) {
                    Closing.each(runs, Run::close);
                }
            }
        }

        @Override
        public void setDropped() {
            memory.setDropped();
            file.setDropped();
        }
    }
}
