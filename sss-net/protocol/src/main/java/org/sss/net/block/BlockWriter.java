package org.sss.net.block;

import static org.sss.net.block.BlockFormat.*;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.Compression;

/** Builds one block after another in one reused array. One thread at a time. */
final class BlockWriter {
    /** Longest varint of an int: value length, then key length. */
    private static final int MAX_ENTRY_OVERHEAD = 10;
    /** Compression that saves less than one part in this many is discarded: decompression would cost more. */
    private static final int MIN_SAVING = 16;
    /**
     * A block may exceed its target only if more than one part in this many is free, so never with small tuples alone.
     */
    private static final int FREE_FRACTION = 8;
    /** The output of tiny tasks has a few tuples. */
    private static final int FIRST_BYTES = 1 << 10;
    /** Beyond the target. */
    private static final int SPARE_BYTES = 1 << 10;

    private final CRC32C crc = new CRC32C();
    private BlockCodec codec;
    private int targetBytes;
    private int maxBytes;
    /** The uncompressed block. */
    private byte[] bytes;
    /** The last compressed block. */
    private byte[] compressed = new byte[0];
    /** The last finished block: one of the two arrays. */
    private byte[] finished;

    private int size = HEADER_BYTES;
    private int flags;
    private int entries;
    private int tuples;
    /** Size of keys and values, each key counted per tuple. */
    private int dataBytes;

    private int firstKeyOffset;
    private int firstKeyLength;
    private int lastKeyAt;
    private int lastKeyOffset;
    private int lastKeyLength;

    BlockWriter(Compression compression) {
        compression(compression);
        bytes = new byte[FIRST_BYTES];
    }

    /** Applies to the current block and all later ones. */
    void compression(Compression compression) {
        codec = BlockCodecs.of(compression);
        targetBytes = codec == null ? TARGET_BYTES : COMPRESSED_TARGET_BYTES;
        maxBytes = codec == null ? MAX_BYTES : COMPRESSED_TARGET_BYTES;
    }

    boolean isEmpty() {
        return entries == 0;
    }

    /**
     * Returns true if the block with such an entry is within its target size, or slightly above it if much of it would
     * stay empty.
     */
    boolean fits(int keyLength, int valueLength) {
        long grown = size + MAX_ENTRY_OVERHEAD + (long) keyLength + valueLength;
        return grown <= targetBytes || grown <= maxBytes && targetBytes - size > targetBytes / FREE_FRACTION;
    }

    /** Checks the last byte first: different keys of the same length usually differ there. */
    private boolean lastKeyIs(byte[] key, int offset, int length) {
        return entries > 0
                && length == lastKeyLength
                && (length == 0 || bytes[lastKeyOffset + length - 1] == key[offset + length - 1])
                && Arrays.equals(bytes, lastKeyOffset, lastKeyOffset + length, key, offset, offset + length);
    }

    void add(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        boolean sameKey = lastKeyIs(key, keyOffset, keyLength);
        ensure(MAX_ENTRY_OVERHEAD + keyLength + valueLength);
        putVarint(valueLength << 1 | (sameKey ? 0 : 1));
        if (sameKey) {
            putBytes(value, valueOffset, valueLength);
        } else if (key == value && keyOffset + keyLength == valueOffset) {
            startKey(keyLength);
            putBytes(key, keyOffset, keyLength + valueLength);
        } else {
            putNewKey(key, keyOffset, keyLength);
            putBytes(value, valueOffset, valueLength);
        }
        entries++;
        tuples++;
        dataBytes += keyLength + valueLength;
    }

    private void putNewKey(byte[] key, int offset, int length) {
        startKey(length);
        putBytes(key, offset, length);
    }

    private void startKey(int length) {
        lastKeyAt = size;
        putVarint(length);
        lastKeyOffset = size;
        lastKeyLength = length;
        if (entries == 0) {
            firstKeyOffset = lastKeyOffset;
            firstKeyLength = lastKeyLength;
        }
    }

    /**
     * @param values     each preceded by the varint of an entry without a new key
     * @param valueBytes size without these varints
     */
    void addAll(
            byte[] key,
            int keyOffset,
            int keyLength,
            byte[] values,
            int offset,
            int length,
            int count,
            int valueBytes) {
        ensure(MAX_ENTRY_OVERHEAD + keyLength + length);
        int start = offset;
        if (!lastKeyIs(key, keyOffset, keyLength)) {
            // The first varint differs in the lowest bit only.
            bytes[size++] = (byte) (values[start] | 1);
            while (values[start++] < 0) {
                bytes[size++] = values[start];
            }
            putNewKey(key, keyOffset, keyLength);
        }
        putBytes(values, start, offset + length - start);
        entries += count;
        tuples += count;
        dataBytes += keyLength * count + valueBytes;
    }

    /** The first value continues the last one of the block before. */
    void continuesPrevious() {
        flags |= FLAG_CONTINUES_PREVIOUS;
    }

    /** The last value continues in the next block, so it does not end here. */
    void continuesInNext() {
        flags |= FLAG_CONTINUES_IN_NEXT;
        tuples--;
    }

    /**
     * Completes the block, compressed if that saves enough; it is in {@code array()[0, length)} until {@link #reset}.
     */
    int finish() {
        int length = codec == null ? size : compress();
        boolean smaller = length < size - size / MIN_SAVING;
        finished = smaller ? compressed : bytes;
        seal(smaller ? length : size, smaller ? codec.id() : COMPRESSION_NONE);
        return smaller ? length : size;
    }

    private int compress() {
        int entryBytes = size - HEADER_BYTES;
        int max = COMPRESSED_AT + codec.maxCompressedBytes(entryBytes);
        if (compressed.length < max) {
            compressed = new byte[max];
        }
        BigEndian.putInt(compressed, ENTRY_BYTES_AT, entryBytes);
        return COMPRESSED_AT + codec.compress(bytes, HEADER_BYTES, entryBytes, compressed, COMPRESSED_AT);
    }

    private void seal(int length, byte compression) {
        BigEndian.putInt(finished, MAGIC_AT, MAGIC);
        BigEndian.putInt(finished, LENGTH_AT, length);
        BigEndian.putInt(finished, FLAGS_AT, flags << 24 | compression << 16);
        BigEndian.putInt(finished, ENTRIES_AT, entries);
        BigEndian.putInt(finished, TUPLES_AT, tuples);
        BigEndian.putInt(finished, LAST_KEY_AT, lastKeyAt);
        boolean continues = (flags & FLAG_CONTINUES_PREVIOUS) != 0;
        BigEndian.putInt(finished, DATA_BYTES_AT, continues ? dataBytes - firstKeyLength : dataBytes);
        crc.reset();
        crc.update(finished, FLAGS_AT, length - FLAGS_AT);
        BigEndian.putInt(finished, CRC_AT, (int) crc.getValue());
    }

    byte[] array() {
        return finished;
    }

    byte[] firstKey() {
        return Arrays.copyOfRange(bytes, firstKeyOffset, firstKeyOffset + firstKeyLength);
    }

    byte[] lastKey() {
        return Arrays.copyOfRange(bytes, lastKeyOffset, lastKeyOffset + lastKeyLength);
    }

    void reset() {
        size = HEADER_BYTES;
        flags = 0;
        entries = 0;
        tuples = 0;
        dataBytes = 0;
        lastKeyAt = 0;
        lastKeyLength = 0;
    }

    private void putVarint(int value) {
        int v = value;
        while ((v & ~0x7F) != 0) {
            bytes[size++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        bytes[size++] = (byte) v;
    }

    private void putBytes(byte[] source, int offset, int length) {
        System.arraycopy(source, offset, bytes, size, length);
        size += length;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            int target = targetBytes + SPARE_BYTES;
            int doubled = Math.min(bytes.length < target ? target : MAX_BLOCK_BYTES, bytes.length * 2);
            bytes = Arrays.copyOf(bytes, Math.max(size + more, doubled));
        }
    }
}
