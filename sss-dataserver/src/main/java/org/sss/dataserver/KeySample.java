package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;

/**
 * Some keys of a group: each {@code n}-th block is looked at, over all runs, and the key of each {@code m}-th tuple in these
 * blocks is taken. One thread, once.
 */
final class KeySample {
    private final long everyBlocks;
    private final long everyTuples;
    private final BlockReader reader = new BlockReader();
    private final List<byte[]> keys = new ArrayList<>();
    /** Until the next one that is looked at. */
    private long blocksUntil;
    private long tuplesUntil;

    KeySample(long everyBlocks, long everyTuples) {
        this.everyBlocks = Math.max(1, everyBlocks);
        this.everyTuples = Math.max(1, everyTuples);
        tuplesUntil = this.everyTuples / 2;
    }

    List<byte[]> keys() {
        return keys;
    }

    /** Takes from {@code run} and closes it. */
    void add(Run run) {
        try (run) {
            if (run instanceof BlockRun blocks) {
                addBlocks(blocks);
            } else {
                keys.add(run.info().firstKey());
                keys.add(run.info().lastKey());
            }
        }
    }

    private void addBlocks(BlockRun run) {
        int blocks = run.index().blocks();
        long next = blocksUntil;
        while (next < blocks) {
            run.read((int) next, (int) next + 1, 0, block -> addBlock(run, block));
            next += everyBlocks;
        }
        blocksUntil = next - blocks;
    }

    private void addBlock(BlockRun run, ByteBuf block) {
        try {
            byte[] bytes = new byte[block.readableBytes()];
            block.getBytes(block.readerIndex(), bytes);
            reader.reset(bytes, 0, bytes.length);
            while (reader.next()) {
                if (tuplesUntil-- == 0) {
                    keys.add(reader.key());
                    tuplesUntil = everyTuples - 1;
                }
            }
        } catch (SssException e) {
            throw run.corrupt(e.getMessage(), e);
        } finally {
            block.release();
        }
    }
}
