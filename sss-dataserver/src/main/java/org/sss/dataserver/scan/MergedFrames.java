package org.sss.dataserver.scan;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.sss.dataserver.merge.MergeMemory;
import org.sss.dataserver.merge.RunReduction;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.run.FrameSource;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.KeyRange;
import org.sss.net.control.DataVerbs;

/**
 * Merges several runs into the blocks of one. While many runs are being reduced, it emits signs of life. One thread at
 * a time.
 */
public final class MergedFrames implements FrameSource {
    /** Bytes merged between two signs of life. */
    private static final int WORK_BYTES = 4 << 20;

    private final RunReduction reduction;
    private final MergeMemory.Share memory;
    private final KeyRange range;
    private BlockMerge merge;

    /**
     * @param reduction owned
     * @param memory    of the whole merge, closed with it
     */
    public MergedFrames(RunReduction reduction, KeyRange range, MergeMemory.Share memory) {
        this.reduction = reduction;
        this.memory = memory;
        this.range = range;
    }

    @Override
    public ByteBuf next() {
        if (!reduction.isDone()) {
            reduction.work(WORK_BYTES);
            return PooledByteBufAllocator.DEFAULT
                    .directBuffer(DataVerbs.SIGN_OF_LIFE_BYTES)
                    .writeByte(0);
        }
        if (merge == null) {
            merge = new BlockMerge(reduction.take(), range.from(), range.to());
        }
        if (!merge.next()) {
            return null;
        }
        int length = merge.length();
        return PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(merge.array(), merge.offset(), length);
    }

    @Override
    public void close() {
        Closing.all(reduction::close, this::closeMerge, memory::close);
    }

    private void closeMerge() {
        if (merge != null) {
            merge.close();
        }
    }
}
