package org.sss.net.transport.local;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NettyDefaults;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;

/**
 * Streams inside one JVM: buffers pass by reference, callbacks run in the sender's thread. Each instance has its own
 * address space. Thread-safe.
 */
public final class LocalTransport implements Transport {
    private static final int FIRST_FREE_PORT = 20_000;
    private static final int LAST_PORT = 65_535;

    private final StreamConfig config;
    private final Map<NodeAddress, LocalListener> listeners = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public LocalTransport() {
        this(StreamConfig.DEFAULTS);
    }

    public LocalTransport(StreamConfig config) {
        NettyDefaults.apply();
        this.config = config;
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Listener listen(NodeAddress address, Service service) {
        checkOpen();
        LocalListener listener =
                address.port() == 0 ? registerFree(address.host(), service) : register(address, service);
        if (listener == null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot listen at " + address
                            + ": it is in use; close the other listener or take port 0 for a free one");
        }
        if (closed) {
            listener.close();
        }
        checkOpen();
        return listener;
    }

    @Override
    public Connection connect(NodeAddress address, Duration timeout) {
        return connect(address, Peer.THIS_PROCESS);
    }

    /** Connects as {@code peer}. */
    Connection connect(NodeAddress address, Peer peer) {
        Callbacks.forbidWaiting("Transport.connect"); // it would block in other transports
        checkOpen();
        LocalListener listener = listeners.get(address);
        if (listener == null) {
            throw unreachable(address);
        }
        return listener.accept(peer);
    }

    @Override
    public Transport as(Peer peer) {
        return new LocalTransportOfPeer(this, peer);
    }

    @Override
    public void close() {
        closed = true;
        List.copyOf(listeners.values()).forEach(LocalListener::close);
    }

    static SssException unreachable(NodeAddress address) {
        return new SssException(
                ErrorCode.NODE_UNREACHABLE,
                "cannot reach " + address + ": no listener at this address; is the node running?");
    }

    private LocalListener registerFree(String host, Service service) {
        for (int port = FIRST_FREE_PORT; port <= LAST_PORT; port++) {
            LocalListener listener = register(new NodeAddress(host, port), service);
            if (listener != null) {
                return listener;
            }
        }
        return null;
    }

    private LocalListener register(NodeAddress address, Service service) {
        LocalListener listener = new LocalListener(address, service, config, l -> listeners.remove(address, l));
        return listeners.putIfAbsent(address, listener) == null ? listener : null;
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the local transport is closed");
        }
    }
}
