package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.block.BlockStats;

/**
 * Blocks as they are stored, run after run: slices of what one native call read, without a copy. The receiver checks
 * their checksums. One thread at a time.
 */
final class RawFrames implements FrameSource {
    private final List<RunBlocks> runs = new ArrayList<>();
    private final int batchBytes;
    private int current;
    private ByteBuf batch;

    RawFrames(RunSet set, int batchBytes) {
        this.batchBytes = batchBytes;
        KeyRange range = set.range();
        set.take().forEach(run -> runs.add(new RunBlocks(run, range)));
    }

    @Override
    public ByteBuf next() {
        while (hasRecord()) {
            int keyBytes = batch.readInt();
            int blockBytes = batch.readInt();
            int run = batch.getInt(batch.readerIndex());
            ByteBuf block = batch.skipBytes(keyBytes).readSlice(blockBytes);
            if (runs.get(current).isMine(run)) {
                return counted(block).retain();
            }
        }
        return null;
    }

    private ByteBuf counted(ByteBuf block) {
        try {
            runs.get(current).count(BlockStats.of(block).tuples());
            return block;
        } catch (SssException e) {
            throw runs.get(current).corrupt(e.getMessage(), e);
        }
    }

    private boolean hasRecord() {
        while (batch == null || !batch.isReadable()) {
            releaseBatch();
            if (current == runs.size()) {
                return false;
            }
            batch = read(runs.get(current), batchBytes);
            if (!batch.isReadable()) {
                runs.get(current).checkComplete();
                runs.get(current++).close();
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
        runs.forEach(RunBlocks::close);
    }
}
