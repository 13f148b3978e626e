package org.sss.dataserver;

import static org.sss.net.control.DataVerbs.SIGN_OF_LIFE_BYTES;

import io.netty.buffer.ByteBuf;
import org.sss.net.block.BlockStats;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.rpc.Json;

/** The blocks of a scan, at whose end their receiver is told how many there were. One thread at a time. Owns its source. */
final class CountedBlocks implements StreamFrames {
    private final FrameSource blocks;
    private long blockCount;
    private long tupleCount;

    CountedBlocks(FrameSource blocks) {
        this.blocks = blocks;
    }

    @Override
    public ByteBuf next() {
        ByteBuf block = blocks.next();
        if (block != null && block.readableBytes() > SIGN_OF_LIFE_BYTES) {
            blockCount++;
            tupleCount += tuplesOf(block);
        }
        return block;
    }

    private static int tuplesOf(ByteBuf block) {
        boolean read = false;
        try {
            int tuples = BlockStats.of(block).tuples();
            read = true;
            return tuples;
        } finally {
            if (!read) {
                block.release();
            }
        }
    }

    @Override
    public byte[] trailer() {
        return Json.write(new Scanned(blockCount, tupleCount));
    }

    @Override
    public void close() {
        blocks.close();
    }
}
