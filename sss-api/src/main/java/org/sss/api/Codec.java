package org.sss.api;

import java.io.Serializable;

/**
 * Encodes objects of one type as bytes and decodes them. An instance may be shared between threads, except one from
 * {@link #forTask()}. The codecs in {@link Codecs} preserve order: comparing two encodings as unsigned bytes gives the
 * natural order of the objects (strings: by UTF-8 bytes), which is the order of keys in the store.
 */
public interface Codec<T> extends Serializable {
    /**
     * Returns the name of the type. It is stored with each group and compared when a job reads the group:
     * {@code string}, {@code bytes}, {@code int}, {@code long}, {@code double}, or {@code record(field:type,...)}; user
     * codecs have names of their own.
     */
    String name();

    /** Appends the encoding of {@code value} to {@code sink}; if it throws, the caller removes what it appended. */
    void encode(T value, ByteSink sink);

    /**
     * Decodes the object in {@code bytes[offset, offset + length)}. The array is reused after the call. Each decoding
     * returns a new object, except in a codec from {@link #forTask()}.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if the bytes are not an encoding of this type
     */
    T decode(byte[] bytes, int offset, int length);

    /**
     * Returns a codec of the same type and encoding for use by one thread. The engine requests one per task and per use
     * (keys of the input, values of the input, and so on), so the returned codec may have scratch memory and may decode
     * into an object that it reuses for the next decoding, as {@link Codecs#BYTES} does. Stateless codecs need not
     * override this.
     */
    default Codec<T> forTask() {
        return this;
    }

    /**
     * Returns a copy that is safe to retain while the owner of {@code object} modifies it or decodes into it again: an
     * object with the same encoding, which is never modified. The default implementation encodes and decodes. Codecs of
     * immutable objects return {@code object} itself, as those in {@link Codecs} do; others may use a faster way.
     * Called for few objects: for each new minimum, for example, not for each comparison.
     */
    default T copy(T object) {
        return new OwnObjects<>(this).copy(object);
    }
}
