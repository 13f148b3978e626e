package org.sss.net.transport.ucx;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;

/** By RDMA. No build runs it, since it needs a device: see {@link UcxVerbs}. */
class UcxVerbsTransport extends TransportContract {
    @RegisterExtension
    static final UcxPair UCX = new UcxPair("rc", UcxVerbs.DEVICES, RingShape.DEFAULT);

    @Override
    protected Transport create(StreamConfig config) {
        return UCX.transport(TcpConfig.DEFAULTS.withThreads(2), config);
    }
}
