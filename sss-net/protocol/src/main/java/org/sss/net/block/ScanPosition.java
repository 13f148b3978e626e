package org.sss.net.block;

import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The position of a reader in the blocks of a scan in key order, at which another scan of the same tuples can continue:
 * a key, and a number of tuples from it on. It does not depend on how tuples are packed into blocks, which may differ
 * each time, since merges repack them. The key is the first one of a block and has no values in the blocks before, so a
 * continued scan skips about a block, or the values of one key. One thread at a time.
 *
 * <pre>
 *   blocks:   [a a b] [b b c] [c d e] [e ...      read: up to the second e
 *   position:                     c is in the block before; hence b, and 6 tuples from it on
 * </pre>
 */
public final class ScanPosition implements ReadPosition {
    /** The scan continues at {@code key[0, keyLength)}, after this many tuples; null is the first key of all. */
    private byte[] key;

    private int keyLength;
    private long tuples;
    /** Bytes read of the value after these tuples. */
    private long valueBytes;

    private byte[] lastKey = new byte[64];
    private int lastKeyLength = -1;
    /** Number of entries of the current block that were left when it was entered. */
    private int entries;

    private boolean continued;
    private boolean skipping;
    private long tuplesToSkip;
    private long bytesToSkip;

    /** @param from the lower bound of the scan, or null */
    public ScanPosition(byte[] from) {
        key = from == null ? null : from.clone();
        keyLength = from == null ? 0 : from.length;
    }

    @Override
    public byte[] from() {
        return key == null ? null : Arrays.copyOf(key, keyLength);
    }

    @Override
    public void start() {
        skipping = key != null;
        tuplesToSkip = tuples;
        bytesToSkip = valueBytes;
        entries = 0;
    }

    @Override
    public boolean enter(BlockReader block) {
        if (skipping && !skip(block)) {
            return false;
        }
        entries = block.entriesLeft();
        continued = block.continuesPrevious();
        restartAtFirstKey(block);
        return true;
    }

    private boolean skip(BlockReader block) {
        int start = block.position();
        int at = start;
        while (block.next()) {
            if (!isSkipped(block)) {
                skipping = false;
                block.backTo(at);
                if (at != start) {
                    block.startsHere();
                }
                return true;
            }
            at = block.position();
        }
        return false;
    }

    private boolean isSkipped(BlockReader block) {
        if (compare(block, key, keyLength) < 0) {
            return true;
        }
        if (tuplesToSkip > 0) {
            tuplesToSkip -= block.valueContinues() ? 0 : 1;
            return true;
        }
        if (bytesToSkip > 0) {
            bytesToSkip -= block.valueLength();
            if (bytesToSkip < 0 || !block.valueContinues()) {
                throw new SssException(
                        ErrorCode.CORRUPT, "the rest of a value is not split into pieces as its start was");
            }
            return true;
        }
        return false;
    }

    /**
     * If no block before has values of the first key of this one, the position restarts there: earlier tuples need not
     * be counted.
     */
    private void restartAtFirstKey(BlockReader block) {
        int at = block.position();
        if (block.next()) {
            if (lastKeyLength < 0 || compare(block, lastKey, lastKeyLength) != 0) {
                key = copyOfKey(block, key == null ? new byte[lastKey.length] : key);
                keyLength = block.keyLength();
                tuples = 0;
            }
            block.backTo(at);
        }
    }

    @Override
    public void leave(BlockReader block) {
        if (entries == 0) {
            return;
        }
        if (block.entriesLeft() > 0) {
            throw new IllegalStateException("a block was left with " + block.entriesLeft() + " of its entries");
        }
        boolean continues = block.valueContinues();
        tuples += continues ? entries - 1 : entries;
        valueBytes = !continues ? 0 : block.valueLength() + (entries == 1 && continued ? valueBytes : 0);
        lastKey = copyOfKey(block, lastKey);
        lastKeyLength = block.keyLength();
        entries = 0;
    }

    @Override
    public void end() {
        if (skipping && (tuplesToSkip > 0 || bytesToSkip > 0)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "of the tuples that were read, " + tuplesToSkip + " and " + bytesToSkip
                            + " bytes of a value are missing now");
        }
    }

    private static int compare(BlockReader block, byte[] other, int length) {
        return Arrays.compareUnsigned(
                block.array(), block.keyOffset(), block.keyOffset() + block.keyLength(), other, 0, length);
    }

    private static byte[] copyOfKey(BlockReader block, byte[] into) {
        int length = block.keyLength();
        byte[] copy = into.length < length ? new byte[Math.max(length, 2 * into.length)] : into;
        System.arraycopy(block.array(), block.keyOffset(), copy, 0, length);
        return copy;
    }
}
