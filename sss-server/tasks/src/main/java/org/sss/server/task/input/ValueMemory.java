package org.sss.server.task.input;

import java.util.Arrays;
import org.sss.net.block.BigEndian;

/**
 * Buffers the first values of a key, encoded, up to a limit of bytes. For the task's thread.
 *
 * <pre>
 *   entry:  i32 value length, value
 * </pre>
 */
final class ValueMemory {
    private static final int HEADER_BYTES = 4;
    private static final int FIRST_BYTES = 4 << 10;

    private final int maxBytes;
    private byte[] bytes = {};
    private int end;
    private long count;

    ValueMemory(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    void clear() {
        end = 0;
        count = 0;
    }

    /** Adds a value. Returns false if there is no room. */
    boolean add(byte[] value, int offset, int length) {
        if (length > maxBytes - HEADER_BYTES - end) {
            return false;
        }
        int newEnd = end + HEADER_BYTES + length;
        if (newEnd > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int)
                    Math.min(maxBytes, Math.max(FIRST_BYTES, Math.max(newEnd, 2L * bytes.length))));
        }
        BigEndian.putInt(bytes, end, length);
        System.arraycopy(value, offset, bytes, end + HEADER_BYTES, length);
        end = newEnd;
        count++;
        return true;
    }

    /** Returns the number of buffered values. */
    long count() {
        return count;
    }

    /**
     * Returns the array: the value of the entry at {@code at} is in {@code array()[offset(at), + length(at))}; the
     * first entry is at 0.
     */
    byte[] array() {
        return bytes;
    }

    int offset(int at) {
        return at + HEADER_BYTES;
    }

    int length(int at) {
        return BigEndian.getInt(bytes, at);
    }

    /** Returns the offset of the entry after the one at {@code at}. */
    int next(int at) {
        return at + HEADER_BYTES + length(at);
    }
}
