package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.NodeAddress;

class IdleTimeoutTest {
    private static final NodeAddress PEER = new NodeAddress("peer", 1);
    private static final TcpConfig CONFIG =
            TcpConfig.DEFAULTS.withTimeouts(Duration.ofMillis(8_000), Duration.ofSeconds(5));

    private final Frames frames = new Frames(UnpooledByteBufAllocator.DEFAULT);
    private final SendMemory memory = new SendMemory(Long.MAX_VALUE);
    private final EmbeddedChannel channel = new EmbeddedChannel();

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private IdleStateHandler greetedWith(int idleMillis) {
        channel.writeInbound(frames.preface(FrameFormat.STATUS_WELCOME, 1_000, idleMillis));
        assertThat(channel.isOpen()).isTrue();
        return channel.pipeline().get(IdleStateHandler.class);
    }

    @Test
    void connectingSideAdoptsTimeoutOfTheListener() {
        Pipeline.connecting(channel, PEER, CONFIG, memory);
        IdleStateHandler idleness = greetedWith(60_000);
        assertThat(idleness.getReaderIdleTimeInMillis()).isEqualTo(Pipeline.silenceMillis(60_000));
        assertThat(idleness.getWriterIdleTimeInMillis()).isEqualTo(15_000);
    }

    @Test
    void connectingSideNeverShortensItsOwnTimeout() {
        Pipeline.connecting(channel, PEER, CONFIG, memory);
        assertThat(greetedWith(200).getReaderIdleTimeInMillis()).isEqualTo(Pipeline.silenceMillis(8_000));
    }

    @Test
    void adoptedTimeoutIsBounded() {
        Pipeline.connecting(channel, PEER, CONFIG, memory);
        assertThat(greetedWith(Integer.MAX_VALUE).getReaderIdleTimeInMillis())
                .isEqualTo(Pipeline.silenceMillis(120_000));
    }

    @Test
    void longerOwnTimeoutIsRetained() {
        Duration hour = Duration.ofHours(1);
        Pipeline.connecting(channel, PEER, CONFIG.withTimeouts(hour, hour), memory);
        assertThat(greetedWith(Integer.MAX_VALUE).getReaderIdleTimeInMillis())
                .isEqualTo(Pipeline.silenceMillis(hour.toMillis()));
    }

    @Test
    void listenerUsesItsOwnTimeout() {
        Pipeline.accepted(channel, PEER, CONFIG, memory, new Acceptor(), false, new PeerLines());
        assertThat(greetedWith(60_000).getReaderIdleTimeInMillis()).isEqualTo(Pipeline.silenceMillis(8_000));
    }
}
