package org.sss.net.transport.ucx;

import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;

/** Rings that are full most of the time, on one event loop of each side. Skipped where libucx is missing. */
@EnabledIf(value = "org.sss.net.transport.ucx.Ucx#works", disabledReason = "libucx is not installed")
class UcxSmallRingsIT extends TransportContract {
    @RegisterExtension
    static final UcxPair UCX = new UcxPair("tcp", new RingShape(2, 16 << 10));

    @Override
    protected Transport create(StreamConfig config) {
        return UCX.transport(TcpConfig.DEFAULTS.withIo("nio").withThreads(1), config);
    }
}
