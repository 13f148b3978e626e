package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.net.InetSocketAddress;
import java.util.List;
import org.sss.net.transport.tls.Tls;

/**
 * The first handler of an accepted connection that must use TLS. If the peer starts TLS, it is replaced by its handler,
 * and the handlers after it see the channel become active. A peer that does not use TLS gets a preface that says so.
 * Belongs to the event loop.
 */
final class TlsDetector extends ByteToMessageDecoder {
    /** First byte of a record with a message of the handshake (RFC 8446, section 5.1). */
    private static final int HANDSHAKE = 22;

    private final Tls tls;
    private final TcpConnection connection;
    private final PeerLines lines;

    TlsDetector(Tls tls, TcpConnection connection, PeerLines lines) {
        this.tls = tls;
        this.connection = connection;
        this.lines = lines;
    }

    /** Later handlers would send their preface unencrypted. */
    @Override
    public void channelActive(ChannelHandlerContext context) {
        // Fired again once TLS has been set up.
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.getUnsignedByte(in.readerIndex()) == HANDSHAKE) {
            context.pipeline().replace(this, "tls", tls.server(context.alloc()));
            context.pipeline().context("tls").fireChannelActive();
        } else if (in.readableBytes() >= FrameFormat.PREFACE_BYTES) { // otherwise closing would discard the answer
            in.skipBytes(in.readableBytes());
            if (!isOfThisMachine(context)) { // clients of this machine try without TLS first
                lines.breaches()
                        .warn(
                                connection.limited(),
                                "Closing the {}: it does not use TLS, which this cluster requires",
                                connection);
            }
            context.writeAndFlush(connection.frames().preface(FrameFormat.STATUS_TLS_REQUIRED, 1, 0))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }

    private static boolean isOfThisMachine(ChannelHandlerContext context) {
        return context.channel().remoteAddress() instanceof InetSocketAddress peer
                && peer.getAddress().isLoopbackAddress();
    }
}
