package org.sss.net.transport.ucx;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;

/**
 * By RDMA through rings that are full most of the time. No build runs it, since it needs a device: see {@link
 * UcxVerbs}.
 */
class UcxVerbsSmallRings extends TransportContract {
    @RegisterExtension
    static final UcxPair UCX = new UcxPair("rc", UcxVerbs.DEVICES, new RingShape(2, 16 << 10));

    @Override
    protected Transport create(StreamConfig config) {
        return UCX.transport(TcpConfig.DEFAULTS.withIo("nio").withThreads(1), config);
    }
}
