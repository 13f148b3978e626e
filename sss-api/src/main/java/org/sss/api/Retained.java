package org.sss.api;

/** Copies objects that are retained beyond the call which they were passed to. Stateless. */
final class Retained {
    private Retained() {}

    /**
     * Returns the object, or a copy if it may be reused for the next value.
     *
     * @param codec null if unknown
     */
    @SuppressWarnings("unchecked")
    static <T> T of(T object, Codec<T> codec) {
        if (codec != null) {
            return codec.copy(object);
        }
        return object instanceof Bytes bytes ? (T) bytes.copy() : object;
    }

    /**
     * Like {@link #of}, for objects that are encoded later together with others: fails now if the object cannot be
     * encoded.
     *
     * @param codec null if unknown; nothing is checked then
     */
    static <T> T ofEncodable(T object, Codec<T> codec) {
        if (codec != null && !Codecs.isEncoded(codec)) {
            codec.encode(object, new ByteSink(32));
        }
        return of(object, codec);
    }
}
