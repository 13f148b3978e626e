package org.sss.net.transport.tcp;

import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;

class TcpNioTransportIT extends TransportContract {
    @Override
    protected Transport create(StreamConfig config) {
        return new TcpTransport(TcpConfig.DEFAULTS.withIo("nio").withThreads(2).withStreams(config));
    }
}
