package org.sss.net.transport.ucx;

import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;

/** Through sockets of UCX, where writes to the memory of the peer are emulated. Skipped where libucx is missing. */
@EnabledIf(value = "org.sss.net.transport.ucx.Ucx#works", disabledReason = "libucx is not installed")
class UcxTcpTransportIT extends TransportContract {
    @RegisterExtension
    static final UcxPair UCX = new UcxPair("tcp", RingShape.DEFAULT);

    @Override
    protected Transport create(StreamConfig config) {
        return UCX.transport(TcpConfig.DEFAULTS.withThreads(2), config);
    }
}
