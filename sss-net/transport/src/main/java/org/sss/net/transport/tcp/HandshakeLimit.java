package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Limits what a peer may send, encrypted, before it has proved who it is: messages of TLS do not reach the handlers
 * after TLS, and each may cause work or an answer. Removes itself once the peer is known. Belongs to the event loop.
 */
final class HandshakeLimit extends ChannelInboundHandlerAdapter {
    /** Several times what a handshake with two certificates and a token needs. */
    static final int MAX_BYTES = 64 << 10;

    private final TcpConnection connection;
    private final PeerLines lines;
    private int bytes;

    HandshakeLimit(TcpConnection connection, PeerLines lines) {
        this.connection = connection;
        this.lines = lines;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (connection.limited().principal() != null) {
            context.pipeline().remove(this);
        } else if (bytes > MAX_BYTES || (bytes += ((ByteBuf) message).readableBytes()) > MAX_BYTES) {
            ((ByteBuf) message).release();
            close(context);
            return;
        }
        context.fireChannelRead(message);
    }

    private void close(ChannelHandlerContext context) {
        String why = "it sent more than " + MAX_BYTES + " bytes before it authenticated";
        if (!connection.isClosing()) {
            lines.breaches().warn(connection.limited(), "Closing the {}: {}", connection, why);
        }
        connection.close(new SssException(ErrorCode.UNAUTHENTICATED, why));
        context.close(); // without waiting for TLS to say so
    }
}
