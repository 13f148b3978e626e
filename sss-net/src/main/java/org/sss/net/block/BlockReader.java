package org.sss.net.block;

import static org.sss.net.block.BlockFormat.*;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Walks the entries of one block in a byte array. Positions point into {@link #array()}: nothing is copied, and a compressed
 * block is decompressed into an array of this reader, where it looks like any other. One thread at a time; reused from block
 * to block. Every length is checked against the block's end, so bytes that pass the checksum and are wrong all the same end
 * in an error, not in a wrong read.
 */
public final class BlockReader {
    /** Before the first entry, which must have a key of its own. */
    private static final int NO_KEY = -1;

    private final CRC32C crc = new CRC32C();
    /** The block as it is without compression: where it lies, or {@link #decompressed}. */
    private byte[] bytes = new byte[0];
    private byte[] decompressed = new byte[0];
    private BlockCodec codec;
    /** The block as it was given. */
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
    /** The flags of the block that hold for what is walked. */
    private int flagMask;
    /** Whether what is walked ends with the block. */
    private boolean toEnd;

    /**
     * Begins a block that lies in {@code array[offset, offset + length)}; the array is referred to, not copied.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when magic, length or checksum is wrong, or bytes under a right checksum
     *     cannot be decompressed; {@link ErrorCode#INVALID_ARGUMENT} when this JVM cannot load what it takes to decompress
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

    /** As {@link #reset} for a block whose checksum was made or compared in this process. */
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
            begin(array, offset, length);
        } else {
            int whole = decompress(array, offset, length);
            begin(decompressed, 0, whole);
        }
    }

    /** Goes back to before the first entry. */
    public void restart() {
        begin(bytes, start, end - start);
    }

    private void begin(byte[] array, int offset, int length) {
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
     * Begins some entries of a block that another reader has begun, as if they were all of it. They stay where they are; the last key
     * is that of the whole block.
     *
     * @param from    {@link #position} before the first of them, which has a key of its own
     * @param entries how many
     * @param begins  whether the first one may go on with a value that the block before began
     * @param ends    whether they are the last ones
     */
    void resetPart(BlockReader whole, int from, int entries, boolean begins, boolean ends) {
        blockArray = whole.blockArray;
        blockOffset = whole.blockOffset;
        blockLength = whole.blockLength;
        codec = whole.codec;
        begin(whole.bytes, whole.start, whole.end - whole.start);
        at = from;
        entriesLeft = entries;
        flagMask = (begins ? FLAG_CONTINUES_PREVIOUS : 0) | (ends ? FLAG_CONTINUES_IN_NEXT : 0);
        toEnd = ends;
    }

    /** Where the next entry begins. */
    int position() {
        return at;
    }

    /** Goes back to before the current entry. @param position {@link #position} before it was walked */
    void backTo(int position) {
        at = position;
        entriesLeft++;
    }

    /** What was walked belongs to it no more, so it goes on with no value of the block before. */
    void beginsHere() {
        flagMask &= ~FLAG_CONTINUES_PREVIOUS;
    }

    int entriesLeft() {
        return entriesLeft;
    }

    /** Header and entries; the length that the block claims to have is no reason to take more memory than the largest block. */
    private int decompress(byte[] array, int offset, int length) {
        int entryBytes = length < COMPRESSED_AT ? -1 : BigEndian.getInt(array, offset + ENTRY_BYTES_AT);
        if (entryBytes < 0 || entryBytes > MAX_BLOCK_BYTES - HEADER_BYTES) {
            throw corrupt("its " + length + " compressed bytes claim to be " + entryBytes);
        }
        int whole = HEADER_BYTES + entryBytes;
        // Grows with the blocks, as a merge may have a reader for each of thousands of small runs; and shrinks, else each of many readers
        // that are held would become as large as the largest block.
        if (decompressed.length < whole || decompressed.length > 2 * whole + COMPRESSED_TARGET_BYTES) {
            decompressed = new byte[Math.max(whole, Math.min(COMPRESSED_TARGET_BYTES, 2 * decompressed.length))];
        }
        System.arraycopy(array, offset, decompressed, 0, HEADER_BYTES);
        int found = codec.decompress(array, offset + COMPRESSED_AT, length - COMPRESSED_AT, decompressed, HEADER_BYTES, entryBytes);
        if (found != entryBytes) {
            throw corrupt("decompressed it has " + found + " bytes of entries, its header says " + entryBytes);
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
            throw corrupt("header says " + inside + " bytes, " + length + " are there");
        }
    }

    /** How the block was compressed where it came from. */
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

    /** An entry with a key of its own whose two lengths have a byte each, as most have; false, and nothing is read, for others. */
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

    /** Moves behind the last entry at once; the key is then the last one, the value is not to be asked for. */
    public void skipRest() {
        toLastKey();
        readKey();
        at = end;
        entriesLeft = 0;
    }

    /** Order of the last key of this block, which the header points at, against another one. */
    public int compareLastKey(byte[] key, int offset, int length) {
        int lastLength = findLastKey();
        return Arrays.compareUnsigned(bytes, lastKeyOffset, lastKeyOffset + lastLength, key, offset, offset + length);
    }

    /** How many bytes of {@code bytes[0, length)} the last key begins with. */
    int commonWithLastKey(byte[] other, int length) {
        int most = Math.min(findLastKey(), length);
        int differs = Arrays.mismatch(bytes, lastKeyOffset, lastKeyOffset + most, other, 0, most);
        return differs < 0 ? most : differs;
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
            throw corrupt("the last key is said to be at offset " + lastKeyAt);
        }
        at = start + lastKeyAt;
    }

    /** Where keys and values are. */
    public byte[] array() {
        return bytes;
    }

    /** The block as it was given to {@link #reset}, in {@code blockArray()[blockOffset(), + blockLength())}. */
    public byte[] blockArray() {
        return blockArray;
    }

    public int blockOffset() {
        return blockOffset;
    }

    public int blockLength() {
        return blockLength;
    }

    /** Bytes of the block before any compression. */
    public int plainLength() {
        return end - start;
    }

    /** Tuples and pieces of tuples in this block. */
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

    /** Whether the entry has a key of its own, other than that of the entry before it in this block. */
    public boolean isNewKey() {
        return newKey;
    }

    /** Whether the value of this entry goes on in the next block of the run. */
    public boolean valueContinues() {
        return entriesLeft == 0 && (flags() & FLAG_CONTINUES_IN_NEXT) != 0;
    }

    /** Whether the last value of this block goes on in the next block of the run. */
    public boolean continuesInNext() {
        return (flags() & FLAG_CONTINUES_IN_NEXT) != 0;
    }

    /** Whether the first value of this block continues one begun in the block before. */
    public boolean continuesPrevious() {
        return (flags() & FLAG_CONTINUES_PREVIOUS) != 0;
    }

    /** Values that end in this block. */
    public int tupleCount() {
        return BigEndian.getInt(bytes, start + TUPLES_AT);
    }

    /** Bytes of keys and values as {@link BlockFormat} counts them; 0 if the writer did not say. */
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
            return; // the reader of the whole block does that
        }
        if (entriesLeft < 0 || at != end) {
            throw corrupt("the entries end at offset " + (at - start) + ", the block at " + (end - start));
        }
        int lastKeyAt = BigEndian.getInt(bytes, start + LAST_KEY_AT);
        if (keyAt - start != lastKeyAt) {
            throw corrupt("the last key is at offset " + (keyAt - start) + ", the header says " + lastKeyAt);
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
