package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sss.net.block.BlockReader;

/**
 * Some keys of a group: each {@code n}-th block is looked at, over all runs, and some of its keys are taken evenly. One
 * thread, once.
 */
final class KeySample {
    private final int everyBlocks;
    private final int keysPerBlock;
    private final BlockReader reader = new BlockReader();
    private final List<byte[]> keys = new ArrayList<>();
    /** Blocks until the next one that is looked at. */
    private int until;

    KeySample(int everyBlocks, int keysPerBlock) {
        this.everyBlocks = Math.max(1, everyBlocks);
        this.keysPerBlock = Math.max(1, keysPerBlock);
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
        int next = until;
        while (next < blocks) {
            run.read(next, next + 1, 0, this::addBlock);
            next += everyBlocks;
        }
        until = next - blocks;
    }

    private void addBlock(ByteBuf block) {
        try {
            byte[] bytes = new byte[block.readableBytes()];
            block.getBytes(block.readerIndex(), bytes);
            reader.reset(bytes, 0, bytes.length);
            int step = Math.max(1, reader.tupleCount() / keysPerBlock);
            for (int i = 0; reader.next(); i++) {
                if (i % step == step / 2) {
                    keys.add(reader.key());
                }
            }
        } finally {
            block.release();
        }
    }
}
