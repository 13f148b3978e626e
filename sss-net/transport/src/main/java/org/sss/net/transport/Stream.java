package org.sss.net.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.FileRegion;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;

/**
 * One end of a two-way stream of data frames, each direction ended by a trailer. Sending is bounded by credit in bytes
 * that the receiver grants: a frame may be sent while credit is above zero, and uses up as many bytes as it has. Both
 * directions start with the transport's window (1 MiB). Thread-safe; frames of one direction arrive in order.
 *
 * <pre>
 *   opener                         acceptor
 *     open(verb, header) ----------> Service.open
 *     send(data)... ---------------> onData...      (acceptor grants as it consumes)
 *     end(trailer) ----------------> onEnd
 *     onData... &lt;------------------- send(data)...
 *     onEnd &lt;----------------------- end(trailer)
 *   either side, any time: fail(error) ----> onError, and both directions are over
 * </pre>
 */
public interface Stream {
    /** Largest data frame in bytes. */
    int MAX_DATA_BYTES = (1 << 20) + (64 << 10);

    /** Largest header and largest trailer in bytes. */
    int MAX_HEADER_BYTES = 256 << 10;

    /** Longest verb in bytes of UTF-8. */
    int MAX_VERB_BYTES = 255;

    /**
     * Sends one frame of at least one byte; waits while there is no credit. Owns {@code data} from the call on, also
     * if it throws. Must not be called on an event loop thread or in a callback.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#TIMEOUT} if no credit came for the transport's stall timeout
     *     (30 s), or the error that ended the stream
     */
    void send(ByteBuf data);

    /**
     * Sends one frame if there is credit now. Owns {@code data} only if it returns true; after false
     * {@link StreamHandler#onWritable} is called once credit has come.
     *
     * @throws SssException the error that ended the stream (the caller still owns {@code data})
     */
    boolean trySend(ByteBuf data);

    /** Returns true if {@link #trySend(ByteBuf, List)} is supported: the kernel sends directly from a file. */
    default boolean takesFiles() {
        return false;
    }

    /**
     * As {@link #trySend(ByteBuf)} for a frame that ends with one or more ranges of files, which the kernel sends from
     * the file to the socket. Owns all buffers only if it returns true. A file shorter than {@code rest} specifies
     * breaks the connection.
     *
     * @throws UnsupportedOperationException unless {@link #takesFiles}
     */
    default boolean trySend(ByteBuf head, List<? extends FileRegion> rest) {
        throw new UnsupportedOperationException(this + " does not take files");
    }

    /** Ends this direction; {@code trailer} is at most 256 KiB. Nothing may be sent after it. */
    void end(Message trailer);

    /** The same for a trailer of bytes, which must not change afterwards. */
    default void end(byte[] trailer) {
        end(Message.of(trailer));
    }

    /**
     * Ends both directions; the peer's handler gets {@code error}, this side's handler nothing more (a callback that
     * has started already may still be running). Does nothing if the stream is over. Idempotent.
     */
    void fail(SssException error);

    /** Returns true if the peer is in this process, so that its bytes need no validation. */
    default boolean isLocal() {
        return false;
    }

    /** Returns the side that has opened or accepted the stream, for per-peer limits. */
    default Peer peer() {
        return Peer.THIS_PROCESS;
    }

    /**
     * Runs {@code action} once when the stream is over for any reason, or now if it is. The action must not block or
     * throw.
     */
    default void whenOver(Runnable action) {
        throw new UnsupportedOperationException(this + " does not report when it is over");
    }

    /**
     * Takes {@code amount} of {@code limit} until the stream is over.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#OVERLOADED} if the limit would be exceeded
     */
    default void hold(PeerLimit limit, long amount) {
        Peer peer = peer();
        limit.take(peer, amount);
        whenOver(() -> limit.free(peer, amount));
    }

    /** Lets the peer send {@code bytes} more. Call it as data is consumed, from any thread. */
    void grant(int bytes);
}
