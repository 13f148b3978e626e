package org.sss.net.transport.local;

import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;

class LocalTransportTest extends TransportContract {
    @Override
    protected Transport create(StreamConfig config) {
        return new LocalTransport(config);
    }
}
