package org.sss.kvs;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.kvs.library.KvsCursor;
import org.sss.kvs.library.KvsTuning;

/** Records in direct buffers, as text where a test reads better so. Not thread-safe. */
public final class Records {
    public static final KvsTuning TUNING = KvsTuning.forBlocks();

    private final ByteBuffer buffer;

    public Records(int capacityBytes) {
        buffer = ByteBuffer.allocateDirect(capacityBytes);
    }

    /** Records with these keys, each with the value "value of KEY". */
    public static ByteBuffer ofKeys(String... keys) {
        Records records = new Records(64 * keys.length);
        for (String key : keys) {
            records.add(bytes(key), bytes("value of " + key));
        }
        return records.done();
    }

    public Records add(byte[] key, byte[] value) {
        buffer.putInt(key.length).putInt(value.length).put(key).put(value);
        return this;
    }

    public ByteBuffer done() {
        return buffer.flip();
    }

    public static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    public static ByteBuffer direct(byte[] bytes) {
        return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    }

    /** The keys from the cursor's position to the end. */
    public static List<String> keys(KvsCursor cursor, String stopKey) {
        ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
        List<String> keys = new ArrayList<>();
        while (cursor.read(out.clear(), stopKey == null ? null : bytes(stopKey)) > 0) {
            for (out.flip(); out.hasRemaining(); ) {
                byte[] key = new byte[out.getInt()];
                byte[] value = new byte[out.getInt()];
                out.get(key).get(value);
                keys.add(new String(key, ISO_8859_1));
            }
        }
        return keys;
    }

    /** The key at the cursor's position, which moves on; "" at the end. */
    static String nextKey(KvsCursor cursor) {
        int needed = -cursor.read(ByteBuffer.allocateDirect(0), null);
        if (needed == 0) {
            return "";
        }
        ByteBuffer out = ByteBuffer.allocateDirect(needed);
        cursor.read(out, null);
        byte[] key = new byte[out.getInt(0)];
        out.flip().position(8).get(key);
        return new String(key, ISO_8859_1);
    }

    /** A value that differs by seed at every offset. */
    public static byte[] pattern(int seed, int size) {
        byte[] value = new byte[size];
        for (int i = 0; i < size; i++) {
            value[i] = (byte) (seed * 31 + i * 7 + (i >>> 8));
        }
        return value;
    }

    static byte[] slice(ByteBuffer buffer, int from, int to) {
        byte[] bytes = new byte[to - from];
        buffer.get(from, bytes);
        return bytes;
    }

    public static boolean same(ByteBuffer buffer, int from, byte[] expected) {
        return Arrays.equals(slice(buffer, from, from + expected.length), expected);
    }
}
