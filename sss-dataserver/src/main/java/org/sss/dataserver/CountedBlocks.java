package org.sss.dataserver;

import static org.sss.net.control.DataVerbs.SIGN_OF_LIFE_BYTES;

import io.netty.buffer.ByteBuf;
import org.sss.net.block.BlockStats;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.data.BlockBatch;
import org.sss.net.rpc.Json;

/** The blocks of a scan, at whose end their receiver is told how many there were. One thread at a time. Owns its source. */
final class CountedBlocks implements StreamFrames {
    private final FrameSource blocks;
    private long blockCount;
    private long tupleCount;
    private FileBlocks rest;

    CountedBlocks(FrameSource blocks) {
        this.blocks = blocks;
    }

    @Override
    public ByteBuf next() {
        ByteBuf frame = blocks.next();
        rest = frame == null ? null : blocks.rest();
        if (rest != null) {
            blockCount += BlockBatch.blocks(frame);
            tupleCount += rest.tuples();
        } else if (frame != null && frame.readableBytes() > SIGN_OF_LIFE_BYTES) {
            countOrRelease(frame);
        }
        return frame;
    }

    @Override
    public FileBlocks rest() {
        return rest;
    }

    private void countOrRelease(ByteBuf frame) {
        boolean counted = false;
        try {
            count(frame);
            counted = true;
        } finally {
            if (!counted) {
                frame.release();
            }
        }
    }

    private void count(ByteBuf frame) {
        if (!BlockBatch.isBatch(frame)) {
            blockCount++;
            tupleCount += BlockStats.of(frame).tuples();
            return;
        }
        BlockBatch.forEach(frame, (offset, length) -> {
            blockCount++;
            tupleCount += BlockStats.of(frame.slice(offset, length)).tuples();
        });
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
