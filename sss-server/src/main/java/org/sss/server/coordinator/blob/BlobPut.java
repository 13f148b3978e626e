package org.sss.server.coordinator.blob;

import io.netty.buffer.ByteBuf;
import java.util.function.Supplier;
import org.sss.api.SssException;
import org.sss.net.rpc.DataQueue;
import org.sss.net.transport.StreamHandler;

/** A blob that a peer sends. Until its first byte has come there is nothing but this. Callbacks come from the network. */
final class BlobPut implements StreamHandler {
    private final Supplier<DataQueue> begin;
    private DataQueue content;

    /** @param begin has the content stored as it comes; throws when it cannot be stored now */
    BlobPut(Supplier<DataQueue> begin) {
        this.begin = begin;
    }

    @Override
    public void onData(ByteBuf data) {
        boolean begun = false;
        try {
            beginOnce();
            begun = true;
        } finally {
            if (!begun) {
                data.release();
            }
        }
        content.onData(data);
    }

    private void beginOnce() {
        if (content == null) {
            content = begin.get();
        }
    }

    @Override
    public void onPause() {
        if (content != null) {
            content.onPause();
        }
    }

    @Override
    public void onEnd(byte[] trailer) {
        beginOnce(); // a blob may be empty
        content.onEnd(trailer);
    }

    @Override
    public void onError(SssException error) {
        if (content != null) {
            content.onError(error);
        }
    }
}
