package org.sss.net.transport;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;

/**
 * Receives what the peer sends on one stream. Called by one thread at a time, which may be an event loop or the
 * sender's thread: never block, never call native code, never run user code here; run work on an executor.
 */
public interface StreamHandler {
    /** One data frame; the handler owns it and releases it. Credit is granted only by {@link Stream#grant}. */
    void onData(ByteBuf data);

    /**
     * No further frame is available for now. Follows each {@link #onData} after a short time, unless an end or an error
     * does. A handler with waiting threads wakes them here, once for all frames of a read, instead of at each frame.
     */
    default void onPause() {}

    /** The peer ended its direction. */
    void onEnd(Message trailer);

    /**
     * The stream is over: the peer failed it, or the connection was lost. Called at most once, and it is the last call.
     */
    void onError(SssException error);

    /** Credit has arrived after {@link Stream#trySend} returned false. Schedules work; does not send from this call. */
    default void onWritable() {}
}
