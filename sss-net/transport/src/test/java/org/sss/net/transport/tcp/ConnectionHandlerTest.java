package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.NodeAddress;

/** Timeouts of a frame and of a silent peer. */
class ConnectionHandlerTest {
    private static final TcpConfig CONFIG = TcpConfig.DEFAULTS;
    private static final long STALL_NANOS = CONFIG.streams().stallTimeout().toNanos();

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final Frames frames = new Frames(UnpooledByteBufAllocator.DEFAULT);
    private long nanos = Long.MAX_VALUE - STALL_NANOS;

    @BeforeEach
    void exchangePrefaces() {
        TcpConnection connection = new TcpConnection(
                channel, new NodeAddress("peer", 1), CONFIG.streams(), new SendMemory(Long.MAX_VALUE));
        FrameDispatcher dispatcher = new FrameDispatcher(connection, new Acceptor(), false);
        channel.pipeline()
                .addLast(new ConnectionHandler(
                        connection,
                        new FrameDecoder(channel.alloc(), dispatcher),
                        CONFIG,
                        FrameFormat.STATUS_WELCOME,
                        new PeerAdmission(
                                connection,
                                TcpSecurity.OFF,
                                true,
                                CONFIG.prefaceTimeout().toMillis(),
                                new PeerLines()),
                        new PeerLines(),
                        () -> nanos));
        channel.writeInbound(frames.preface(FrameFormat.STATUS_WELCOME, 1000, 0));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void pauseBetweenFramesDoesNotCountForTheNextFrame() {
        channel.writeInbound(frames.ping());
        nanos += 10 * STALL_NANOS;
        ByteBuf ping = frames.ping();
        channel.writeInbound(ping.readRetainedSlice(5));
        assertThat(channel.isOpen()).isTrue();
        nanos += STALL_NANOS / 2;
        channel.writeInbound(ping);
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void incompleteFrameEndsTheConnectionAfterTheTimeout() {
        ByteBuf ping = frames.ping();
        channel.writeInbound(ping.readRetainedSlice(5));
        nanos += STALL_NANOS / 2;
        channel.writeInbound(ping.readRetainedSlice(1));
        assertThat(channel.isOpen()).isTrue();
        nanos += STALL_NANOS;
        channel.writeInbound(ping.readRetainedSlice(1));
        assertThat(channel.isOpen()).isFalse();
        ping.release();
    }

    @Test
    void timeoutOfAFrameRestartsAfterTheLastOne() {
        ByteBuf first = frames.ping();
        channel.writeInbound(first.readRetainedSlice(5));
        nanos += STALL_NANOS;
        ByteBuf second = frames.ping();
        channel.writeInbound(Unpooled.wrappedBuffer(first, second.readRetainedSlice(5)));
        nanos += STALL_NANOS;
        channel.writeInbound(second.readRetainedSlice(1));
        assertThat(channel.isOpen()).isTrue();
        second.release();
    }

    @Test
    void unreadBytesOfASilentPeerAreASignOfLife() {
        channel.freezeTime();
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.FIRST_READER_IDLE_STATE_EVENT);
        channel.writeInbound(frames.ping());
        waitForIdleTimeout();
        assertThat(channel.isOpen()).isTrue();
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
        waitForIdleTimeout();
        assertThat(channel.isOpen()).isFalse();
    }

    private void waitForIdleTimeout() {
        channel.advanceTimeBy(CONFIG.idleTimeout().toMillis(), TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }
}
