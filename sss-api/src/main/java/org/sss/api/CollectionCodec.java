package org.sss.api;

import java.io.Serializable;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * Encodes collections in iteration order, {@code i32 bytes, element} per element. The order of encodings has no
 * meaning, so this is for values only.
 */
final class CollectionCodec<T, C extends Collection<T>> implements Codec<C> {
    private static final long serialVersionUID = 1L;

    /** Creates an empty collection. */
    interface Maker<C> extends Supplier<C>, Serializable {}

    private final Codec<T> elements;
    private final Maker<C> maker;

    CollectionCodec(Codec<T> elements, Maker<C> maker) {
        this.elements = Codecs.keeping(elements);
        this.maker = maker;
    }

    @Override
    public String name() {
        return "collection-of-" + elements.name();
    }

    @Override
    public void encode(C value, ByteSink sink) {
        ByteSink one = new ByteSink(32);
        for (T element : value) {
            one.clear();
            elements.encode(element, one);
            sink.writeInt(one.size());
            sink.write(one.array(), 0, one.size());
        }
    }

    @Override
    public C decode(byte[] bytes, int offset, int length) {
        C collection = maker.get();
        int end = offset + length;
        for (int at = offset; at < end; ) {
            int elementBytes = end - at < 4
                    ? -1
                    : (bytes[at] & 0xFF) << 24
                            | (bytes[at + 1] & 0xFF) << 16
                            | (bytes[at + 2] & 0xFF) << 8
                            | bytes[at + 3] & 0xFF;
            at += 4;
            if (elementBytes < 0 || elementBytes > end - at) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "an encoded " + name() + " of " + length + " bytes has an element that"
                                + " passes its end; the tuple was not written with this codec or is damaged");
            }
            collection.add(elements.decode(bytes, at, elementBytes));
            at += elementBytes;
        }
        return collection;
    }

    /** Collections are accumulators: each decoding returns a new one, which has one owner. */
    @Override
    public C copy(C object) {
        return object;
    }
}
