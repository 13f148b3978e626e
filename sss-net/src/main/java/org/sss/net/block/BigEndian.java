package org.sss.net.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays. */
public final class BigEndian {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {
    }

    public static int getInt(byte[] bytes, int at) {
        return (int) INT.get(bytes, at);
    }

    public static void putInt(byte[] bytes, int at, int value) {
        INT.set(bytes, at, value);
    }

    public static long getLong(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    public static void putLong(byte[] bytes, int at, long value) {
        LONG.set(bytes, at, value);
    }

    /**
     * The first eight bytes of a key as a number whose unsigned order is that of the keys, short keys padded with zeros.
     * Equal prefixes leave the order open.
     */
    public static long prefix(byte[] bytes, int offset, int length) {
        if (length >= 8) {
            return getLong(bytes, offset);
        }
        if (offset + 8 <= bytes.length) {
            // Reading past the key and cutting that off again has no branch that depends on the length.
            return length == 0 ? 0 : getLong(bytes, offset) & -1L << 64 - 8 * length;
        }
        long p = 0;
        for (int i = 0; i < length; i++) {
            p |= (bytes[offset + i] & 0xFFL) << (56 - 8 * i);
        }
        return p;
    }
}
