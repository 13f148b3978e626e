package org.sss.api;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Encodes ints as four bytes: {@code value ^ Integer.MIN_VALUE}, big-endian, so that unsigned byte order is numeric
 * order. Stateless.
 */
public final class IntCodec implements Codec<Integer> {
    /** Bytes of each encoding. */
    public static final int SIZE_BYTES = 4;

    private static final long serialVersionUID = 1L;
    private static final VarHandle BITS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final IntCodec INSTANCE = new IntCodec();

    private IntCodec() {}

    /** Returns the bits to be written big-endian: the sign bit is flipped. */
    public static int toEncoded(int value) {
        return value ^ Integer.MIN_VALUE;
    }

    /** Returns the number with these {@link #toEncoded encoded bits}. */
    public static int fromEncoded(int encoded) {
        return encoded ^ Integer.MIN_VALUE;
    }

    @Override
    public String name() {
        return "int";
    }

    @Override
    public void encode(Integer value, ByteSink sink) {
        sink.writeInt(toEncoded(value));
    }

    @Override
    public Integer decode(byte[] bytes, int offset, int length) {
        if (length != SIZE_BYTES) {
            throw Codecs.wrongSize(name(), SIZE_BYTES, length);
        }
        return get(bytes, offset);
    }

    /** Decodes the number at {@code bytes[offset]}. */
    public static int get(byte[] bytes, int offset) {
        return fromEncoded((int) BITS.get(bytes, offset));
    }

    /** Encodes {@code value} into {@code bytes[offset, offset + SIZE_BYTES)}. */
    public static void put(byte[] bytes, int offset, int value) {
        BITS.set(bytes, offset, toEncoded(value));
    }

    @Override
    public Integer copy(Integer object) {
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
