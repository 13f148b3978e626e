package org.sss.net.block;

import static org.sss.net.block.BlockFormat.*;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.Compression;

/** Builds one block after another in one reused array. One thread at a time. */
final class BlockWriter {
    /** Longest varint of an int: value length, then key length. */
    private static final int MAX_ENTRY_OVERHEAD = 10;
    /** Compressed bytes that save less than one part of so many are not worth what it costs to decompress them. */
    private static final int MIN_SAVING = 16;
    /** Only a block of which more than one part of so many is free may grow beyond its target, so none with small tuples alone does. */
    private static final int FREE_PART = 8;

    private final CRC32C crc = new CRC32C();
    private BlockCodec codec;
    private int targetBytes;
    private int mostBytes;
    /** The block as it grows, never compressed. */
    private byte[] bytes;
    /** The last block compressed. */
    private byte[] compressed = new byte[0];
    /** The last block as it was finished: one of the two. */
    private byte[] finished;
    private int size = HEADER_BYTES;
    private int flags;
    private int entries;
    private int tuples;
    /** Of keys and values, each key counted as often as it was added. */
    private int dataBytes;
    private int firstKeyOffset;
    private int firstKeyLength;
    private int lastKeyAt;
    private int lastKeyOffset;
    private int lastKeyLength;

    BlockWriter(Compression compression) {
        compression(compression);
        bytes = new byte[targetBytes + 1024];
    }

    /** For the block that is begun and all behind it. */
    void compression(Compression compression) {
        codec = BlockCodecs.of(compression);
        targetBytes = codec == null ? TARGET_BYTES : COMPRESSED_TARGET_BYTES;
        mostBytes = codec == null ? MAX_BYTES : COMPRESSED_TARGET_BYTES;
    }

    boolean isEmpty() {
        return entries == 0;
    }

    /** Whether an entry of these sizes would keep the block within its target size, or little above it where much of it would stay empty. */
    boolean fits(int keyLength, int valueLength) {
        long grown = size + MAX_ENTRY_OVERHEAD + (long) keyLength + valueLength;
        return grown <= targetBytes || grown <= mostBytes && targetBytes - size > targetBytes / FREE_PART;
    }

    /** Other keys of the same length mostly differ in the last byte. */
    private boolean lastKeyIs(byte[] key, int offset, int length) {
        return entries > 0 && length == lastKeyLength
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
            beginKey(keyLength);
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
        beginKey(length);
        putBytes(key, offset, length);
    }

    private void beginKey(int length) {
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
     * @param values     with the varint of an entry that is not of a new key before each
     * @param valueBytes without these
     */
    void addAll(byte[] key, int keyOffset, int keyLength, byte[] values, int offset, int length, int count, int valueBytes) {
        ensure(MAX_ENTRY_OVERHEAD + keyLength + length);
        int begin = offset;
        if (!lastKeyIs(key, keyOffset, keyLength)) {
            // Of the first varint only the lowest bit is another one.
            bytes[size++] = (byte) (values[begin] | 1);
            while (values[begin++] < 0) {
                bytes[size++] = values[begin];
            }
            putNewKey(key, keyOffset, keyLength);
        }
        putBytes(values, begin, offset + length - begin);
        entries += count;
        tuples += count;
        dataBytes += keyLength * count + valueBytes;
    }

    /** The first value continues one begun in the block before. */
    void continuesPrevious() {
        flags |= FLAG_CONTINUES_PREVIOUS;
    }

    /** The last value goes on in the next block, so it does not end here. */
    void continuesInNext() {
        flags |= FLAG_CONTINUES_IN_NEXT;
        tuples--;
    }

    /** Completes the block, compressed if that is worth it; it is then {@code array()[0, length)} until {@link #reset}. */
    int finish() {
        int length = codec == null ? size : compress();
        boolean smaller = length < size - size / MIN_SAVING;
        finished = smaller ? compressed : bytes;
        seal(smaller ? length : size, smaller ? codec.id() : COMPRESSION_NONE);
        return smaller ? length : size;
    }

    private int compress() {
        int entryBytes = size - HEADER_BYTES;
        int most = COMPRESSED_AT + codec.maxCompressedBytes(entryBytes);
        if (compressed.length < most) {
            compressed = new byte[most];
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
            bytes = Arrays.copyOf(bytes, Math.max(size + more, Math.min(MAX_BLOCK_BYTES, bytes.length * 2)));
        }
    }
}
