package org.sss.net.transport.local;

import java.time.Duration;
import org.sss.net.peer.Peer;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Transport;

/** Connects within a {@link LocalTransport} as one peer. Thread-safe. */
record LocalTransportOfPeer(LocalTransport transport, Peer peer) implements Transport {
    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public Listener listen(NodeAddress address, Service service) {
        return transport.listen(address, service);
    }

    @Override
    public Connection connect(NodeAddress address, Duration timeout) {
        return transport.connect(address, peer);
    }

    /** Does nothing: the transport is owned by another. */
    @Override
    public void close() {}
}
