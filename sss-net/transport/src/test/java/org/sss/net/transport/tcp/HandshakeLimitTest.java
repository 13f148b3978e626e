package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.net.peer.Principal;
import org.sss.net.transport.NodeAddress;

class HandshakeLimitTest {
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final TcpConnection connection = new TcpConnection(
            channel,
            new NodeAddress("peer", 1),
            TcpConfig.DEFAULTS.streams(),
            new SendMemory(Long.MAX_VALUE),
            TcpRings.OFF,
            true,
            true);

    HandshakeLimitTest() {
        channel.pipeline().addLast(new HandshakeLimit(connection, new PeerLines()));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void closesTheConnectionOfAPeerThatSendsTooMuch() {
        read(HandshakeLimit.MAX_BYTES);
        assertThat(channel.isOpen()).isTrue();
        read(1);
        assertThat(channel.isOpen()).isFalse();
        assertThat(connection.isClosing()).isTrue();
    }

    @Test
    void peerThatIsKnownMaySendMore() {
        read(HandshakeLimit.MAX_BYTES);
        connection.limited().authenticated(Principal.node("node-1"));
        read(HandshakeLimit.MAX_BYTES);
        assertThat(channel.isOpen()).isTrue();
        assertThat(channel.pipeline().get(HandshakeLimit.class)).isNull();
    }

    private void read(int bytes) {
        channel.writeInbound(Unpooled.buffer(bytes).writeZero(bytes));
    }
}
