package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.sss.api.SssException;
import org.sss.net.block.BlockStats;

/**
 * The blocks of a run as they are stored: slices of what one native call read, without a copy. The receiver checks
 * their checksums. One thread at a time.
 */
final class RawFrames implements FrameSource {
    private final RunBlocks run;
    private final int batchBytes;
    private ByteBuf batch;
    private boolean ended;

    /** @param run owned */
    RawFrames(RunBlocks run, int batchBytes) {
        this.run = run;
        this.batchBytes = batchBytes;
    }

    @Override
    public ByteBuf next() {
        while (hasRecord()) {
            int keyBytes = batch.readInt();
            int blockBytes = batch.readInt();
            int number = batch.getInt(batch.readerIndex());
            ByteBuf block = batch.skipBytes(keyBytes).readSlice(blockBytes);
            if (run.isMine(number)) {
                return counted(block).retain();
            }
        }
        return null;
    }

    private ByteBuf counted(ByteBuf block) {
        try {
            run.count(BlockStats.of(block).tuples());
            return block;
        } catch (SssException e) {
            throw run.corrupt(e.getMessage(), e);
        }
    }

    private boolean hasRecord() {
        while (batch == null || !batch.isReadable()) {
            releaseBatch();
            if (ended) {
                return false;
            }
            batch = read(run, batchBytes);
            if (!batch.isReadable()) {
                ended = true;
                run.checkComplete();
            }
        }
        return true;
    }

    private static ByteBuf read(RunBlocks run, int bytes) {
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
        int records = 0;
        boolean done = false;
        try {
            records = run.read(memory);
            done = records >= 0;
        } finally {
            if (!done) {
                memory.release();
            }
        }
        return done ? memory : read(run, -records);
    }

    private void releaseBatch() {
        if (batch != null) {
            batch.release();
            batch = null;
        }
    }

    @Override
    public void close() {
        releaseBatch();
        run.close();
    }
}
