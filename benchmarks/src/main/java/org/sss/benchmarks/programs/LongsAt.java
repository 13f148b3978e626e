package org.sss.benchmarks.programs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays. Stateless. */
final class LongsAt {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private LongsAt() {}

    static double getDouble(byte[] bytes, int offset) {
        return Double.longBitsToDouble((long) LONG.get(bytes, offset));
    }

    static void putDouble(byte[] bytes, int offset, double value) {
        LONG.set(bytes, offset, Double.doubleToRawLongBits(value));
    }

    static int getInt(byte[] bytes, int offset) {
        return (int) INT.get(bytes, offset);
    }

    static void putInt(byte[] bytes, int offset, int value) {
        INT.set(bytes, offset, value);
    }
}
