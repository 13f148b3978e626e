package org.sss.net.transport.tcp;

import io.netty.channel.Channel;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;

/** Makes a connection of a new channel. Stateless. */
final class Pipeline {
    private Pipeline() {
    }

    /** The side that connects. */
    static TcpConnection connecting(Channel channel, NodeAddress peer, TcpConfig config, SendMemory memory) {
        TcpConnection connection = new TcpConnection(channel, peer, config.streams(), memory);
        install(channel, connection, new FrameDispatcher(connection, null, false), config, FrameFormat.STATUS_WELCOME, false, PeerLines.CONNECTING);
        return connection;
    }

    /** The side that listens. */
    static TcpConnection accepted(Channel channel, NodeAddress peer, TcpConfig config, SendMemory memory, Service service,
            boolean full, PeerLines lines) {
        TcpConnection connection = new TcpConnection(channel, peer, config.streams(), memory);
        install(channel, connection, new FrameDispatcher(connection, service, full), config,
                full ? FrameFormat.STATUS_FULL : FrameFormat.STATUS_WELCOME, true, lines);
        return connection;
    }

    private static void install(Channel channel, TcpConnection connection, FrameDispatcher dispatcher, TcpConfig config,
            int status, boolean accepted, PeerLines lines) {
        channel.pipeline().addLast(idleness(config.idleTimeout().toMillis()),
                new ConnectionHandler(connection, new FrameDecoder(channel.alloc(), dispatcher), config, status, accepted,
                        lines, System::nanoTime));
    }

    /** Tells when nothing was read for seven eighths of the time, and each time when nothing was written for a quarter of it. */
    static IdleStateHandler idleness(long idleMillis) {
        return new IdleStateHandler(true, silenceMillis(idleMillis), idleMillis / 4, 0, TimeUnit.MILLISECONDS);
    }

    /** After so long a silence a peer has what is left of the time for one more sign of life. */
    static long silenceMillis(long idleMillis) {
        return idleMillis - idleMillis / 8;
    }
}
