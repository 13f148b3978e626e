package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Connection;
import org.sss.net.transport.tcp.TcpTransport;

/** This process sends to another one. Skipped where libucx is missing. */
@EnabledIf(value = "org.sss.net.transport.ucx.Ucx#works", disabledReason = "libucx is not installed")
class UcxProcessIT {
    private static final Duration WAIT = Duration.ofSeconds(30);

    private UcxPeer peer;
    private TcpTransport transport;

    private Connection connect(String tls) throws IOException {
        peer = UcxPeer.start(tls);
        transport = new TcpTransport(UcxPeer.config(tls, "all"));
        return transport.connect(peer.address(), WAIT);
    }

    @AfterEach
    void close() {
        if (transport != null) {
            transport.close();
        }
        peer.close();
        assertThat(UcxLink.anyLeft()).as("memory that was not freed").isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm,self", "tcp"})
    void allBytesArriveThroughTheRing(String tls) throws IOException {
        Connection connection = connect(tls);
        assertThat(UcxPeer.pump(connection, 64 << 20, 1)).isTrue();
        assertThat(transport.rings().get(peer.address()).putBytes()).isGreaterThan(64 << 20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sm,self", "tcp"})
    void killedPeerFailsTheStreamAndAllMemoryIsFreed(String tls) throws IOException {
        Connection connection = connect(tls);
        CompletableFuture<Void> killed = CompletableFuture.runAsync(() -> {
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> transport.rings().get(peer.address()).putBytes() > 50 << 20);
            peer.close();
        });
        assertThatThrownBy(() -> UcxPeer.pump(connection, 100L << 30, 7))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE));
        assertThat(killed).succeedsWithin(WAIT);
        await().atMost(WAIT).until(() -> !connection.isOpen());
        await().atMost(WAIT).until(() -> !UcxLink.anyLeft());
        assertThat(transport.rings()).isEmpty();
    }
}
