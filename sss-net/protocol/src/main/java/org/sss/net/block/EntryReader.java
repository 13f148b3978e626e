package org.sss.net.block;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Iterates over a range of entries of a block, starting with an entry that has a key; see {@link BlockFormat}. The
 * caller has compared a checksum. Offsets refer to the array, nothing is copied. One thread at a time; reusable.
 */
public final class EntryReader {
    private byte[] bytes = new byte[0];
    private int at;
    private int end;
    private int keyOffset;
    private int keyLength;
    private int valueOffset;
    private int valueLength;
    private boolean newKey;

    /** Starts the entries in {@code array[offset, offset + length)}. */
    public void reset(byte[] array, int offset, int length) {
        bytes = array;
        at = offset;
        end = offset + length;
    }

    /**
     * Moves to the next entry; false after the last one.
     *
     * @throws SssException {@link ErrorCode#CORRUPT}
     */
    public boolean next() {
        if (at == end) {
            return false;
        }
        int head = varint();
        newKey = (head & 1) != 0;
        if (newKey) {
            keyLength = varint();
            keyOffset = advance(keyLength);
        }
        valueLength = head >>> 1;
        valueOffset = advance(valueLength);
        return true;
    }

    /** Returns true if the key differs from that of the entry before. */
    public boolean isNewKey() {
        return newKey;
    }

    public byte[] array() {
        return bytes;
    }

    public int keyOffset() {
        return keyOffset;
    }

    public int keyLength() {
        return keyLength;
    }

    public int valueOffset() {
        return valueOffset;
    }

    public int valueLength() {
        return valueLength;
    }

    private int advance(int length) {
        int from = at;
        if (length < 0 || length > end - from) {
            throw new SssException(
                    ErrorCode.CORRUPT, "damaged block: an entry of " + length + " bytes exceeds its range");
        }
        at = from + length;
        return from;
    }

    private int varint() {
        int value = 0;
        for (int shift = 0; shift < 35 && at < end; shift += 7) {
            byte b = bytes[at++];
            value |= (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new SssException(ErrorCode.CORRUPT, "damaged block: a length is not terminated in its range");
    }
}
