package org.sss.api;

import java.io.Serializable;

/**
 * Turns objects of one type into bytes and back. Stateless or thread-confined: each task has its own copy. The codecs in
 * {@link Codecs} keep the order: comparing two encodings as unsigned bytes gives the natural order of the objects
 * (strings: by UTF-8 bytes), which is the order of keys in the store.
 */
public interface Codec<T> extends Serializable {
    /**
     * The type's name, kept with each group and compared when a job names the group as input: {@code string},
     * {@code bytes}, {@code int}, {@code long}, {@code double}, or
     * {@code record(field:type,...)}; user codecs choose a name of their own.
     */
    String name();

    /** Appends the encoding of {@code value} to {@code sink}. */
    void encode(T value, ByteSink sink);

    /**
     * The object encoded in {@code bytes[offset, offset + length)}; the array is reused after the call.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when the bytes are not an encoding of this type
     */
    T decode(byte[] bytes, int offset, int length);
}
