package org.sss.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Encodes doubles as eight bytes, big-endian: the IEEE 754 bits with the sign bit flipped, all bits flipped for
 * negative numbers. Unsigned byte order is then the order of {@link Double#compare}, with NaN last; all NaNs have one
 * encoding. {@code -0.0} is encoded as {@code 0.0}, so that both are one key. Stateless.
 */
public final class DoubleCodec implements Codec<Double> {
    /** Bytes of each encoding. */
    public static final int SIZE_BYTES = 8;

    private static final long serialVersionUID = 1L;
    private static final VarHandle BITS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final DoubleCodec INSTANCE = new DoubleCodec();

    private DoubleCodec() {}

    /** Returns the bits to be written big-endian. */
    public static long toEncoded(double value) {
        // -0.0 + 0.0 is 0.0; no other number changes.
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ (bits >> 63 | Long.MIN_VALUE);
    }

    /** Returns the number with these {@link #toEncoded encoded bits}. */
    public static double fromEncoded(long encoded) {
        return Double.longBitsToDouble(encoded ^ (~encoded >> 63 | Long.MIN_VALUE));
    }

    @Override
    public String name() {
        return "double";
    }

    @Override
    public void encode(Double value, ByteSink sink) {
        sink.writeLong(toEncoded(value));
    }

    @Override
    public Double decode(byte[] bytes, int offset, int length) {
        if (length != SIZE_BYTES) {
            throw Codecs.wrongSize(name(), SIZE_BYTES, length);
        }
        return get(bytes, offset);
    }

    /** Decodes the number at {@code bytes[offset]}. */
    public static double get(byte[] bytes, int offset) {
        return fromEncoded((long) BITS.get(bytes, offset));
    }

    /** Encodes {@code value} into {@code bytes[offset, offset + SIZE_BYTES)}. */
    public static void put(byte[] bytes, int offset, double value) {
        BITS.set(bytes, offset, toEncoded(value));
    }

    @Override
    public Double copy(Double object) {
        return object;
    }

    @Override
    public String toString() {
        return name();
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
