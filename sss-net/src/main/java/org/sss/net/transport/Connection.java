package org.sss.net.transport;

import org.sss.api.SssException;

/** A connection that carries any number of streams at once. Thread-safe. */
public interface Connection extends AutoCloseable {
    NodeAddress peer();

    boolean isOpen();

    /**
     * Opens a stream: sends {@code verb} and {@code header} (at most 256 KiB) without waiting for an answer.
     * The callbacks of {@code handler} report the rest; a rejection by the peer is reported by {@link
     * StreamHandler#onError}.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#NODE_UNREACHABLE} if the connection is closed
     */
    Stream open(String verb, byte[] header, StreamHandler handler);

    /**
     * As {@link #open} and {@link Stream#end} with an empty trailer: for a request that is complete in its header. Both
     * frames are written together, so that each side wakes only once.
     */
    default Stream openEnded(String verb, byte[] header, StreamHandler handler) {
        Stream stream = open(verb, header, handler);
        stream.end(new byte[0]);
        return stream;
    }

    /** Runs {@code action} once when the connection closes for any reason, or at once if it is closed already. */
    void onClose(Runnable action);

    /** Fails all streams with {@link org.sss.api.ErrorCode#CLOSED}. Idempotent. */
    @Override
    void close();
}
