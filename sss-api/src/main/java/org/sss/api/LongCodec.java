package org.sss.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Encodes longs as eight bytes: {@code value ^ Long.MIN_VALUE}, big-endian, so that unsigned byte order is numeric
 * order; 1 is {@code 80 00 00 00 00 00 00 01}. {@link LongCombiner} works on these bytes in place. Stateless.
 */
public final class LongCodec implements Codec<Long> {
    /** Bytes of each encoding. */
    public static final int SIZE_BYTES = 8;

    private static final long serialVersionUID = 1L;
    private static final VarHandle BITS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    static final LongCodec INSTANCE = new LongCodec();

    private LongCodec() {}

    /** Returns the bits to be written big-endian: the sign bit is flipped. */
    public static long toEncoded(long value) {
        return value ^ Long.MIN_VALUE;
    }

    /** Returns the number with these {@link #toEncoded encoded bits}. */
    public static long fromEncoded(long encoded) {
        return encoded ^ Long.MIN_VALUE;
    }

    @Override
    public String name() {
        return "long";
    }

    @Override
    public void encode(Long value, ByteSink sink) {
        sink.writeLong(toEncoded(value));
    }

    @Override
    public Long decode(byte[] bytes, int offset, int length) {
        if (length != SIZE_BYTES) {
            throw Codecs.wrongSize(name(), SIZE_BYTES, length);
        }
        return get(bytes, offset);
    }

    /** Decodes the number at {@code bytes[offset]}. */
    public static long get(byte[] bytes, int offset) {
        return fromEncoded((long) BITS.get(bytes, offset));
    }

    /** Encodes {@code value} into {@code bytes[offset, offset + SIZE_BYTES)}. */
    public static void put(byte[] bytes, int offset, long value) {
        BITS.set(bytes, offset, toEncoded(value));
    }

    @Override
    public Long copy(Long object) {
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
