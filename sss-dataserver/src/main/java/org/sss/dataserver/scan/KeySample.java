package org.sss.dataserver.scan;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.run.BlockRun;
import org.sss.dataserver.run.Run;
import org.sss.net.block.BlockReader;

/**
 * Samples the keys of a group: of each {@code n}-th block, over all runs, takes the key of each {@code m}-th tuple;
 * halves the sample whenever it becomes too large for an answer. One thread, once.
 */
public final class KeySample {
    /** Limit of all keys, so that they fit into one answer. */
    private static final long MAX_BYTES = 8 << 20;
    /** Overhead of a key in an answer. */
    private static final int BYTES_PER_KEY = 16;

    private final long everyBlocks;
    private long everyTuples;
    private final BlockReader reader = new BlockReader();
    private final List<byte[]> keys = new ArrayList<>();
    /** Blocks until the next sampled one. */
    private long blocksUntil;

    private long tuplesUntil;
    private long keyBytes;

    public KeySample(long everyBlocks, long everyTuples) {
        this.everyBlocks = Math.max(1, everyBlocks);
        this.everyTuples = Math.max(1, everyTuples);
        tuplesUntil = this.everyTuples / 2;
    }

    public List<byte[]> keys() {
        return keys;
    }

    /** Samples {@code run} and closes it. */
    public void add(Run run) {
        try (run) {
            if (run instanceof BlockRun blocks) {
                addBlocks(blocks);
            } else {
                take(run.info().firstKey());
                take(run.info().lastKey());
            }
        }
    }

    private void take(byte[] key) {
        keys.add(key);
        keyBytes += key.length + BYTES_PER_KEY;
        if (keyBytes > MAX_BYTES) {
            leaveOutHalf();
        }
    }

    private void leaveOutHalf() {
        everyTuples = everyTuples > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * everyTuples;
        List<byte[]> half = new ArrayList<>();
        for (int i = 1; i < keys.size(); i += 2) {
            half.add(keys.get(i));
        }
        keys.clear();
        keys.addAll(half);
        keyBytes = keys.stream().mapToLong(key -> key.length + BYTES_PER_KEY).sum();
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
                if (!reader.valueContinues() && tuplesUntil-- == 0) {
                    take(reader.key());
                    tuplesUntil = everyTuples - 1;
                }
            }
        } catch (SssException e) {
            throw e.code() == ErrorCode.CORRUPT ? run.corrupt(e.getMessage(), e) : e;
        } finally {
            block.release();
        }
    }
}
