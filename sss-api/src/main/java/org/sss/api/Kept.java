package org.sss.api;

/** Objects that outlive the call which they were given to. Stateless. */
final class Kept {
    private Kept() {
    }

    /**
     * The object itself, or a copy of one that may be used again for the next value.
     *
     * @param codec null when it is not known
     */
    @SuppressWarnings("unchecked")
    static <T> T of(T object, Codec<T> codec) {
        if (codec != null) {
            return codec.copy(object);
        }
        return object instanceof Bytes bytes ? (T) bytes.copy() : object;
    }

    /**
     * The same for what is encoded together with others later: one that cannot be fails now, alone.
     *
     * @param codec null when it is not known; nothing is checked then
     */
    static <T> T ofEncodable(T object, Codec<T> codec) {
        if (codec != null && !Codecs.isEncoded(codec)) {
            codec.encode(object, new ByteSink(32));
        }
        return of(object, codec);
    }
}
