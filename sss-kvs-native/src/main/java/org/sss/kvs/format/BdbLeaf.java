package org.sss.kvs.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * A leaf that is being filled: heads and keys of its records in memory of its own, values where they are. Reused. One
 * thread at a time.
 *
 * <pre>
 *   page   u8 C8, u8 hash, two links of u32, u16 padding bytes, number name bytes, wide number value bytes, name,
 *          wide number of the leaf before, wide number of the next,
 *          for each record: number key bytes, number value bytes, 0, key, value
 *          padding
 * </pre>
 *
 * A "number" is seven bits a byte, lowest first, all bytes but the last with their bits inverted; a wide one has five
 * bytes, though fewer would do. Those of a fixed size are in the byte order of the machine or swapped, as the library
 * was built.
 */
final class BdbLeaf {
    /** Two buffers per record stay within the limit of one system call. */
    static final int MAX_RECORDS = 256;

    static final byte PAGE = (byte) 0xC8;
    static final int LINKS_END = 10;
    /**
     * Numbers of leaves and sizes are below 2^35; those that are unknown when a leaf is started use all of these bytes.
     */
    private static final int WIDE_BYTES = 5;

    private static final int FIXED_BYTES = LINKS_END + 3 + 3 * WIDE_BYTES;
    private static final int RECORD_HEAD_BYTES = 11;

    private final ByteBuffer heads;
    private final ByteOrder order;
    private final ByteBuffer zeros;
    private final ByteBuffer[] parts = new ByteBuffer[2 * MAX_RECORDS + 2];
    private int partCount;
    private int records;
    private byte[] name;
    private byte[] firstKey;
    private long at;
    private long end;

    /** @param alignment pages start at multiples of it */
    BdbLeaf(ByteBuffer heads, ByteOrder order, int alignment) {
        this.heads = heads.duplicate();
        this.order = order;
        zeros = ByteBuffer.allocateDirect(alignment);
    }

    void start(byte[] pageName, long pageAt) {
        name = pageName;
        at = pageAt;
        end = pageAt + FIXED_BYTES + name.length;
        partCount = 0;
        records = 0;
        firstKey = null;
        heads.clear();
        parts[partCount++] = heads.slice(0, FIXED_BYTES + name.length).order(order);
        heads.position(FIXED_BYTES + name.length);
    }

    boolean hasRoom(int keyBytes) {
        return records < MAX_RECORDS && heads.remaining() >= keyBytes + RECORD_HEAD_BYTES;
    }

    /** Returns where the value will be in the file. */
    long add(byte[] key, int keyBytes, ByteBuffer value) {
        if (records++ == 0) {
            firstKey = Arrays.copyOf(key, keyBytes);
        }
        ByteBuffer head = heads.remaining() >= keyBytes + RECORD_HEAD_BYTES
                ? heads
                : ByteBuffer.allocateDirect(keyBytes + RECORD_HEAD_BYTES);
        int from = head.position();
        putNumber(head, keyBytes);
        putNumber(head, value.remaining());
        head.put((byte) 0).put(key, 0, keyBytes);
        int headBytes = head.position() - from;
        parts[partCount++] = head.slice(from, headBytes);
        parts[partCount++] = value.duplicate();
        long valueAt = end + headBytes;
        end = valueAt + value.remaining();
        return valueAt;
    }

    int records() {
        return records;
    }

    byte[] firstKey() {
        return firstKey;
    }

    long at() {
        return at;
    }

    /** Where the page ends without its padding. */
    long end() {
        return end;
    }

    /** Where in the file the number of the leaf before is. */
    long beforeAt() {
        return at + FIXED_BYTES + name.length - 2 * WIDE_BYTES;
    }

    /** Where in the file the number of the next leaf is. */
    long nextAt() {
        return beforeAt() + WIDE_BYTES;
    }

    /** Writes the page at the position of {@code channel}, which is then at the offset of the next one. */
    void write(FileChannel channel, int before, int next) throws IOException {
        int padding = (int) (-end & zeros.capacity() - 1);
        parts[0].put(PAGE)
                .put(BdbPageTable.hash(name))
                .putLong(0)
                .putShort((short) padding)
                .put((byte) name.length);
        putWide(parts[0], end - beforeAt());
        parts[0].put(name);
        putWide(parts[0], before);
        putWide(parts[0], next);
        parts[0].flip();
        parts[partCount++] = zeros.slice(0, padding);
        for (int written = 0; written < partCount; ) {
            channel.write(parts, written, partCount - written);
            while (written < partCount && !parts[written].hasRemaining()) {
                parts[written++] = null;
            }
        }
    }

    /** Seven bits a byte, lowest first; all bytes but the last have their bits inverted. */
    private static void putNumber(ByteBuffer into, int number) {
        int left = number;
        for (; left >= 0x80; left >>>= 7) {
            into.put((byte) ~(left & 0x7F));
        }
        into.put((byte) left);
    }

    static ByteBuffer wide(long number) {
        ByteBuffer bytes = ByteBuffer.allocate(WIDE_BYTES);
        putWide(bytes, number);
        return bytes.flip();
    }

    private static void putWide(ByteBuffer into, long number) {
        long left = number;
        for (int i = 1; i < WIDE_BYTES; i++, left >>>= 7) {
            into.put((byte) ~(left & 0x7F));
        }
        into.put((byte) left);
    }
}
