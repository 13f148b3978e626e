package org.sss.cli.group;

import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;

/** Writes strings, and in their place bytes, which are kept whatever encoding they are of, as an import of text does. Stateless. */
final class RawTextCodec implements Codec<Object> {
    private static final long serialVersionUID = 1L;

    @Override
    public String name() {
        return Codecs.STRING.name();
    }

    @Override
    public void encode(Object value, ByteSink sink) {
        if (value instanceof Bytes bytes) {
            sink.write(bytes.array(), bytes.offset(), bytes.length());
        } else {
            Codecs.STRING.encode((String) value, sink);
        }
    }

    @Override
    public Object decode(byte[] bytes, int offset, int length) {
        return Codecs.STRING.decode(bytes, offset, length);
    }
}
