package org.sss.api;

import java.util.Arrays;

/** Encodes byte arrays unchanged; each decoding returns a new array. Stateless. */
final class ByteArrayCodec implements Codec<byte[]> {
    private static final long serialVersionUID = 1L;
    static final ByteArrayCodec INSTANCE = new ByteArrayCodec();

    private ByteArrayCodec() {}

    @Override
    public String name() {
        return "bytes";
    }

    @Override
    public void encode(byte[] value, ByteSink sink) {
        sink.write(value);
    }

    @Override
    public byte[] decode(byte[] bytes, int offset, int length) {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    @Override
    public byte[] copy(byte[] object) {
        return object.clone();
    }

    @Override
    public String toString() {
        return name();
    }

    private Object readResolve() {
        return INSTANCE;
    }
}
