package org.sss.sketch;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.Function;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Sketches in their own encoding. Stateless. */
final class SketchCodec<S> implements Codec<S> {
    private static final long serialVersionUID = 1L;

    /** A function that travels with a job. */
    interface Step<A, B> extends Function<A, B>, Serializable {}

    static {
        SketchLibrary.load();
    }

    private final String name;
    private final Step<S, byte[]> encoder;
    private final Step<byte[], S> decoder;

    SketchCodec(String name, Step<S, byte[]> encoder, Step<byte[], S> decoder) {
        this.name = name;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void encode(S value, ByteSink sink) {
        sink.write(encoder.apply(value));
    }

    @Override
    public S decode(byte[] bytes, int offset, int length) {
        try {
            return decoder.apply(Arrays.copyOfRange(bytes, offset, offset + length));
        } catch (RuntimeException e) {
            throw new SssException(
                    ErrorCode.CORRUPT, length + " bytes are no encoded " + name + ": " + e.getMessage(), e);
        }
    }

    /** Sketches are accumulators: each is a new object with one owner. */
    @Override
    public S copy(S object) {
        return object;
    }
}
