package org.sss.server.coordinator.blob;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.sss.api.SssException;
import org.sss.net.rpc.DataQueue;
import org.sss.net.transport.Message;
import org.sss.net.transport.StreamHandler;

/** A blob that a peer sends. Resources are allocated when its first byte arrives. Called by network threads. */
final class BlobPut implements StreamHandler {
    private final Supplier<DataQueue> start;
    private DataQueue content;

    /** @param start starts to store the content as it arrives; throws if it cannot be stored now */
    BlobPut(Supplier<DataQueue> start) {
        this.start = start;
    }

    @Override
    public void onData(ByteBuf data) {
        boolean started = false;
        try {
            startOnce();
            started = true;
        } finally {
            if (!started) {
                data.release();
            }
        }
        content.onData(data);
    }

    private void startOnce() {
        if (content == null) {
            content = start.get();
        }
    }

    @Override
    public void onPause() {
        if (content != null) {
            content.onPause();
        }
    }

    @Override
    public void onEnd(Message trailer) {
        startOnce(); // a blob may be empty
        content.onEnd(trailer);
    }

    @Override
    public void onError(SssException error) {
        if (content != null) {
            content.onError(error);
        }
    }
}
