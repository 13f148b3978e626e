package org.sss.dataserver.tuples;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.OpenRun;
import org.sss.net.block.BlockReader;
import org.sss.net.block.RunWriter;

/**
 * Puts the tuples of blocks, one by one, into the file of a node, as records under {@link TupleKeys}. One thread at a
 * time.
 */
final class TupleRecords {
    /** Large enough for the largest record. */
    private static final int BATCH_BYTES = 512 << 10;

    /** Receives records. */
    interface Out {
        /** As {@link TupleStore#putAll}. */
        long putAll(ByteBuffer records) throws IOException;
    }

    private final long group;
    private final int subgroup;
    private final Out out;
    /** Records that the file gained since the start of the block. */
    private long stored;

    TupleRecords(long group, int subgroup, Out out) {
        this.group = group;
        this.subgroup = subgroup;
        this.out = out;
    }

    /**
     * Puts the next block of {@code run}, which is loaded and was compared with its predecessor.
     *
     * @param ofLastKey values and chunks that the run has so far for the last key of the block before
     * @return the same for this block
     * @throws SssException {@link ErrorCode#TOO_LARGE}; {@link ErrorCode#INTERNAL} when the file does not gain as many
     *     records as the block has values and chunks
     */
    int put(OpenRun run, BlockValidator block, int ofLastKey) throws IOException {
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(BATCH_BYTES, BATCH_BYTES);
        stored = 0;
        try {
            return putEntries(run, block.entries(), ofLastKey, memory.nioBuffer(0, BATCH_BYTES));
        } finally {
            memory.release();
        }
    }

    private int putEntries(OpenRun run, BlockReader entry, int ofLastKey, ByteBuffer batch) throws IOException {
        int next = run.keyContinues() ? ofLastKey : 0;
        boolean first = true;
        int empty = 0;
        while (entry.next()) {
            next = first || !entry.isNewKey() ? next : 0;
            first = false;
            if (entry.valueLength() > 0 || !entry.valueContinues()) {
                check(entry, next);
                flushFor(entry, batch);
                put(entry, run.number(), next++, batch);
            } else {
                empty++; // an empty chunk has no record
            }
        }
        flush(batch);
        checkAllStored(run, entry.entryCount() - empty);
        return next;
    }

    private static void check(BlockReader entry, int next) {
        RunWriter.checkSizes(entry.keyLength(), entry.valueLength());
        if (next == TupleKeys.MAX_NUMBER) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "a key has more than " + next + " values in one run; layout tuples cannot"
                            + " count them, use another storage.layout");
        }
    }

    private void put(BlockReader entry, int run, int next, ByteBuffer batch) {
        int at = batch.position();
        batch.putInt(0).putInt(entry.valueLength());
        int keyAt = batch.position();
        TupleKeys.put(
                batch,
                group,
                subgroup,
                entry.array(),
                entry.keyOffset(),
                entry.keyLength(),
                run,
                next,
                entry.valueContinues());
        batch.putInt(at, batch.position() - keyAt);
        batch.put(entry.array(), entry.valueOffset(), entry.valueLength());
    }

    private void flushFor(BlockReader entry, ByteBuffer batch) throws IOException {
        if (batch.remaining() < 8 + TupleKeys.maxBytes(entry.keyLength()) + entry.valueLength()) {
            flush(batch);
        }
    }

    private void flush(ByteBuffer batch) throws IOException {
        if (batch.position() > 0) {
            stored += out.putAll(batch.flip());
            batch.clear();
        }
    }

    private void checkAllStored(OpenRun run, long put) {
        if (stored != put) {
            throw new SssException(
                    ErrorCode.INTERNAL,
                    "group " + group + ", subgroup " + subgroup + ", block " + run.blocks() + " of " + run + ": " + put
                            + " records were put, the file has " + stored + " more; run the job again");
        }
    }
}
