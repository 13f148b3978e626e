package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;

/**
 * A data server that gives the same answer to all requests, before the client has its stream. One thread.
 *
 * @param frames of the answer; empty ones are not sent
 * @param sent   buffers that were sent
 */
record AnsweringConnection(List<byte[]> frames, byte[] trailer, List<ByteBuf> sent) implements Connection {
    AnsweringConnection(List<byte[]> frames, byte[] trailer) {
        this(frames, trailer, new ArrayList<>());
    }

    /** Call it after the client has closed everything. */
    void checkAllReleased() {
        if (sent.stream().anyMatch(buffer -> buffer.refCnt() != 0)) {
            throw new AssertionError("a frame was not released");
        }
    }

    @Override
    public Stream open(String verb, Message header, StreamHandler handler) {
        for (byte[] frame : frames) {
            if (frame.length > 0) {
                sent.add(Unpooled.wrappedBuffer(frame));
                handler.onData(sent.get(sent.size() - 1));
            }
        }
        handler.onEnd(Message.of(trailer));
        return new IgnoringStream();
    }

    @Override
    public NodeAddress peer() {
        return new NodeAddress("127.0.0.1", 1);
    }

    @Override
    public boolean isPrivate() {
        return true;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void onClose(Runnable action) {
        // stays open
    }

    @Override
    public void close() {
        // nothing is open
    }

    /** Ignores all calls: the answer was sent already. */
    private static final class IgnoringStream implements Stream {
        @Override
        public void send(ByteBuf data) {
            data.release();
        }

        @Override
        public boolean trySend(ByteBuf data) {
            data.release();
            return true;
        }

        @Override
        public void end(Message trailer) {
            // ignored
        }

        @Override
        public void fail(SssException error) {
            // ignored
        }

        @Override
        public void grant(int bytes) {
            // ignored
        }
    }
}
