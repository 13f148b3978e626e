package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import org.sss.net.block.KeyRange;

/**
 * The blocks of one run as they are stored: slices of the bytes that one read returned, without a copy. One thread at a
 * time. Owns the run.
 */
final class RunFrames implements FrameSource {
    private final BlockRun run;
    private final RunBlocks blocks;

    RunFrames(BlockRun run, KeyRange range, int batchBytes) {
        this.run = run;
        blocks = new RunBlocks(run, range, batchBytes);
    }

    @Override
    public ByteBuf next() {
        ByteBuf block = blocks.next();
        if (block != null) {
            verify(block);
        }
        return block;
    }

    private void verify(ByteBuf block) {
        boolean verified = false;
        try {
            run.verify(blocks.number(), block);
            verified = true;
        } finally {
            if (!verified) {
                block.release();
            }
        }
    }

    @Override
    public void close() {
        blocks.close();
    }
}
