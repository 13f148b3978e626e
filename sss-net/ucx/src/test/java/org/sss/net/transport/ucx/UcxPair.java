package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.ring.RingCounters;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * Two contexts of UCX for all tests of a class: one connects, the other one listens. Fails the class if memory stays.
 */
final class UcxPair implements BeforeAllCallback, AfterAllCallback {
    private final String tls;
    private final String devices;
    private final RingShape shape;
    private UcxRings connecting;
    private UcxRings listening;

    /** @param tls as in {@code UCX_TLS} */
    UcxPair(String tls, RingShape shape) {
        this(tls, "all", shape);
    }

    /**
     * @param tls as in {@code UCX_TLS}
     * @param devices as in {@code UCX_NET_DEVICES}
     */
    UcxPair(String tls, String devices, RingShape shape) {
        this.tls = tls;
        this.devices = devices;
        this.shape = shape;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        connecting = UcxRings.open(tls, devices);
        listening = UcxRings.open(tls, devices);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        await().until(() -> !UcxLink.anyLeft());
        connecting.close();
        listening.close();
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("sss-ucx")));
    }

    /** A connection without a ring fails. */
    Transport transport(TcpConfig config, StreamConfig streams) {
        return new Both(transport(config, streams, connecting), transport(config, streams, listening));
    }

    private TcpTransport transport(TcpConfig config, StreamConfig streams, UcxRings rings) {
        return new TcpTransport(
                config.withStreams(streams).withRings(new TcpRings(new Shared(rings), peer -> true, shape, 0, true)));
    }

    private record Both(Transport connecting, Transport listening) implements Transport {
        @Override
        public String name() {
            return "ucx";
        }

        @Override
        public Listener listen(NodeAddress address, Service service) {
            return listening.listen(address, service);
        }

        @Override
        public Connection connect(NodeAddress address, Duration timeout) {
            return connecting.connect(address, timeout);
        }

        @Override
        public Map<NodeAddress, RingCounters.Values> rings() {
            return connecting.rings();
        }

        @Override
        public void close() {
            connecting.close();
            listening.close();
        }
    }

    /** Stays open when a transport is closed. */
    private record Shared(UcxRings rings) implements RingProvider {
        @Override
        public String name() {
            return rings.name();
        }

        @Override
        public Offer offer(RingShape shape) {
            return rings.offer(shape);
        }

        @Override
        public boolean reachesOtherMachines() {
            return rings.reachesOtherMachines();
        }

        @Override
        public CompletionStage<Accepted> accept(RingShape shape, byte[] description) {
            return rings.accept(shape, description);
        }

        @Override
        public void close() {
            // With the class of the tests.
        }
    }
}
