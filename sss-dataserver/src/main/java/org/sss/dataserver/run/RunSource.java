package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.BlockSum;
import org.sss.net.block.KeyRange;

/**
 * The blocks of one run for a reader in this JVM: many per system call, each copied to the heap when it is read. One
 * thread at a time. Owns the run.
 */
final class RunSource implements BlockSource {
    private final BlockRun run;
    private final KeyRange range;
    private final RunBlocks blocks;
    private byte[] heap = new byte[0];
    private final BlockSum sum = new BlockSum();
    private boolean closed;

    RunSource(BlockRun run, KeyRange range, int batchBytes) {
        this.run = run;
        this.range = range;
        blocks = new RunBlocks(run, range, batchBytes);
    }

    @Override
    public boolean next(BlockReader reader) {
        ByteBuf block = blocks.next();
        if (block == null) {
            heap = new byte[0];
            checkAllRead();
            return false;
        }
        int length = copy(block);
        try {
            reader.reset(heap, 0, length);
        } catch (SssException e) {
            throw e.code() == ErrorCode.CORRUPT
                    ? run.corrupt("block " + blocks.number() + ": " + e.getMessage(), e)
                    : new SssException(e.code(), "reading " + run + ": " + e.getMessage(), e);
        }
        if (reader.tupleCount() != run.index().tuples(blocks.number())) {
            throw run.corrupt(
                    "block " + blocks.number() + " has " + reader.tupleCount() + " tuples, it was committed with "
                            + run.index().tuples(blocks.number()),
                    null);
        }
        sum.add(reader.tupleCount(), reader.dataBytes());
        return true;
    }

    private void checkAllRead() {
        if (range.isAll() && !closed && !run.info().isOf(sum)) {
            throw run.corrupt("it has " + sum + ", committed were " + run.info().counts(), null);
        }
    }

    private int copy(ByteBuf block) {
        try {
            int length = block.readableBytes();
            if (heap.length < length) {
                heap = new byte[Math.max(length, Math.min(BlockFormat.TARGET_BYTES, 2 * heap.length))];
            }
            block.getBytes(block.readerIndex(), heap, 0, length);
            return length;
        } finally {
            block.release();
        }
    }

    @Override
    public void close() {
        closed = true;
        blocks.close();
    }
}
