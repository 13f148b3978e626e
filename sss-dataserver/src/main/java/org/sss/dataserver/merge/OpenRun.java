package org.sss.dataserver.merge;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.run.BlockDigest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.control.AttemptId;

/**
 * A run that is being written: counts its blocks, checks their order, and buffers the blocks in memory,
 * which come after those in the file. Of its first and last key it has as much in memory as {@link RunInfo} stores. One
 * thread at a time.
 */
public final class OpenRun {
    private final int number;
    private final AttemptId attempt;
    private final int sequence;
    private final LongKeys longKeys;
    private final Deque<BufferedBlock> buffered = new ArrayDeque<>(2);
    private int blocks;
    private int written;
    private int largestBlockBytes;
    private int mergeBytes;
    private long tuples;
    private long dataBytes;
    private long storedBytes;
    private int digest = BlockDigest.NONE;
    private byte[] firstKey;
    /** The last key, or its prefix if it is long. */
    private byte[] lastKey = new byte[64];

    private int lastKeyLength;
    /** Slot of the last key in {@code longKeys}; -1 if no key was long. */
    private int longKeySlot = -1;

    private boolean valueOpen;
    private boolean keyContinues;
    private final BitSet keyContinuesAt = new BitSet();

    /** Makes one of few runs: its last key is in memory, however long it is. */
    public OpenRun(int number, AttemptId attempt, int sequence) {
        this(number, attempt, sequence, null);
    }

    /** @param longKeys stores its last key when that is long */
    OpenRun(int number, AttemptId attempt, int sequence, LongKeys longKeys) {
        this.number = number;
        this.attempt = attempt;
        this.sequence = sequence;
        this.longKeys = longKeys;
    }

    public int number() {
        return number;
    }

    AttemptId attempt() {
        return attempt;
    }

    int sequence() {
        return sequence;
    }

    public int blocks() {
        return blocks;
    }

    /** Returns the blocks in memory, the last ones of the run. */
    public Deque<BufferedBlock> buffered() {
        return buffered;
    }

    /** Returns the cost of its blocks in memory in the budget; walks all of them. */
    long bufferedBytes() {
        return buffered.stream().mapToLong(BufferedBlock::cost).sum();
    }

    /** Returns true if none of its blocks is in the file. */
    public boolean isWhollyBuffered() {
        return written == 0;
    }

    /** Returns the number of its next block in the file, which is about to be written. */
    public int nextWritten() {
        return written++;
    }

    int largestBlockBytes() {
        return largestBlockBytes;
    }

    /** Returns what a merge buffers of it at once. */
    int mergeBytes() {
        return mergeBytes;
    }

    TupleTotals totals() {
        return new TupleTotals(tuples, dataBytes);
    }

    /** Returns true if the last block passed to {@link #checkFollows} starts with the last key of the block before. */
    public boolean keyContinues() {
        return keyContinues;
    }

    /** Returns the blocks whose first key is the last key of the block before. */
    public BitSet keyContinuesAt() {
        return keyContinuesAt;
    }

    /**
     * @throws SssException {@link ErrorCode#CORRUPT} when the loaded block cannot follow those before it;
     *     {@link ErrorCode#STORAGE} when the last key cannot be read
     */
    public void checkFollows(BlockValidator block) {
        int order = blocks == 0 ? 1 : orderOf(block);
        keyContinues = blocks > 0 && order == 0;
        if (order < 0) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "block " + blocks + " of " + this
                            + " starts with a key below the last key of the block before; the writer must send sorted "
                            + "blocks in order");
        }
        if (block.continuesPrevious() != valueOpen || valueOpen && order != 0) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "block " + blocks + " of " + this
                            + (valueOpen
                                    ? " does not continue the value that the block before started"
                                    : " continues a value that no block before it started"));
        }
    }

    /** Compares the first key of the block with the last one so far. */
    private int orderOf(BlockValidator block) {
        if (isLong(lastKeyLength) && block.firstKeyStartsWith(lastKey, RunInfo.MAX_KEY_BYTES)) {
            return block.compareFirstKey(longKeys.get(longKeySlot, lastKeyLength), lastKeyLength);
        }
        return block.compareFirstKey(lastKey, storedLength(lastKeyLength));
    }

    private boolean isLong(int keyLength) {
        return longKeys != null && keyLength > RunInfo.MAX_KEY_BYTES;
    }

    private int storedLength(int keyLength) {
        return isLong(keyLength) ? RunInfo.MAX_KEY_BYTES : keyLength;
    }

    /**
     * Adds the counts of the loaded block to the run.
     *
     * @throws SssException {@link ErrorCode#STORAGE} when its last key cannot be stored; the run is unusable then
     */
    public void add(BlockValidator block) {
        noteLastKey(block.lastKey());
        keyContinuesAt.set(blocks, keyContinues);
        if (blocks++ == 0) {
            int at = block.firstKeyOffset();
            firstKey = Arrays.copyOfRange(
                    block.keyArray(), at, at + Math.min(block.firstKeyLength(), RunInfo.MAX_KEY_BYTES));
        }
        largestBlockBytes = Math.max(largestBlockBytes, block.blockBytes());
        mergeBytes = Math.max(mergeBytes, block.mergeBytes());
        tuples += block.tuples();
        dataBytes += block.dataBytes();
        storedBytes += block.blockBytes();
        digest = BlockDigest.add(digest, block.checksum());
        valueOpen = block.continuesInNext();
    }

    private void noteLastKey(ByteBuffer key) {
        lastKeyLength = key.remaining();
        if (isLong(lastKeyLength)) {
            longKeySlot = longKeySlot < 0 ? longKeys.newSlot() : longKeySlot;
            longKeys.put(longKeySlot, key.duplicate());
        }
        int stored = storedLength(lastKeyLength);
        if (lastKey.length < stored) {
            lastKey = new byte[2 * stored];
        }
        key.get(lastKey, 0, stored);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when its last value is not complete */
    public RunInfo finish() {
        if (valueOpen) {
            throw new SssException(
                    ErrorCode.CORRUPT, this + " ends after " + blocks + " blocks in the middle of a value");
        }
        return new RunInfo(
                number,
                attempt,
                sequence,
                new RunInfo.Size(blocks, tuples, dataBytes, storedBytes),
                firstKey,
                Arrays.copyOf(lastKey, storedLength(lastKeyLength)),
                Integer.toUnsignedLong(digest));
    }

    @Override
    public String toString() {
        return "run " + sequence + " of attempt " + attempt;
    }
}
