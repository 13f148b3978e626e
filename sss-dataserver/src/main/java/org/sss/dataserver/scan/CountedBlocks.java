package org.sss.dataserver.scan;

import static org.sss.net.control.DataVerbs.SIGN_OF_LIFE_BYTES;

import io.netty.buffer.ByteBuf;
import java.util.function.LongConsumer;
import org.sss.dataserver.run.FileBlocks;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.block.BlockStats;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.data.BlockBatch;
import org.sss.net.rpc.Json;

/**
 * The blocks of a scan. At the end the receiver gets the number of blocks sent and the committed totals, so it detects
 * tuples that were lost here or on the network. One thread at a time. Owns its source.
 */
public final class CountedBlocks implements StreamFrames {
    private final FrameSource blocks;
    private final TupleTotals committed;
    private long blockCount;
    private TupleTotals sent = TupleTotals.NONE;
    private boolean sentUnseen;
    private FileBlocks rest;
    private LongConsumer whenClosed = tuples -> {};

    /** @param committed totals of all blocks; null for a range, of which the totals sent are reported */
    public CountedBlocks(FrameSource blocks, TupleTotals committed) {
        this.blocks = blocks;
        this.committed = committed;
    }

    /** Sets what gets the number of tuples that were sent, when this is closed. */
    public CountedBlocks whenClosed(LongConsumer action) {
        whenClosed = action;
        return this;
    }

    @Override
    public ByteBuf next() {
        ByteBuf frame = blocks.next();
        rest = frame == null ? null : blocks.rest();
        if (rest != null) {
            blockCount += BlockBatch.blocks(frame);
            sent = sent.plus(new TupleTotals(rest.tuples(), 0));
            sentUnseen = true;
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
            add(BlockStats.of(frame));
            return;
        }
        BlockBatch.forEach(frame, (offset, length) -> add(BlockStats.of(frame.slice(offset, length))));
    }

    private void add(BlockStats block) {
        blockCount++;
        sent = sent.plus(new TupleTotals(block.tuples(), block.dataBytes()));
    }

    @Override
    public byte[] trailer() {
        TupleTotals reported = committed == null ? sent : committed;
        return Json.message(new Scanned(
                blockCount, reported.tuples(), committed == null && sentUnseen ? null : reported.dataBytes()));
    }

    @Override
    public void close() {
        whenClosed.accept(sent.tuples());
        blocks.close();
    }
}
