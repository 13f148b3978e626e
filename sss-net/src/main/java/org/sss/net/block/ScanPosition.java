package org.sss.net.block;

import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * How far somebody has walked the blocks of a scan in key order, so that another scan of the same tuples can go on there: at a key, and
 * behind so many tuples from it on. Nothing of it depends on how blocks are cut, which is not the same each time: whoever merges runs packs
 * them anew. The key is the first one of a block of which none of the blocks before had values, so what is skipped then is
 * about a block, or the values of one key. One thread at a time.
 *
 * <pre>
 *   blocks:   [a a b] [b b c] [c d e] [e ...      walked: up to the second e
 *   position:                     c is in the block before; so b, and 6 tuples from it on
 * </pre>
 */
public final class ScanPosition {
    /** The scan goes on at {@code key[0, keyLength)}, behind that many tuples; null is the first key of all. */
    private byte[] key;
    private int keyLength;
    private long tuples;
    /** What was walked of the value behind these. */
    private long valueBytes;
    private byte[] lastKey = new byte[64];
    private int lastKeyLength = -1;
    /** Of the block that is being walked, those that were left when it was entered. */
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

    /** The lower bound of a scan that goes on here. */
    public byte[] from() {
        return key == null ? null : Arrays.copyOf(key, keyLength);
    }

    /** From now on come the blocks of a scan from {@link #from}, which may begin with smaller keys. */
    public void begin() {
        skipping = key != null;
        tuplesToSkip = tuples;
        bytesToSkip = valueBytes;
        entries = 0;
    }

    /**
     * Skips what of the next block is before the position.
     *
     * @param block before its first entry; before the first one to be walked then
     * @return false when nothing of it is left
     */
    public boolean enter(BlockReader block) {
        if (skipping && !skip(block)) {
            return false;
        }
        entries = block.entriesLeft();
        continued = block.continuesPrevious();
        goOnAtFirstKey(block);
        return true;
    }

    private boolean skip(BlockReader block) {
        int begin = block.position();
        int at = begin;
        while (block.next()) {
            if (!isSkipped(block)) {
                skipping = false;
                block.backTo(at);
                if (at != begin) {
                    block.beginsHere();
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
                throw new SssException(ErrorCode.CORRUPT, "a value that is read on is not in the pieces in which its beginning came");
            }
            return true;
        }
        return false;
    }

    /** If no block before has values of the first key of this one, the tuples before it need not be counted any more. */
    private void goOnAtFirstKey(BlockReader block) {
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

    /** Counts the block that was entered last, which was walked to its end; once. */
    public void leave(BlockReader block) {
        if (entries == 0) {
            return;
        }
        if (block.entriesLeft() > 0) {
            throw new IllegalStateException("a block was left with " + block.entriesLeft() + " of its entries");
        }
        boolean goesOn = block.valueContinues();
        tuples += goesOn ? entries - 1 : entries;
        valueBytes = !goesOn ? 0 : block.valueLength() + (entries == 1 && continued ? valueBytes : 0);
        lastKey = copyOfKey(block, lastKey);
        lastKeyLength = block.keyLength();
        entries = 0;
    }

    /** There are no more blocks. @throws SssException CORRUPT when some of what was walked did not come again */
    public void end() {
        if (skipping && (tuplesToSkip > 0 || bytesToSkip > 0)) {
            throw new SssException(ErrorCode.CORRUPT, "of the tuples that were read, " + tuplesToSkip + " and " + bytesToSkip
                    + " bytes of a value are not there any more");
        }
    }

    private static int compare(BlockReader block, byte[] other, int length) {
        return Arrays.compareUnsigned(block.array(), block.keyOffset(), block.keyOffset() + block.keyLength(), other, 0, length);
    }

    private static byte[] copyOfKey(BlockReader block, byte[] into) {
        int length = block.keyLength();
        byte[] copy = into.length < length ? new byte[Math.max(length, 2 * into.length)] : into;
        System.arraycopy(block.array(), block.keyOffset(), copy, 0, length);
        return copy;
    }
}
