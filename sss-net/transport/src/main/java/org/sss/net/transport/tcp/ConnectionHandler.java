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
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.tls.TlsErrors;

/** Connects a channel and its {@link TcpConnection}: preface, bytes, idleness, errors. Belongs to the event loop. */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    private final TcpConnection connection;
    private final FrameDecoder decoder;
    private final TcpConfig config;
    private final int status;
    private final PeerAdmission admission;
    private final PeerLines lines;
    private final LongSupplier nanoTime;
    private boolean silent;
    private boolean wasWithinFrame;
    private long framesBefore;
    private long frameStartNanos;
    private long stuckSinceNanos;
    private long lastIdleNanos;
    private long idleMillis;

    ConnectionHandler(
            TcpConnection connection,
            FrameDecoder decoder,
            TcpConfig config,
            int status,
            PeerAdmission admission,
            PeerLines lines,
            LongSupplier nanoTime) {
        this.connection = connection;
        this.decoder = decoder;
        this.config = config;
        this.status = status;
        this.admission = admission;
        this.lines = lines;
        this.nanoTime = nanoTime;
        idleMillis = config.idleTimeout().toMillis();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        context.writeAndFlush(
                connection.frames().preface(status, config.streams().windowBytes(), (int)
                        Math.min(Integer.MAX_VALUE, idleMillis)),
                context.voidPromise());
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        admission.start(context.executor());
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
            admission.received(in.readableBytes());
            decoder.feed(in);
            checkPace();
        } catch (SssException e) {
            breach(e);
        } finally {
            in.release();
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
        if (failure == null) {
            receivedCertificate(context.pipeline().get(SslHandler.class));
        } else if (!(failure instanceof ClosedChannelException)) {
            exceptionCaught(context, failure);
        }
    }

    private void receivedCertificate(SslHandler tls) {
        try {
            admission.receivedCertificate(tls);
        } catch (SssException e) {
            breach(e);
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
        admission.end();
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
        connection.receiveLoss(new SssException(
                ErrorCode.NODE_UNREACHABLE, "the " + connection + " was lost: " + cause.getMessage(), cause));
    }

    private void onIdle(ChannelHandlerContext context, IdleStateEvent idle) {
        if (idle.state() == IdleState.WRITER_IDLE
                && connection.out().queuedBytes() > 0
                && !connection.ring().isSending()) {
            checkReading(idle.isFirst());
        } else if (idle.state() == IdleState.WRITER_IDLE
                && connection.handshake().isDone()) { // before it, TLS may not be set up
            connection.sendPing();
        } else if (idle.state() == IdleState.READER_IDLE
                && connection.handshake().isDone()) {
            silent = true;
            context.executor()
                    .schedule(
                            this::checkSilence, idleMillis - Pipeline.silenceMillis(idleMillis), TimeUnit.MILLISECONDS);
        }
    }

    /** Called once more after the silence: a suspended process sees expired timers before it has read its sockets. */
    private void checkSilence() {
        if (silent) {
            connection.close(new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "the " + connection + " is dead: nothing was received for " + idleMillis + " ms"));
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
            connection.close(new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "the " + connection + " is dead: the peer has read nothing for "
                            + config.streams().stallTimeout().toMillis() + " ms, "
                            + connection.out().queuedBytes() + " bytes wait for it"));
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
        } else if (now - frameStartNanos > config.streams().stallTimeout().toNanos()) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "a frame that it started was not complete within "
                            + config.streams().stallTimeout().toMillis() + " ms");
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
        connection.close(new SssException(
                error.code(),
                "the " + connection + " was closed by this side, because what the peer sent breaks the protocol: "
                        + error.getMessage(),
                error));
    }
}
