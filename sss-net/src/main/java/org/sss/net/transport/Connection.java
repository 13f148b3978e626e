package org.sss.net.transport;

import org.sss.api.SssException;

/** A connection that carries any number of streams at once. Thread-safe. */
public interface Connection extends AutoCloseable {
    NodeAddress peer();

    boolean isOpen();

    /**
     * Opens a stream: tells the peer {@code verb} and {@code header} (at most 256 KiB) without waiting for an answer.
     * Callbacks come to {@code handler}; a refusal by the peer comes as {@link StreamHandler#onError}.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#NODE_UNREACHABLE} when the connection is closed
     */
    Stream open(String verb, byte[] header, StreamHandler handler);

    /**
     * As {@link #open} and {@link Stream#end} with an empty trailer, at once: for a request that is all in its header. It goes out as
     * one piece, so that neither side is woken twice.
     */
    default Stream openEnded(String verb, byte[] header, StreamHandler handler) {
        Stream stream = open(verb, header, handler);
        stream.end(new byte[0]);
        return stream;
    }

    /** Runs {@code action} once when the connection closes for whatever reason, at once if it is closed already. */
    void onClose(Runnable action);

    /** Fails all streams with {@link org.sss.api.ErrorCode#CLOSED}. Idempotent. */
    @Override
    void close();
}
