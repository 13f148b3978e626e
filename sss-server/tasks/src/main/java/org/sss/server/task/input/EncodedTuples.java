package org.sss.server.task.input;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A sequence of encoded tuples in heap arrays. Filled by one thread; then readable by any number of threads.
 *
 * <pre>
 *   key length, or -1: the key of the previous tuple (4) | value length (4) | key | value      in no more than one array each
 * </pre>
 */
public final class EncodedTuples {
    /** Bytes of a tuple besides key and value. */
    public static final int HEAD_BYTES = 8;

    public static final int SAME_KEY = -1;
    /** Small enough to avoid humongous allocations of G1. */
    private static final int ARRAY_BYTES = 256 << 10;

    private final List<byte[]> arrays = new ArrayList<>();
    /** The array being filled; copied to one of exact size when it is full. */
    private byte[] filling = new byte[ARRAY_BYTES];

    private int filled;

    /** @param newKey whether the key differs from that of the previous tuple */
    public void add(boolean newKey, byte[] key, int keyLength, byte[] value, int offset, int length) {
        int bytes = Math.addExact(HEAD_BYTES + (newKey ? keyLength : 0), length);
        if (bytes > ARRAY_BYTES - filled) {
            seal();
        }
        if (bytes > ARRAY_BYTES) {
            byte[] alone = new byte[bytes];
            put(alone, 0, newKey, key, keyLength, value, offset, length);
            arrays.add(alone);
        } else {
            filled = put(filling, filled, newKey, key, keyLength, value, offset, length);
        }
    }

    private static int put(
            byte[] to, int at, boolean newKey, byte[] key, int keyLength, byte[] value, int offset, int length) {
        ByteBuffer into = ByteBuffer.wrap(to)
                .position(at)
                .putInt(newKey ? keyLength : SAME_KEY)
                .putInt(length);
        if (newKey) {
            into.put(key, 0, keyLength);
        }
        return into.put(value, offset, length).position();
    }

    private void seal() {
        if (filled > 0) {
            arrays.add(Arrays.copyOf(filling, filled));
            filled = 0;
        }
    }

    /** Ends the sequence. */
    public EncodedTuples complete() {
        seal();
        filling = null;
        return this;
    }

    /** Returns the arrays; each contains whole tuples. */
    public List<byte[]> arrays() {
        return arrays;
    }
}
