package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import org.sss.api.SssException;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/** A connection on which a test changes what arrives. Thread-safe as {@link Change} is. */
final class ChangedConnection implements Connection {
    private final Connection real;
    private final Change change;

    /** What happens to the frames of a stream. */
    interface Change {
        /** Called for each frame, from 0 on; passes it on, or not. */
        void frame(int number, ByteBuf frame, StreamHandler receiver);

        /** Called at the end, after this many frames. */
        default void end(int frames, Message trailer, StreamHandler receiver) {
            receiver.onEnd(trailer);
        }
    }

    ChangedConnection(Connection real, Change change) {
        this.real = real;
        this.change = change;
    }

    @Override
    public Stream open(String verb, Message header, StreamHandler handler) {
        return real.open(verb, header, new StreamHandler() {
            private int frames;

            @Override
            public void onData(ByteBuf data) {
                change.frame(frames++, data, handler);
            }

            @Override
            public void onPause() {
                handler.onPause();
            }

            @Override
            public void onEnd(Message trailer) {
                change.end(frames, trailer, handler);
            }

            @Override
            public void onError(SssException error) {
                handler.onError(error);
            }

            @Override
            public void onWritable() {
                handler.onWritable();
            }
        });
    }

    @Override
    public NodeAddress peer() {
        return real.peer();
    }

    @Override
    public boolean isOpen() {
        return real.isOpen();
    }

    @Override
    public boolean isPrivate() {
        return real.isPrivate();
    }

    @Override
    public void onClose(Runnable action) {
        real.onClose(action);
    }

    @Override
    public void close() {
        real.close();
    }
}
