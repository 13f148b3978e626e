package org.sss.net.block;

import static org.sss.net.block.BlockFormat.*;

import java.util.Arrays;
import java.util.zip.CRC32C;

/** Builds one block after another in one reused array. One thread at a time. */
final class BlockWriter {
    /** Longest varint of an int: value length, then key length. */
    private static final int MAX_ENTRY_OVERHEAD = 10;

    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[TARGET_BYTES + 1024];
    private int size = HEADER_BYTES;
    private int flags;
    private int entries;
    private int tuples;
    private int lastKeyAt;
    private int lastKeyOffset;
    private int lastKeyLength;

    boolean isEmpty() {
        return entries == 0;
    }

    /** Whether an entry of these sizes would keep the block within its target size. */
    boolean fits(int keyLength, int valueLength) {
        return size + MAX_ENTRY_OVERHEAD + (long) keyLength + valueLength <= TARGET_BYTES;
    }

    private boolean lastKeyIs(byte[] key, int offset, int length) {
        return entries > 0 && length == lastKeyLength
                && Arrays.equals(bytes, lastKeyOffset, lastKeyOffset + length, key, offset, offset + length);
    }

    void add(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        boolean sameKey = lastKeyIs(key, keyOffset, keyLength);
        ensure(MAX_ENTRY_OVERHEAD + keyLength + valueLength);
        putVarint(valueLength << 1 | (sameKey ? 0 : 1));
        if (!sameKey) {
            lastKeyAt = size;
            putVarint(keyLength);
            lastKeyOffset = size;
            lastKeyLength = keyLength;
            putBytes(key, keyOffset, keyLength);
        }
        putBytes(value, valueOffset, valueLength);
        entries++;
        tuples++;
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

    /** Completes the header; the block is then {@code array()[0, length)} until {@link #reset}. */
    int finish() {
        BigEndian.putInt(bytes, MAGIC_AT, MAGIC);
        BigEndian.putInt(bytes, LENGTH_AT, size);
        BigEndian.putInt(bytes, FLAGS_AT, flags << 24);
        BigEndian.putInt(bytes, ENTRIES_AT, entries);
        BigEndian.putInt(bytes, TUPLES_AT, tuples);
        BigEndian.putInt(bytes, LAST_KEY_AT, lastKeyAt);
        BigEndian.putInt(bytes, LAST_KEY_AT + 4, 0);
        crc.reset();
        crc.update(bytes, FLAGS_AT, size - FLAGS_AT);
        BigEndian.putInt(bytes, CRC_AT, (int) crc.getValue());
        return size;
    }

    byte[] array() {
        return bytes;
    }

    void reset() {
        size = HEADER_BYTES;
        flags = 0;
        entries = 0;
        tuples = 0;
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
