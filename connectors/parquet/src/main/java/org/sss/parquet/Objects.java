package org.sss.parquet;

import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;

/** Makes objects of a program of those that are read, by their encoding. For one thread. */
final class Objects<T> {
    private final Codec<T> to;
    private final Codec<Object> read;
    private final boolean isSame;
    private final ByteSink encoded = new ByteSink(256);

    @SuppressWarnings("unchecked") // Objects of the codec's type are read.
    Objects(Codec<T> codec) {
        to = codec.forTask();
        read = (Codec<Object>) Codecs.byName(codec.name());
        isSame = read.equals(codec);
    }

    @SuppressWarnings("unchecked") // Both codecs are the same.
    T object(Object object) {
        if (isSame) {
            return (T) object;
        }
        encoded.clear();
        read.encode(object, encoded);
        return to.decode(encoded.array(), 0, encoded.size());
    }
}
