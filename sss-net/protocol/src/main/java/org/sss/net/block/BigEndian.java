package org.sss.net.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays. */
public final class BigEndian {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private BigEndian() {}

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
     * Returns the first eight bytes of a key as a number whose unsigned order is that of the keys, short keys padded
     * with zeros. Equal prefixes do not determine the order.
     */
    public static long prefix(byte[] bytes, int offset, int length) {
        if (length >= 8) {
            return getLong(bytes, offset);
        }
        if (offset + 8 <= bytes.length) {
            // Reading past the key and masking the excess needs no branch on the length.
            return length == 0 ? 0 : getLong(bytes, offset) & -1L << 64 - 8 * length;
        }
        return prefixAtTheEnd(bytes, offset, length);
    }

    /** Does not read past the last byte, and has as few branches on the length as possible. */
    private static long prefixAtTheEnd(byte[] bytes, int offset, int length) {
        if (length >= 4) {
            // The second four bytes overlap the first ones by as many bytes as are shifted out.
            long second = (getInt(bytes, offset + length - 4) & 0xFFFF_FFFFL) << 64 - 8 * length;
            return (long) getInt(bytes, offset) << 32 | second & 0xFFFF_FFFFL;
        }
        if (length == 0) {
            return 0;
        }
        // The first, the middle and the last byte; with fewer than three, duplicates are masked.
        long three = (bytes[offset] & 0xFFL) << 16
                | (bytes[offset + (length >> 1)] & 0xFF) << 8
                | bytes[offset + length - 1] & 0xFF;
        return three << 40 & -1L << 64 - 8 * length;
    }
}
