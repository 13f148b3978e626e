package org.sss.cli.group;

import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;

/**
 * Codec of strings that also accepts {@link Bytes} for text that is not valid UTF-8, whose bytes it stores unchanged.
 * Stateless.
 */
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
