package org.sss.net.transport.tcp;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.tls.Tls;

/** Sets up a connection on a new channel. Stateless. */
final class Pipeline {
    private Pipeline() {}

    /** For the connecting side. */
    static TcpConnection connecting(Channel channel, NodeAddress peer, TcpConfig config, SendMemory memory) {
        return connecting(channel, peer, config, memory, TcpSecurity.OFF, null);
    }

    /**
     * For the connecting side.
     *
     * @param tls or null
     */
    static TcpConnection connecting(
            Channel channel,
            NodeAddress peer,
            TcpConfig config,
            SendMemory memory,
            TcpSecurity security,
            SslHandler tls) {
        TcpConnection connection =
                new TcpConnection(channel, peer, config.streams(), memory, config.rings(), tls != null, false);
        if (tls != null) {
            channel.pipeline().addLast(tls);
        }
        PeerAdmission admission = new PeerAdmission(
                connection, security, false, config.prefaceTimeout().toMillis(), PeerLines.CONNECTING);
        install(
                channel,
                connection,
                new FrameDispatcher(connection, null, false),
                config,
                FrameFormat.STATUS_WELCOME,
                admission,
                PeerLines.CONNECTING);
        return connection;
    }

    /** For the listening side. */
    static TcpConnection accepted(
            Channel channel,
            NodeAddress peer,
            TcpConfig config,
            SendMemory memory,
            Service service,
            boolean full,
            PeerLines lines) {
        return accepted(channel, peer, config, memory, service, full, lines, TcpSecurity.OFF);
    }

    /** For the listening side. */
    static TcpConnection accepted(
            Channel channel,
            NodeAddress peer,
            TcpConfig config,
            SendMemory memory,
            Service service,
            boolean full,
            PeerLines lines,
            TcpSecurity security) {
        Tls tls = security.accepting();
        TcpConnection connection = new TcpConnection(
                channel, peer, config.streams(), memory, config.rings(), tls != null, security.authenticates());
        if (tls != null) {
            channel.pipeline().addLast(new HandshakeLimit(connection, lines), new TlsDetector(tls, connection, lines));
        }
        PeerAdmission admission = new PeerAdmission(
                connection, security, true, config.prefaceTimeout().toMillis(), lines);
        install(
                channel,
                connection,
                new FrameDispatcher(connection, service, full),
                config,
                full ? FrameFormat.STATUS_FULL : FrameFormat.STATUS_WELCOME,
                admission,
                lines);
        return connection;
    }

    private static void install(
            Channel channel,
            TcpConnection connection,
            FrameDispatcher dispatcher,
            TcpConfig config,
            int status,
            PeerAdmission admission,
            PeerLines lines) {
        FrameDecoder decoder = new FrameDecoder(channel.alloc(), dispatcher);
        connection.ring().decodeBy(decoder, FrameDecoder.ofRing(channel.alloc(), dispatcher));
        channel.pipeline()
                .addLast(
                        idleness(config.idleTimeout().toMillis()),
                        new ConnectionHandler(connection, decoder, config, status, admission, lines, System::nanoTime));
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
