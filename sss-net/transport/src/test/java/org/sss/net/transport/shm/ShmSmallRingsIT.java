package org.sss.net.transport.shm;

import org.junit.jupiter.api.condition.EnabledIf;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpTransport;

/** Rings that are full most of the time, on one event loop that serves both sides. */
@EnabledIf("org.sss.net.transport.shm.ShmTransportIT#works")
class ShmSmallRingsIT extends TransportContract {
    @Override
    protected Transport create(StreamConfig config) {
        return new TcpTransport(TcpConfig.DEFAULTS
                .withIo("nio")
                .withThreads(1)
                .withStreams(config)
                .withRings(ShmTransportIT.rings(new RingShape(2, 4096))));
    }
}
