package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.sss.net.block.BlockMerge;

/** Several runs merged into the blocks of one. One thread at a time. */
final class MergedFrames implements FrameSource {
    private final BlockMerge merge;

    /** @param merge owned */
    MergedFrames(BlockMerge merge) {
        this.merge = merge;
    }

    @Override
    public ByteBuf next() {
        if (!merge.next()) {
            return null;
        }
        int length = merge.length();
        return PooledByteBufAllocator.DEFAULT.directBuffer(length).writeBytes(merge.array(), merge.offset(), length);
    }

    @Override
    public void close() {
        merge.close();
    }
}
