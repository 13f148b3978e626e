package org.sss.api;

import java.io.Serializable;

/**
 * Turns objects of one type into bytes and back. An instance may be shared between threads, except one that came from
 * {@link #forTask()}. The codecs in {@link Codecs} keep the order: comparing two encodings as unsigned bytes gives the
 * natural order of the objects (strings: by UTF-8 bytes), which is the order of keys in the store.
 */
public interface Codec<T> extends Serializable {
    /**
     * The type's name, kept with each group and compared when a job names the group as input: {@code string},
     * {@code bytes}, {@code int}, {@code long}, {@code double}, or
     * {@code record(field:type,...)}; user codecs choose a name of their own.
     */
    String name();

    /** Appends the encoding of {@code value} to {@code sink}; when it throws, what it appended is cut off by the caller. */
    void encode(T value, ByteSink sink);

    /**
     * The object encoded in {@code bytes[offset, offset + length)}; the array is reused after the call. Each decoding makes an object of
     * its own, except in a codec from {@link #forTask()}.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when the bytes are not an encoding of this type
     */
    T decode(byte[] bytes, int offset, int length);

    /**
     * A codec of the same type and the same bytes for the use of one thread. The engine asks for one per task and per use
     * (keys of the input, values of the input, and so on), so the codec that is returned may keep scratch space, and may
     * decode to an object that it uses again at the next decoding, as {@link Codecs#BYTES} does. Stateless codecs need not
     * override this.
     */
    default Codec<T> forTask() {
        return this;
    }

    /**
     * What is kept of an object that its owner may change or decode into again: an object with the same encoding, which nobody changes.
     * By default it is encoded and decoded. Codecs of objects that never change return {@code object} itself, as those in
     * {@link Codecs} do; others may know a shorter way. Called for few objects of many: for each one that is the smallest so far, not
     * for each one that is compared.
     */
    default T copy(T object) {
        return new OwnObjects<>(this).copy(object);
    }
}
