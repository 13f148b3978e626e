package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;

/** What a {@link FrameDecoder} found. Called on the event loop. */
interface FrameListener {
    void onPreface(int status, int windowBytes, int idleMillis);

    void onOpen(int streamId, String verb, byte[] header);

    /** Owns {@code data}, also when it throws. */
    void onData(int streamId, ByteBuf data);

    /** Nothing more has come for now. */
    default void onPause() {
    }

    void onEnd(int streamId, byte[] trailer);

    void onFail(int streamId, SssException error);

    void onCredit(int streamId, int bytes);

    void onPing();

    void onPong();
}
