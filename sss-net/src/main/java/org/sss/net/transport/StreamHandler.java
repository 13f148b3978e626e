package org.sss.net.transport;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;

/**
 * Receives what the peer sends on one stream. Called by one thread at a time, which may be an event loop or the sender's
 * thread: never block, never call native code, never run user code here; hand work to an executor.
 */
public interface StreamHandler {
    /** One data frame; the handler owns it and releases it. Credit comes back only through {@link Stream#grant}. */
    void onData(ByteBuf data);

    /**
     * Nothing more has come for now. Follows each {@link #onData} after a moment, unless an end or an error does: a handler
     * that others wait for wakes them once for all frames of a read, and is not interrupted by them at each one.
     */
    default void onPause() {
    }

    /** The peer ended its direction. */
    void onEnd(byte[] trailer);

    /** The stream is over: the peer failed it, or the connection was lost. Called at most once, and nothing after it. */
    void onError(SssException error);

    /** Credit has come after {@link Stream#trySend} returned false. Schedules work; does not send from this call. */
    default void onWritable() {
    }
}
