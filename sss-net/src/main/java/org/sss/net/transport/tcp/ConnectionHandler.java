package org.sss.net.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.X509Certificate;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.transport.tls.TlsErrors;

/** Connects a channel and its {@link TcpConnection}: preface, bytes, idleness, errors. Belongs to the event loop. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    /** What a peer may send before it has proved who it is. */
    private static final int MAX_UNAUTHENTICATED_BYTES = 4 << 10;

    private final TcpConnection connection;
    private final FrameDecoder decoder;
    private final TcpConfig config;
    private final int status;
    private final boolean accepted;
    private final PeerLines lines;
    private final LongSupplier nanoTime;
    private Future<?> prefaceDeadline;
    private boolean silent;
    private int unauthenticatedBytes;
    private boolean wasWithinFrame;
    private long framesBefore;
    private long frameStartNanos;
    private long stuckSinceNanos;
    private long lastIdleNanos;
    private long idleMillis;

    /**
     * @param accepted whether the peer has connected; the connecting side waits for the preface for the timeout of its
     *     {@link Connector}
     */
    ConnectionHandler(TcpConnection connection, FrameDecoder decoder, TcpConfig config, int status, boolean accepted, PeerLines lines,
            LongSupplier nanoTime) {
        this.connection = connection;
        this.decoder = decoder;
        this.config = config;
        this.status = status;
        this.accepted = accepted;
        this.lines = lines;
        this.nanoTime = nanoTime;
        idleMillis = config.idleTimeout().toMillis();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.writeAndFlush(connection.frames().preface(status, config.windowBytes(), (int) Math.min(Integer.MAX_VALUE, idleMillis)), context.voidPromise());
    }

    /** Counts from the start, also while TLS is being set up. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (accepted) {
            prefaceDeadline = context.executor().schedule(this::checkPreface, config.prefaceTimeout().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        if (connection.isClosing()) { // TLS reads until the peer knows
            in.release();
            return;
        }
        silent = false;
        try {
            checkUnauthenticated(in.readableBytes());
            decoder.feed(in);
            checkPace();
        } catch (SssException e) {
            breach(e);
        } finally {
            in.release();
        }
    }

    private void checkUnauthenticated(int bytes) {
        if (connection.limited().principal() == null) {
            unauthenticatedBytes += bytes;
            if (unauthenticatedBytes > MAX_UNAUTHENTICATED_BYTES) {
                throw Unauthenticated.error("more than " + MAX_UNAUTHENTICATED_BYTES + " bytes came before the proof of a token; "
                        + Unauthenticated.REMEDY);
            }
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        decoder.pause();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls) {
            onTls(context, tls.cause());
        } else if (event instanceof IdleStateEvent idle) {
            onIdle(context, idle);
        } else if (event instanceof IdleTimeout peers) {
            adoptIdleTimeout(context, Math.min(peers.idleMillis(), TcpConfig.LONGEST_PEERS_IDLE.toMillis()));
        }
    }

    /** @param failure null if TLS has been set up */
    private void onTls(ChannelHandlerContext context, Throwable failure) {
        if (failure == null && accepted) {
            authenticateByCertificate(context);
        } else if (failure != null && !(failure instanceof ClosedChannelException)) {
            exceptionCaught(context, failure);
        }
    }

    /** A certificate of the CA is that of a node; the handler of TLS has verified it. */
    private void authenticateByCertificate(ChannelHandlerContext context) {
        try {
            X509Certificate node = (X509Certificate) context.pipeline().get(SslHandler.class).engine().getSession().getPeerCertificates()[0];
            String name = node.getSubjectX500Principal().getName();
            connection.limited().authenticated(Principal.node(name.replaceFirst("^.*CN=([^,]*).*$", "$1")));
        } catch (SSLPeerUnverifiedException e) {
            LOG.debug("The {} has no certificate", connection);
        }
    }

    private void adoptIdleTimeout(ChannelHandlerContext context, long peersIdleMillis) {
        if (peersIdleMillis > idleMillis) {
            idleMillis = peersIdleMillis;
            context.pipeline().replace(IdleStateHandler.class, null, Pipeline.idleness(idleMillis));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (prefaceDeadline != null) {
            prefaceDeadline.cancel(false);
        }
        connection.ring().close();
        decoder.close();
        connection.receiveClosed();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof SssException breach) { // by the peer of a ring
            breach(breach);
            return;
        }
        SssException tls = TlsErrors.explain(cause);
        if (tls != null) {
            if (!connection.isClosing()) { // one failure may be reported several times
                lines.breaches().warn(connection.limited(), "Closing the {}: {}", connection, tls.getMessage());
            }
            LOG.debug("TLS of the {} failed", connection, cause);
            connection.close(tls);
            return;
        }
        if (cause instanceof IOException) {
            LOG.debug("The {} broke", connection, cause);
        } else {
            lines.failed().error(connection.limited(), "The {} failed and is closed", connection, cause);
        }
        connection.close(new SssException(ErrorCode.NODE_UNREACHABLE, "the " + connection + " was lost: "
                + cause.getMessage(), cause));
    }

    private void onIdle(ChannelHandlerContext context, IdleStateEvent idle) {
        if (idle.state() == IdleState.WRITER_IDLE && connection.out().queuedBytes() > 0 && !connection.ring().isSending()) {
            checkReading(idle.isFirst());
        } else if (idle.state() == IdleState.WRITER_IDLE && connection.handshake().isDone()) { // before it, TLS may not be set up
            connection.sendPing();
        } else if (idle.state() == IdleState.READER_IDLE && connection.handshake().isDone()) {
            silent = true;
            context.executor().schedule(this::checkSilence, idleMillis - Pipeline.silenceMillis(idleMillis), TimeUnit.MILLISECONDS);
        }
    }

    /** Called once more after the silence: a suspended process sees expired timers before it has read its sockets. */
    private void checkSilence() {
        if (silent) {
            connection.close(new SssException(ErrorCode.NODE_UNREACHABLE, "the " + connection
                    + " is dead: nothing was received for " + idleMillis + " ms"));
        }
    }

    /**
     * Checks that queued bytes make progress. The peer's program may be idle; its event loop, which only reads and
     * counts, is not.
     */
    private void checkReading(boolean isFirst) {
        long now = nanoTime.getAsLong();
        // Without progress it fires each quarter of the timeout.
        boolean hadProgress = isFirst || now - lastIdleNanos > TimeUnit.MILLISECONDS.toNanos(idleMillis) / 2;
        lastIdleNanos = now;
        if (hadProgress) {
            stuckSinceNanos = now;
        } else if (now - stuckSinceNanos > config.streams().stallTimeout().toNanos()) {
            connection.close(new SssException(ErrorCode.NODE_UNREACHABLE, "the " + connection + " is dead: the peer has read nothing for "
                    + config.streams().stallTimeout().toMillis() + " ms, " + connection.out().queuedBytes() + " bytes wait for it"));
        }
    }

    private void checkPreface() {
        if (!connection.handshake().isDone()) {
            lines.silent().warn(connection.limited(), "Closing the {}: it sent no preface within {} ms", connection, config.prefaceTimeout().toMillis());
            connection.close(new SssException(ErrorCode.NODE_UNREACHABLE, connection.peer()
                    + " sent no preface within " + config.prefaceTimeout().toMillis() + " ms; is that port a node of SSS?"));
        } else if (connection.limited().principal() == null) {
            lines.silent().warn(connection.limited(), "Closing the {}: it did not authenticate within {} ms", connection, config.prefaceTimeout().toMillis());
            connection.dismiss(Unauthenticated.error("no token was proved within " + config.prefaceTimeout().toMillis() + " ms; "
                    + Unauthenticated.REMEDY));
        }
    }

    /** Trickling bytes prevent idleness, but a frame must be complete in time. Between frames there is no limit. */
    private void checkPace() {
        long now = nanoTime.getAsLong();
        boolean isSameFrame = wasWithinFrame && decoder.isWithinFrame() && decoder.frames() == framesBefore;
        wasWithinFrame = decoder.isWithinFrame();
        framesBefore = decoder.frames();
        if (!isSameFrame) {
            frameStartNanos = now;
        } else if (now - frameStartNanos > config.stallTimeout().toNanos()) {
            throw new SssException(ErrorCode.PROTOCOL, "a frame that it started was not complete within "
                    + config.stallTimeout().toMillis() + " ms");
        }
    }

    private void breach(SssException error) {
        if (error.code() == ErrorCode.UNAUTHENTICATED) {
            lines.breaches().warn(connection.limited(), "Closing the {}: {}", connection, error.getMessage());
            connection.dismiss(error);
            return;
        }
        if (error.code() == ErrorCode.PROTOCOL) {
            lines.breaches().warn(connection.limited(), "Closing the {}: {}", connection, error.getMessage());
        } else {
            lines.failed().error(connection.limited(), "Closing the {}", connection, error);
        }
        connection.close(new SssException(error.code(), "the " + connection
                + " was closed by this side, because what the peer sent breaks the protocol: " + error.getMessage(), error));
    }
}
