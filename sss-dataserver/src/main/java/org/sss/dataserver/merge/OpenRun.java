package org.sss.dataserver.merge;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.control.AttemptId;

/**
 * A run that is being written: counts its blocks, checks that they follow each other, and keeps those that are in memory,
 * which come after those that are in the file. Of its first and its last key it has as much in memory as {@link RunInfo} keeps. One
 * thread at a time.
 */
public final class OpenRun {
    private final int number;
    private final AttemptId attempt;
    private final int sequence;
    private final LongKeys longKeys;
    private final Deque<BufferedBlock> held = new ArrayDeque<>(2);
    private int blocks;
    private int written;
    private int largestBlockBytes;
    private int mergeBytes;
    private long tuples;
    private long dataBytes;
    private long storedBytes;
    private byte[] firstKey;
    /** The last key, or its beginning if it is long. */
    private byte[] lastKey = new byte[64];
    private int lastKeyLength;
    /** Of its long last keys; negative when it had none. */
    private int longKeyPlace = -1;
    private boolean valueOpen;
    private boolean keyGoesOn;
    private final BitSet keyGoesOnAt = new BitSet();

    /** One of few: its last key is in memory, however long it is. */
    public OpenRun(int number, AttemptId attempt, int sequence) {
        this(number, attempt, sequence, null);
    }

    /** @param longKeys where its last key is when that is long */
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

    /** Blocks in memory, the last ones of the run. */
    public Deque<BufferedBlock> held() {
        return held;
    }

    /** What its blocks in memory take of the budget; walks all of them. */
    long heldBytes() {
        return held.stream().mapToLong(BufferedBlock::cost).sum();
    }

    /** Whether none of its blocks is in the file. */
    public boolean isHeldWhole() {
        return written == 0;
    }

    /** The number of its next block in the file, which is about to be written. */
    public int nextWritten() {
        return written++;
    }

    int largestBlockBytes() {
        return largestBlockBytes;
    }

    /** What a merge holds of it at once. */
    int mergeBytes() {
        return mergeBytes;
    }

    TupleTotals conserved() {
        return new TupleTotals(tuples, dataBytes);
    }

    /** Whether the block that {@link #checkFollows} has seen begins with the last key of the block before. */
    public boolean keyGoesOn() {
        return keyGoesOn;
    }

    /** The blocks whose first key is the last key of the block before. */
    public BitSet keyGoesOnAt() {
        return keyGoesOnAt;
    }

    /**
     * @throws SssException {@link ErrorCode#CORRUPT} when the loaded block cannot come after those before it; {@link ErrorCode#STORAGE} when
     *     that cannot be known
     */
    public void checkFollows(BlockValidator block) {
        int order = blocks == 0 ? 1 : orderOf(block);
        keyGoesOn = blocks > 0 && order == 0;
        if (order < 0) {
            throw new SssException(ErrorCode.CORRUPT, "block " + blocks + " of " + this
                    + " begins with a key below the last key of the block before; the writer must send sorted blocks in order");
        }
        if (block.continuesPrevious() != valueOpen || valueOpen && order != 0) {
            throw new SssException(ErrorCode.CORRUPT, "block " + blocks + " of " + this + (valueOpen
                    ? " does not go on with the value that the block before began"
                    : " goes on with a value that no block before it began"));
        }
    }

    /** Of the first key of the block against the last one so far. */
    private int orderOf(BlockValidator block) {
        if (isLong(lastKeyLength) && block.firstKeyBeginsWith(lastKey, RunInfo.MAX_KEY_BYTES)) {
            return block.compareFirstKey(longKeys.get(longKeyPlace, lastKeyLength), lastKeyLength);
        }
        return block.compareFirstKey(lastKey, kept(lastKeyLength));
    }

    private boolean isLong(int keyLength) {
        return longKeys != null && keyLength > RunInfo.MAX_KEY_BYTES;
    }

    private int kept(int keyLength) {
        return isLong(keyLength) ? RunInfo.MAX_KEY_BYTES : keyLength;
    }

    /**
     * Counts the loaded block as part of the run.
     *
     * @throws SssException {@link ErrorCode#STORAGE} when its last key cannot be noted; the run is of no use then
     */
    public void add(BlockValidator block) {
        noteLastKey(block.lastKey());
        keyGoesOnAt.set(blocks, keyGoesOn);
        if (blocks++ == 0) {
            int at = block.firstKeyOffset();
            firstKey = Arrays.copyOfRange(block.keyArray(), at, at + Math.min(block.firstKeyLength(), RunInfo.MAX_KEY_BYTES));
        }
        largestBlockBytes = Math.max(largestBlockBytes, block.blockBytes());
        mergeBytes = Math.max(mergeBytes, block.mergeBytes());
        tuples += block.tuples();
        dataBytes += block.dataBytes();
        storedBytes += block.blockBytes();
        valueOpen = block.continuesInNext();
    }

    private void noteLastKey(ByteBuffer key) {
        lastKeyLength = key.remaining();
        if (isLong(lastKeyLength)) {
            longKeyPlace = longKeyPlace < 0 ? longKeys.newPlace() : longKeyPlace;
            longKeys.put(longKeyPlace, key.duplicate());
        }
        int kept = kept(lastKeyLength);
        if (lastKey.length < kept) {
            lastKey = new byte[2 * kept];
        }
        key.get(lastKey, 0, kept);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when its last value is not complete */
    public RunInfo finish() {
        if (valueOpen) {
            throw new SssException(ErrorCode.CORRUPT, this + " ends after " + blocks + " blocks in the middle of a value");
        }
        return new RunInfo(number, attempt, sequence, blocks, tuples, dataBytes, storedBytes, firstKey,
                Arrays.copyOf(lastKey, kept(lastKeyLength)));
    }

    @Override
    public String toString() {
        return "run " + sequence + " of attempt " + attempt;
    }
}
