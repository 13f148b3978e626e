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
        return prefixAtTheEnd(bytes, offset, length);
    }

    /** Without a read past the last byte, and with as few branches on the length as there can be. */
    private static long prefixAtTheEnd(byte[] bytes, int offset, int length) {
        if (length >= 4) {
            // The second four overlap the first ones by as much as is shifted out.
            long second = (getInt(bytes, offset + length - 4) & 0xFFFF_FFFFL) << 64 - 8 * length;
            return (long) getInt(bytes, offset) << 32 | second & 0xFFFF_FFFFL;
        }
        if (length == 0) {
            return 0;
        }
        // The first, the middle and the last; of fewer than three some are the same, and cut off.
        long three = (bytes[offset] & 0xFFL) << 16 | (bytes[offset + (length >> 1)] & 0xFF) << 8 | bytes[offset + length - 1] & 0xFF;
        return three << 40 & -1L << 64 - 8 * length;
    }
}
