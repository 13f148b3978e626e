package org.sss.net.transport.tcp;

import io.netty.channel.Channel;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;

/** Sets up a connection on a new channel. Stateless. */
final class Pipeline {
    private Pipeline() {
    }

    /** For the connecting side. */
    static TcpConnection connecting(Channel channel, NodeAddress peer, TcpConfig config, SendMemory memory) {
        TcpConnection connection = new TcpConnection(channel, peer, config.streams(), memory);
        install(channel, connection, new FrameDispatcher(connection, null, false), config, FrameFormat.STATUS_WELCOME, false, PeerLines.CONNECTING);
        return connection;
    }

    /** For the listening side. */
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

    /**
     * Fires when nothing was read for seven eighths of the timeout, and whenever nothing was written for a quarter of
     * it.
     */
    static IdleStateHandler idleness(long idleMillis) {
        return new IdleStateHandler(true, silenceMillis(idleMillis), idleMillis / 4, 0, TimeUnit.MILLISECONDS);
    }

    /** After this much silence the peer has the rest of the timeout for one more sign of life. */
    static long silenceMillis(long idleMillis) {
        return idleMillis - idleMillis / 8;
    }
}
