package org.sss.benchmarks.stores;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultFileRegion;
import java.io.File;

/**
 * One end of a connection that sends bytes from memory in frames, or from a file, as fast as they go, and counts and discards those that come.
 * All is done on the connection's event loop.
 *
 * <pre>
 *   request  [u8 kind: 0 gives bytes, 1 takes bytes, 2 gives bytes of its file][u64 number][u64 where they begin in the file]
 *   then the bytes, in one direction or the other
 *   a server that has taken all bytes answers with one
 * </pre>
 */
final class PumpEnd extends ChannelInboundHandlerAdapter {
    private static final int REQUEST_BYTES = 17;

    /** What is asked for. */
    enum Kind { GIVE, TAKE, GIVE_FILE }

    /** What the owner of an end does. */
    interface Owner {
        /** All bytes of {@link #expect} have come. */
        void received(PumpEnd end);

        /** The other end asked for it. */
        void requested(PumpEnd end, Kind kind, long bytes, long from);

        void failed(Throwable cause);
    }

    private final Owner owner;
    private ChannelHandlerContext context;
    private ByteBuf frame;
    private ByteBuf request;
    private long toSend;
    private long toReceive;

    PumpEnd(Owner owner) {
        this.owner = owner;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        frame = added.alloc().directBuffer(PumpIo.FRAME_BYTES).writeZero(PumpIo.FRAME_BYTES);
        request = added.alloc().directBuffer(REQUEST_BYTES);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext removed) {
        frame.release();
        request.release();
    }

    /** Asks the other end. */
    void request(Kind kind, long bytes, long from) {
        context.writeAndFlush(context.alloc().directBuffer(REQUEST_BYTES).writeByte(kind.ordinal()).writeLong(bytes).writeLong(from),
                context.voidPromise());
    }

    void send(long bytes) {
        toSend += bytes;
        pump();
    }

    /** The kernel sends them by itself, as much at a time as the socket takes. */
    void sendFile(File file, long from, long bytes) {
        context.writeAndFlush(new DefaultFileRegion(file, from, bytes), context.voidPromise());
    }

    void expect(long bytes) {
        toReceive = bytes;
    }

    private void pump() {
        while (toSend > 0 && context.channel().isWritable()) {
            int length = (int) Math.min(PumpIo.FRAME_BYTES, toSend);
            toSend -= length;
            context.write(frame.retainedSlice(0, length), context.voidPromise());
        }
        context.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        if (toSend > 0) {
            pump();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            while (bytes.isReadable()) {
                if (toReceive > 0) {
                    discard(bytes);
                } else {
                    readRequest(bytes);
                }
            }
        } finally {
            bytes.release();
        }
    }

    private void discard(ByteBuf bytes) {
        int length = (int) Math.min(toReceive, bytes.readableBytes());
        bytes.skipBytes(length);
        toReceive -= length;
        if (toReceive == 0) {
            owner.received(this);
        }
    }

    private void readRequest(ByteBuf bytes) {
        request.writeBytes(bytes, Math.min(REQUEST_BYTES - request.readableBytes(), bytes.readableBytes()));
        if (request.readableBytes() == REQUEST_BYTES) {
            Kind kind = Kind.values()[request.readByte()];
            long number = request.readLong();
            long from = request.readLong();
            request.clear();
            owner.requested(this, kind, number, from);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        owner.failed(new IllegalStateException("the other end of the pump closed the connection"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        owner.failed(cause);
        failed.close();
    }
}
