package org.sss.net.block;

import static org.sss.net.block.BlockFormat.*;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Iterates over the entries of one block in a byte array. Offsets refer to {@link #array()}: nothing is copied. A
 * compressed block is decompressed into an array of this reader and then read like any other. One thread at a time;
 * reusable. Every length is checked against the end of the block, so that invalid bytes with a valid checksum cause an
 * error, not a wrong read.
 */
public final class BlockReader {
    /** State before the first entry, which must have its own key. */
    private static final int NO_KEY = -1;

    private final CRC32C crc = new CRC32C();
    /** The uncompressed block: the original array, or {@link #decompressed}. */
    private byte[] bytes = new byte[0];

    private byte[] decompressed = new byte[0];
    private BlockCodec codec;
    /** The block passed to {@link #reset}. */
    private byte[] blockArray = new byte[0];

    private int blockOffset;
    private int blockLength;
    private int start;
    private int end;
    private int at;
    private int entriesLeft;
    private int keyAt;
    private int lastKeyOffset;
    private int keyOffset;
    private int keyLength;
    private int valueOffset;
    private int valueLength;
    private boolean newKey;
    /** Flags of the block that apply to the current range of entries. */
    private int flagMask;
    /** Whether the current range of entries ends with the block. */
    private boolean toEnd;

    /**
     * Starts a block in {@code array[offset, offset + length)}; the array is referenced, not copied.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if magic, length or checksum is wrong, or bytes with a valid
     *     checksum cannot be decompressed; {@link ErrorCode#INVALID_ARGUMENT} if this JVM cannot load the library for
     *     it
     */
    public void reset(byte[] array, int offset, int length) {
        checkHeader(array, offset, length);
        crc.reset();
        crc.update(array, offset + FLAGS_AT, length - FLAGS_AT);
        int expected = BigEndian.getInt(array, offset + CRC_AT);
        if ((int) crc.getValue() != expected) {
            throw corrupt(String.format("checksum is %08x, expected %08x", (int) crc.getValue(), expected));
        }
        open(array, offset, length);
    }

    /** As {@link #reset} for a block whose checksum was computed or compared in this process. */
    public void resetUnchecked(byte[] array, int offset, int length) {
        checkHeader(array, offset, length);
        open(array, offset, length);
    }

    private void open(byte[] array, int offset, int length) {
        blockArray = array;
        blockOffset = offset;
        blockLength = length;
        codec = BlockCodecs.ofId(array[offset + COMPRESSION_AT]);
        if (codec == null) {
            startEntries(array, offset, length);
        } else {
            int whole = decompress(array, offset, length);
            startEntries(decompressed, 0, whole);
        }
    }

    /** Returns to the state before the first entry. */
    public void restart() {
        startEntries(bytes, start, end - start);
    }

    private void startEntries(byte[] array, int offset, int length) {
        bytes = array;
        start = offset;
        end = offset + length;
        at = offset + HEADER_BYTES;
        entriesLeft = BigEndian.getInt(array, offset + ENTRIES_AT);
        keyAt = offset;
        keyLength = NO_KEY;
        flagMask = ~0;
        toEnd = true;
    }

    /**
     * Starts a range of entries of a block that another reader has open, as if the range were the whole block. The
     * bytes are not copied; the last key is that of the whole block.
     *
     * @param from     {@link #position} before the first of them, which has its own key
     * @param entries  number of entries
     * @param atStart  whether the first entry may continue a value of the block before
     * @param atEnd    whether they are the last entries
     */
    void resetRange(BlockReader whole, int from, int entries, boolean atStart, boolean atEnd) {
        blockArray = whole.blockArray;
        blockOffset = whole.blockOffset;
        blockLength = whole.blockLength;
        codec = whole.codec;
        startEntries(whole.bytes, whole.start, whole.end - whole.start);
        at = from;
        entriesLeft = entries;
        flagMask = (atStart ? FLAG_CONTINUES_PREVIOUS : 0) | (atEnd ? FLAG_CONTINUES_IN_NEXT : 0);
        toEnd = atEnd;
    }

    /** Returns the offset of the next entry. */
    int position() {
        return at;
    }

    /**
     * Moves back before the current entry.
     *
     * @param position {@link #position} before it was read
     */
    void backTo(int position) {
        at = position;
        entriesLeft++;
    }

    /** The range now starts at the next entry, so it does not continue a value of the block before. */
    void startsHere() {
        flagMask &= ~FLAG_CONTINUES_PREVIOUS;
    }

    int entriesLeft() {
        return entriesLeft;
    }

    /**
     * Decompresses header and entries. The announced length is bounded by the largest block before memory is allocated.
     */
    private int decompress(byte[] array, int offset, int length) {
        int entryBytes = length < COMPRESSED_AT ? -1 : BigEndian.getInt(array, offset + ENTRY_BYTES_AT);
        if (entryBytes < 0 || entryBytes > MAX_BLOCK_BYTES - HEADER_BYTES) {
            throw corrupt("its " + length + " compressed bytes claim to be " + entryBytes);
        }
        int whole = HEADER_BYTES + entryBytes;
        // Grows with the blocks, since a merge may have a reader for each of thousands of small runs; and shrinks,
        // otherwise each of many open readers would become as large as the largest block.
        if (decompressed.length < whole || decompressed.length > 2 * whole + COMPRESSED_TARGET_BYTES) {
            decompressed = new byte[Math.max(whole, Math.min(COMPRESSED_TARGET_BYTES, 2 * decompressed.length))];
        }
        System.arraycopy(array, offset, decompressed, 0, HEADER_BYTES);
        int found = codec.decompress(
                array, offset + COMPRESSED_AT, length - COMPRESSED_AT, decompressed, HEADER_BYTES, entryBytes);
        if (found != entryBytes) {
            throw corrupt("decompressed size is " + found + " bytes of entries, the header has " + entryBytes);
        }
        return whole;
    }

    private static void checkHeader(byte[] array, int offset, int length) {
        if (length < HEADER_BYTES || length > MAX_BLOCK_BYTES) {
            throw corrupt("length " + length + " is not between " + HEADER_BYTES + " and " + MAX_BLOCK_BYTES);
        }
        int magic = BigEndian.getInt(array, offset + MAGIC_AT);
        if (magic != MAGIC) {
            throw corrupt(String.format("magic is %08x, expected %08x", magic, MAGIC));
        }
        int inside = BigEndian.getInt(array, offset + LENGTH_AT);
        if (inside != length) {
            throw corrupt("the header has length " + inside + ", the block has " + length + " bytes");
        }
    }

    /** Returns the compression of the block as passed to {@link #reset}. */
    public Compression compression() {
        return codec == null ? Compression.NONE : codec.compression();
    }

    /** Moves to the next entry; false after the last one. */
    public boolean next() {
        if (entriesLeft <= 0) {
            checkEnd();
            return false;
        }
        entriesLeft--;
        if (!nextSmall()) {
            nextOfAnySize();
        }
        return true;
    }

    /**
     * Reads an entry with its own key and two one-byte lengths, the usual case; returns false and reads nothing for
     * others.
     */
    private boolean nextSmall() {
        int from = at;
        if (end - from < 2) {
            return false;
        }
        int head = bytes[from];
        int ownKeyLength = bytes[from + 1];
        int valueFrom = from + 2 + ownKeyLength;
        int next = valueFrom + (head >>> 1);
        if ((head & 1) == 0 || (head | ownKeyLength) < 0 || next > end) {
            return false;
        }
        newKey = true;
        keyAt = from + 1;
        keyOffset = from + 2;
        keyLength = ownKeyLength;
        valueOffset = valueFrom;
        valueLength = head >>> 1;
        at = next;
        return true;
    }

    private void nextOfAnySize() {
        int head = varint();
        newKey = (head & 1) != 0;
        if (newKey) {
            readKey();
        } else if (keyLength == NO_KEY) {
            throw corrupt("the first entry has no key");
        }
        valueLength = head >>> 1;
        valueOffset = advance(valueLength);
    }

    private void readKey() {
        keyAt = at;
        keyLength = varint();
        keyOffset = advance(keyLength);
    }

    /** Moves after the last entry; the key is then the last one, the value is undefined. */
    public void skipRest() {
        toLastKey();
        readKey();
        at = end;
        entriesLeft = 0;
    }

    /** Compares the last key of this block, whose offset is in the header, with another key. */
    public int compareLastKey(byte[] key, int offset, int length) {
        int lastLength = findLastKey();
        return Arrays.compareUnsigned(bytes, lastKeyOffset, lastKeyOffset + lastLength, key, offset, offset + length);
    }

    /** Returns the length of the common prefix of {@code bytes[0, length)} and the last key. */
    int commonWithLastKey(byte[] other, int length) {
        int max = Math.min(findLastKey(), length);
        int differs = Arrays.mismatch(bytes, lastKeyOffset, lastKeyOffset + max, other, 0, max);
        return differs < 0 ? max : differs;
    }

    public byte[] lastKey() {
        int lastLength = findLastKey();
        return Arrays.copyOfRange(bytes, lastKeyOffset, lastKeyOffset + lastLength);
    }

    private int findLastKey() {
        int before = at;
        toLastKey();
        int length = varint();
        lastKeyOffset = advance(length);
        at = before;
        return length;
    }

    private void toLastKey() {
        int lastKeyAt = BigEndian.getInt(bytes, start + LAST_KEY_AT);
        if (lastKeyAt < HEADER_BYTES || lastKeyAt >= end - start) {
            throw corrupt("the header has the last key at offset " + lastKeyAt);
        }
        at = start + lastKeyAt;
    }

    /** The array of keys and values. */
    public byte[] array() {
        return bytes;
    }

    /** The block passed to {@link #reset}, in {@code blockArray()[blockOffset(), + blockLength())}. */
    public byte[] blockArray() {
        return blockArray;
    }

    public int blockOffset() {
        return blockOffset;
    }

    public int blockLength() {
        return blockLength;
    }

    /** Uncompressed size of the block. */
    public int plainLength() {
        return end - start;
    }

    /** Number of tuples and pieces of tuples in this block. */
    public int entryCount() {
        return BigEndian.getInt(bytes, start + ENTRIES_AT);
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

    /** Returns true if the entry has its own key, different from that of the entry before it in this block. */
    public boolean isNewKey() {
        return newKey;
    }

    /** Returns true if the value of this entry continues in the next block of the run. */
    public boolean valueContinues() {
        return entriesLeft == 0 && (flags() & FLAG_CONTINUES_IN_NEXT) != 0;
    }

    /** Returns true if the last value of this block continues in the next block of the run. */
    public boolean continuesInNext() {
        return (flags() & FLAG_CONTINUES_IN_NEXT) != 0;
    }

    /** Returns true if the first value of this block continues the last one of the block before. */
    public boolean continuesPrevious() {
        return (flags() & FLAG_CONTINUES_PREVIOUS) != 0;
    }

    /** Number of values that end in this block. */
    public int tupleCount() {
        return BigEndian.getInt(bytes, start + TUPLES_AT);
    }

    /** Bytes of keys and values as {@link BlockFormat} counts them; 0 if unspecified. */
    public int dataBytes() {
        return BigEndian.getInt(bytes, start + DATA_BYTES_AT);
    }

    public byte[] key() {
        return Arrays.copyOfRange(bytes, keyOffset, keyOffset + keyLength);
    }

    public byte[] value() {
        return Arrays.copyOfRange(bytes, valueOffset, valueOffset + valueLength);
    }

    private void checkEnd() {
        if (!toEnd) {
            return; // checked by the reader of the whole block
        }
        if (entriesLeft < 0 || at != end) {
            throw corrupt("the entries end at offset " + (at - start) + ", the block ends at " + (end - start));
        }
        int lastKeyAt = BigEndian.getInt(bytes, start + LAST_KEY_AT);
        if (keyAt - start != lastKeyAt) {
            throw corrupt("the last key is at offset " + (keyAt - start) + ", the header has " + lastKeyAt);
        }
    }

    private int flags() {
        return bytes[start + FLAGS_AT] & flagMask;
    }

    private int advance(int length) {
        int from = at;
        if (length < 0 || length > end - from) {
            throw corrupt("an entry of " + length + " bytes at offset " + (from - start) + " passes the end");
        }
        at = from + length;
        return from;
    }

    private int varint() {
        if (at < end) {
            byte b = bytes[at++];
            return b >= 0 ? b : longVarint(b & 0x7F);
        }
        throw corrupt("a length passes the end");
    }

    private int longVarint(int low) {
        int v = low;
        for (int shift = 7; shift < 35 && at < end; shift += 7) {
            byte b = bytes[at++];
            v |= (b & 0x7F) << shift;
            if (b >= 0) {
                return v;
            }
        }
        throw corrupt("a length at offset " + (at - start) + " has no end");
    }

    private static SssException corrupt(String what) {
        return new SssException(ErrorCode.CORRUPT, "damaged block: " + what);
    }
}
