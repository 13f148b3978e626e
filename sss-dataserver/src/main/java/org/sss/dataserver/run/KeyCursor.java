package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.BlockFilter;
import org.sss.dataserver.index.SubBlockIndex;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockReader;

/**
 * Finds keys, requested in ascending order, in one run. Continues at its position when the next key is in the same
 * block, so that many keys of a block cost one read and one walk. One thread at a time. Owns the run.
 */
final class KeyCursor implements KeyFinder {
    private static final int MAX_SUB_BLOCK_READS = 4;

    private final BlockRun run;
    private final boolean oneOfMany;
    private final BlockSlots.Slot slot;
    private final BlockReader block;
    /** Number of the block in the slot, if the slot is this cursor's. */
    private int loaded = -1;
    /** Number of the block whose sub-blocks were read last, and how often. */
    private int partsOf = -1;

    private int subBlockReads;
    /** True while no key has passed the current entry of the reader. */
    private boolean pending;

    /**
     * @param oneOfMany whether most keys are in other runs, so that it pays to cache a filter of the keys of a block
     */
    KeyCursor(BlockRun run, BlockSlots.Slot slot, boolean oneOfMany) {
        this.run = run;
        this.oneOfMany = oneOfMany;
        this.slot = slot;
        block = slot.reader();
    }

    @Override
    public boolean find(byte[] key, long hash, AnswerBytes answer) {
        if (run.info().endsBelow(key) || run.info().startsAbove(key)) {
            return true;
        }
        int end = run.index().endBlock(key);
        long prefix = BigEndian.prefix(key, 0, key.length);
        for (int number = run.index().firstBlock(key); number < end; number++) {
            if (!isKnownToLack(number, hash) && !findIn(number, key, prefix, answer)) {
                break;
            }
        }
        return !answer.isTooLarge();
    }

    /** Returns false if no later block can add anything. */
    private boolean findIn(int number, byte[] key, long prefix, AnswerBytes answer) {
        SubBlockIndex subBlocks = isLoaded(number) ? null : run.subBlocks(number);
        if (subBlocks != null && isForFewKeys(number)) {
            return slot.subBlocks().find(run, number, subBlocks, key, answer);
        }
        load(number);
        return walkTo(key, prefix) && addValues(answer);
    }

    /** Sub-blocks are for single keys of a block: for more of them, reading the block once is cheaper. */
    private boolean isForFewKeys(int number) {
        subBlockReads = partsOf == number ? subBlockReads + 1 : 1;
        partsOf = number;
        return subBlockReads <= MAX_SUB_BLOCK_READS;
    }

    private boolean isKnownToLack(int number, long hash) {
        if (!oneOfMany || isLoaded(number)) {
            return false;
        }
        BlockFilter filter = run.filter(number);
        return filter != null && !filter.mayHave(hash);
    }

    private boolean isLoaded(int number) {
        return loaded == number && slot.isOf(this);
    }

    /**
     * Moves to the first entry at or above the key; returns false if it is above. Returns true at the end of the block.
     */
    private boolean walkTo(byte[] key, long prefix) {
        while (pending || block.next()) {
            pending = true;
            int order = compare(key, prefix);
            if (order >= 0) {
                return order == 0;
            }
            pending = false;
        }
        return true;
    }

    private int compare(byte[] key, long prefix) {
        long other = BigEndian.prefix(block.array(), block.keyOffset(), block.keyLength());
        return other != prefix
                ? Long.compareUnsigned(other, prefix)
                : Arrays.compareUnsigned(
                        block.array(), block.keyOffset(), block.keyOffset() + block.keyLength(), key, 0, key.length);
    }

    /** Adds the values of the current key that are in this block. */
    private boolean addValues(AnswerBytes answer) {
        boolean more = true;
        while (pending && more) {
            // A value in chunks is larger than an answer can be.
            more = block.valueContinues()
                    ? answer.tooLarge()
                    : answer.add(block.array(), block.valueOffset(), block.valueLength());
            pending = block.next();
            if (pending && block.isNewKey()) {
                return more;
            }
        }
        return more;
    }

    private void load(int number) {
        if (isLoaded(number)) {
            return;
        }
        loaded = -1;
        pending = false;
        ByteBuf[] read = new ByteBuf[1];
        try {
            run.read(number, number + 1, 0, bytes -> read[0] = bytes);
            slot.load(this, read[0]);
            if (run.wasReadRecently(number)) {
                learn(number);
            }
        } catch (SssException e) {
            throw e.code() != ErrorCode.CORRUPT || read[0] == null
                    ? e
                    : run.corrupt("block " + number + ": " + e.getMessage(), e);
        } finally {
            if (read[0] != null) {
                read[0].release();
            }
        }
        if (block.tupleCount() != run.index().tuples(number)) {
            throw run.corrupt(
                    "block " + number + " has " + block.tupleCount() + " tuples, it was committed with "
                            + run.index().tuples(number),
                    null);
        }
        loaded = number;
    }

    private void learn(int number) {
        SubBlockIndex subBlocks = run.subBlocks(number) == null ? SubBlockIndex.of(block) : null;
        if (subBlocks != null) {
            run.cache(number, subBlocks);
        }
        if (oneOfMany && run.filter(number) == null) {
            block.restart();
            run.cache(number, BlockFilter.of(block));
        }
        block.restart();
    }

    @Override
    public void close() {
        run.close();
    }
}
