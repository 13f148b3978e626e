package org.sss.dataserver.layout;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.index.BlockIndexBuilder;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.BufferedBlock;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.merge.RunSealing;
import org.sss.dataserver.merge.RunTarget;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockStats;
import org.sss.net.block.BlockSum;
import org.sss.net.control.DataVerbs.Stored;

/** Committed runs that stay in memory. One thread at a time. */
public final class MemoryTarget implements RunTarget {
    private final MemoryLayout layout;
    private final Group group;
    private final int subgroup;
    private final int number;
    private final Map<Integer, List<BufferedBlock>> blocks = new HashMap<>();
    private long cost;

    public MemoryTarget(MemoryLayout layout, Group group, int subgroup, int number) {
        this.layout = layout;
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
    }

    /** Returns the cost of all blocks in the budget. */
    long cost() {
        return cost;
    }

    @Override
    public void take(OpenRun run, BufferedBlock block) {
        blocks.computeIfAbsent(run.number(), n -> new ArrayList<>()).add(block);
        cost += block.cost();
    }

    @Override
    public void store(OpenRun run, BlockValidator validator, byte[] bytes, int offset) {
        take(run, BufferedBlock.copy(validator, bytes, offset));
    }

    @Override
    public void merged(BufferedBlock block) {
        block.block().release();
    }

    @Override
    public SealResult seal(RunSealing made) {
        return seal(made, made.runs());
    }

    /** Returns true if the blocks of this run are here. */
    boolean has(RunInfo run) {
        return blocks.containsKey(run.run());
    }

    /**
     * @param runs those of {@code made} that are in memory
     * @throws SssException {@link ErrorCode#INTERNAL} when memory has other blocks than were put
     */
    SealResult seal(RunSealing made, List<RunInfo> runs) {
        List<MemorySegment.StoredRun> inMemory = new ArrayList<>();
        for (RunInfo run : runs) {
            List<BufferedBlock> ofRun = blocks.getOrDefault(run.run(), List.of());
            inMemory.add(new MemorySegment.StoredRun(
                    run,
                    index(run, ofRun, made.keyContinuesAt(run)),
                    ofRun.stream().map(BufferedBlock::block).toList()));
        }
        MemorySegment segment = new MemorySegment(layout, group.id(), subgroup, number, inMemory, cost);
        layout.add(segment);
        Stored stored = runs.stream().map(RunInfo::stored).reduce(Stored.NONE, Stored::plus);
        return new SealResult(
                new CommittedSegment(subgroup, number, DataServerConfig.Layout.MEMORY, stored, 0),
                made.attempts(),
                new SealedInMemory(segment));
    }

    private IndexPage index(RunInfo run, List<BufferedBlock> ofRun, BitSet keyContinuesAt) {
        BlockIndexBuilder index = new BlockIndexBuilder(ofRun.size());
        BlockSum found = new BlockSum();
        for (int i = 0; i < ofRun.size(); i++) {
            BufferedBlock buffered = ofRun.get(i);
            ByteBuf block = buffered.block();
            BlockStats stats = BlockStats.of(block);
            found.add(stats);
            int flags =
                    (block.getByte(block.readerIndex() + BlockFormat.FLAGS_AT) & BlockFormat.FLAG_CONTINUES_PREVIOUS)
                                    != 0
                            ? IndexPage.FLAG_CONTINUES_PREVIOUS
                            : 0;
            flags |= keyContinuesAt.get(i) ? IndexPage.FLAG_KEY_CONTINUES : 0;
            index.add(i, stats.bytes(), stats.tuples(), flags, buffered.firstKey(), 0, buffered.firstKey().length);
        }
        if (!run.isOf(found)) {
            throw new SssException(
                    ErrorCode.INTERNAL,
                    "group " + group.id() + ", subgroup " + subgroup + ": memory has " + found + " of " + run
                            + ", of which " + run.counts()
                            + " were put; nothing of the group was committed, drop it and run the job again");
        }
        return new IndexPage(index.build(0, 0, 0));
    }

    /** Frees the blocks, which are in no segment. */
    public void discard() {
        blocks.values().forEach(ofRun -> ofRun.forEach(block -> block.block().release()));
        blocks.clear();
    }

    private record SealedInMemory(MemorySegment segment) implements SealResult.Contents {
        @Override
        public Segment publish() {
            return segment;
        }

        @Override
        public void discard() {
            segment.setDropped();
        }
    }
}
