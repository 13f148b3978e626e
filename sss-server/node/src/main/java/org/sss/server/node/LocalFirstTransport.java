package org.sss.server.node;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.sss.net.peer.Peer;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Traffic;
import org.sss.net.transport.Transport;
import org.sss.net.transport.local.LocalTransport;
import org.sss.net.transport.ring.RingCounters;

/**
 * Reaches the listeners of this process by reference and all others by another transport, which is closed with this
 * one. Thread-safe.
 */
final class LocalFirstTransport implements Transport {
    private final Transport near;
    private final Transport far;
    private final Set<NodeAddress> own;
    private final boolean ownsBoth;

    LocalFirstTransport(LocalTransport near, Transport far, Set<NodeAddress> own) {
        this(near, far, own, true);
    }

    private LocalFirstTransport(Transport near, Transport far, Set<NodeAddress> own, boolean ownsBoth) {
        this.ownsBoth = ownsBoth;
        this.near = near;
        this.far = far;
        this.own = Set.copyOf(own);
    }

    @Override
    public String name() {
        return far.name();
    }

    /** Listens on both transports; returns the listener of the outer one. */
    @Override
    public Listener listen(NodeAddress address, Service service) {
        Listener outer = far.listen(address, service);
        Listener inner = near.listen(outer.address(), service);
        return new Listener() {
            @Override
            public NodeAddress address() {
                return outer.address();
            }

            @Override
            public void close() {
                inner.close();
                outer.close();
            }
        };
    }

    @Override
    public Connection connect(NodeAddress address, Duration timeout) {
        return own.contains(address) ? near.connect(address, timeout) : far.connect(address, timeout);
    }

    @Override
    public Transport as(Peer peer) {
        return new LocalFirstTransport(near.as(peer), far, own, false);
    }

    @Override
    public Map<NodeAddress, RingCounters.Values> rings() {
        return far.rings();
    }

    /** That of other processes. */
    @Override
    public Traffic traffic() {
        return far.traffic();
    }

    @Override
    public void close() {
        if (ownsBoth) {
            near.close();
            far.close();
        }
    }
}
