package org.sss.io.exec;

import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;

/**
 * A type of which only the name is known: objects are the encodings, as they are. Where nothing looks into them, nothing has
 * to be decoded, and nothing is lost of strings that are not UTF-8. The instances of {@link #forTask()} decode to views.
 */
public final class RawCodec implements Codec<Bytes> {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final Codec<Bytes> bytes;

    public RawCodec(String typeName) {
        this(typeName, Codecs.BYTES);
    }

    private RawCodec(String name, Codec<Bytes> bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void encode(Bytes value, ByteSink sink) {
        bytes.encode(value, sink);
    }

    @Override
    public Bytes decode(byte[] array, int offset, int length) {
        return bytes.decode(array, offset, length);
    }

    @Override
    public Codec<Bytes> forTask() {
        return new RawCodec(name, bytes.forTask());
    }

    @Override
    public String toString() {
        return name;
    }
}
