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
 * directions begin with the transport's window (1 MiB). Thread-safe; frames of one direction arrive in order.
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
     * Sends one frame of at least one byte, waiting while there is no credit. Owns {@code data} from the call on, also
     * when it throws. Never called on an event loop thread or in a callback.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#TIMEOUT} when no credit came for the transport's stall timeout
     *     (30 s), or the error that ended the stream
     */
    void send(ByteBuf data);

    /**
     * Sends one frame if there is credit now. Owns {@code data} only when it returns true; after false
     * {@link StreamHandler#onWritable} is called once credit has come.
     *
     * @throws SssException the error that ended the stream ({@code data} stays the caller's)
     */
    boolean trySend(ByteBuf data);

    /** Whether {@link #trySend(ByteBuf, List)} works here: whether the kernel can send from a file by itself. */
    default boolean takesFiles() {
        return false;
    }

    /**
     * As {@link #trySend(ByteBuf)} for a frame that ends with ranges of files, at least one, which go from there to the socket without being
     * read by this process. Owns all only when it returns true. A file that is shorter than {@code rest} says costs the connection.
     *
     * @throws UnsupportedOperationException unless {@link #takesFiles}
     */
    default boolean trySend(ByteBuf begin, List<? extends FileRegion> rest) {
        throw new UnsupportedOperationException(this + " does not take files");
    }

    /** Ends this direction; {@code trailer} is at most 256 KiB. Nothing may be sent after it. */
    void end(byte[] trailer);

    /**
     * Ends both directions; the peer's handler gets {@code error}, this side's handler nothing more (a callback that has
     * begun already may still be running). Does nothing when the stream is over. Idempotent.
     */
    void fail(SssException error);

    /** Whether the peer is in this process, so that its bytes are as trustworthy as one's own. */
    default boolean isLocal() {
        return false;
    }

    /** Who has opened the stream or accepted it, for limits of what one peer may use. */
    default Peer peer() {
        return Peer.THIS_PROCESS;
    }

    /** Has {@code action} run once when the stream is over for whatever reason, or now if it is. It must not wait or throw. */
    default void whenOver(Runnable action) {
        throw new UnsupportedOperationException(this + " does not say when it is over");
    }

    /**
     * Takes so much of what {@code limit} limits until the stream is over.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#OVERLOADED} when there is not as much for this peer
     */
    default void hold(PeerLimit limit, long amount) {
        Peer peer = peer();
        limit.take(peer, amount);
        whenOver(() -> limit.free(peer, amount));
    }

    /** Lets the peer send {@code bytes} more. Call it as data is consumed, from any thread. */
    void grant(int bytes);
}
