package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;

/** Receives the frames that a {@link FrameDecoder} has decoded. Called on the event loop. */
interface FrameListener {
    void onPreface(int status, int windowBytes, int idleMillis);

    void onOpen(int streamId, String verb, byte[] header);

    /** Owns {@code data}, also if it throws. */
    void onData(int streamId, ByteBuf data);

    /** No further frame is available for now. */
    default void onPause() {}

    void onEnd(int streamId, byte[] trailer);

    void onFail(int streamId, SssException error);

    void onCredit(int streamId, int bytes);

    void onPing();

    void onPong();

    void onRing(RingMessage message);

    void onBell();
}
