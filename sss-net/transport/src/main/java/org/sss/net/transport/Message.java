package org.sss.net.transport;

import java.util.function.Function;

/**
 * What opens a stream (its header) or ends a direction (its trailer): bytes, or a value that becomes bytes once
 * somebody asks for them. Within one JVM nobody does: the peer takes the value itself, which must never change after it
 * was sent. Thread-safe.
 */
public final class Message {
    /** No bytes. */
    public static final Message EMPTY = new Message(null, null, new byte[0]);

    private final Object value;
    private final Function<Object, byte[]> encoder;
    private volatile byte[] bytes;

    private Message(Object value, Function<Object, byte[]> encoder, byte[] bytes) {
        this.value = value;
        this.encoder = encoder;
        this.bytes = bytes;
    }

    /** @param bytes must not change afterwards */
    public static Message of(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new Message(null, null, bytes);
    }

    /**
     * A message that is encoded when it leaves the JVM.
     *
     * @param value immutable
     */
    public static Message of(Object value, Function<Object, byte[]> encoder) {
        return new Message(value, encoder, null);
    }

    /** Returns the value that the sender gave; null if it gave, or this side received, bytes. */
    public Object value() {
        return value;
    }

    /** Returns the bytes, which must not be changed; encodes the value at the first call. */
    public byte[] bytes() {
        byte[] encoded = bytes;
        if (encoded == null) {
            encoded = encoder.apply(value);
            bytes = encoded;
        }
        return encoded;
    }

    /** Returns the number of bytes; 0 for a value that was not encoded. */
    public int size() {
        byte[] encoded = bytes;
        return encoded == null ? 0 : encoded.length;
    }
}
