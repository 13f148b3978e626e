package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.dataserver.CommitRecord.CommittedSegment;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.DataVerbs.Stored;

/** Committed runs that stay in memory. One thread at a time. */
final class MemoryTarget implements RunTarget {
    private final MemoryLayout layout;
    private final Group group;
    private final int subgroup;
    private final int number;
    private final Map<Integer, List<HeldBlock>> blocks = new HashMap<>();
    private long cost;

    MemoryTarget(MemoryLayout layout, Group group, int subgroup, int number) {
        this.layout = layout;
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
    }

    /** What all blocks take of the budget. */
    long cost() {
        return cost;
    }

    @Override
    public void take(OpenRun run, HeldBlock block) {
        blocks.computeIfAbsent(run.number(), n -> new ArrayList<>()).add(block);
        cost += block.cost();
    }

    @Override
    public void store(OpenRun run, BlockIntake intake, byte[] bytes, int offset) {
        take(run, HeldBlock.copy(intake, bytes, offset));
    }

    @Override
    public void merged(HeldBlock block) {
        block.block().release();
    }

    @Override
    public Sealed seal(RunSealing made) {
        return seal(made, made.runs());
    }

    /** Whether blocks of this run are here. */
    boolean has(RunInfo run) {
        return blocks.containsKey(run.run());
    }

    /** @param runs those of what was made that are here */
    Sealed seal(RunSealing made, List<RunInfo> runs) {
        List<MemorySegment.Kept> kept = new ArrayList<>();
        for (RunInfo run : runs) {
            List<HeldBlock> ofRun = blocks.get(run.run());
            kept.add(new MemorySegment.Kept(run, index(ofRun, made.keyGoesOnAt(run)),
                    ofRun.stream().map(HeldBlock::block).toList()));
        }
        MemorySegment segment = new MemorySegment(layout, group.id(), subgroup, number, kept, cost);
        layout.add(segment);
        Stored stored = runs.stream().map(RunInfo::stored).reduce(Stored.NONE, Stored::plus);
        return new Sealed(new CommittedSegment(subgroup, number, DataServerConfig.Layout.MEMORY, stored, 0), made.attempts(),
                new SealedInMemory(segment));
    }

    private static IndexPage index(List<HeldBlock> blocks, BitSet keyGoesOnAt) {
        BlockIndexBuilder index = new BlockIndexBuilder(blocks.size());
        for (int i = 0; i < blocks.size(); i++) {
            HeldBlock held = blocks.get(i);
            ByteBuf block = held.block();
            int at = block.readerIndex();
            int flags = (block.getByte(at + BlockFormat.FLAGS_AT) & BlockFormat.FLAG_CONTINUES_PREVIOUS) != 0
                    ? IndexPage.FLAG_CONTINUES_PREVIOUS : 0;
            flags |= keyGoesOnAt.get(i) ? IndexPage.FLAG_KEY_GOES_ON : 0;
            index.add(i, block.readableBytes(), block.getInt(at + BlockFormat.TUPLES_AT), flags, held.firstKey(), 0,
                    held.firstKey().length);
        }
        return new IndexPage(index.build(0, 0, 0));
    }

    /** Frees the blocks, of which nothing was made. */
    void discard() {
        blocks.values().forEach(ofRun -> ofRun.forEach(block -> block.block().release()));
        blocks.clear();
    }

    private record SealedInMemory(MemorySegment segment) implements Sealed.Contents {
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
