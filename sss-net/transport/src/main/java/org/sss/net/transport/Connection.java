package org.sss.net.transport;

import java.security.cert.X509Certificate;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.peer.ListenerId;

/** A connection that carries any number of streams at once. Thread-safe. */
public interface Connection extends AutoCloseable {
    NodeAddress peer();

    boolean isOpen();

    /**
     * Returns whether no other program can read or relay what is sent: by TLS with a known CA, or since the peer is
     * this process.
     */
    boolean isPrivate();

    /** Returns the listener as this side sees it. */
    default ListenerId listener() {
        return ListenerId.UNKNOWN;
    }

    /** Returns the certificates that the peer has shown, its own first; empty without TLS. */
    default List<X509Certificate> certificates() {
        return List.of();
    }

    /**
     * Opens a stream: sends {@code verb} and {@code header} (at most 256 KiB) without waiting for an answer.
     * The callbacks of {@code handler} report the rest; a rejection by the peer is reported by {@link
     * StreamHandler#onError}.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#NODE_UNREACHABLE} if the connection is closed
     */
    Stream open(String verb, Message header, StreamHandler handler);

    /** The same for a header of bytes, which must not change afterwards. */
    default Stream open(String verb, byte[] header, StreamHandler handler) {
        return open(verb, Message.of(header), handler);
    }

    /**
     * As {@link #open} and {@link Stream#end} with an empty trailer: for a request that is complete in its header. Both
     * frames are written together, so that each side wakes only once.
     */
    default Stream openEnded(String verb, Message header, StreamHandler handler) {
        Stream stream = open(verb, header, handler);
        stream.end(Message.EMPTY);
        return stream;
    }

    /** Whether the peer is in this process and gets values as they are, see {@link Message}. */
    default boolean isLocal() {
        return false;
    }

    /**
     * This side has proved who it is: the connection may ask for what only known peers get, such as shared memory. May
     * wait a short time for the answer.
     *
     * @throws SssException if the connection must have it, and the peer or this machine does not permit it
     */
    default void authenticated() {
        // Most connections ask for nothing.
    }

    /** Runs {@code action} once when the connection closes for any reason, or at once if it is closed already. */
    void onClose(Runnable action);

    /** Fails all streams with {@link org.sss.api.ErrorCode#CLOSED}. Idempotent. */
    @Override
    void close();
}
