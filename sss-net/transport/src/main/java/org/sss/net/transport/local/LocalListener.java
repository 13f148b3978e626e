package org.sss.net.transport.local;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;

/** Accepts connections from the same {@link LocalTransport}. Thread-safe. */
final class LocalListener implements Transport.Listener {
    private final NodeAddress address;
    private final Service service;
    private final StreamConfig config;
    private final Consumer<LocalListener> whenClosed;
    private final Set<LocalConnection> accepted = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    LocalListener(NodeAddress address, Service service, StreamConfig config, Consumer<LocalListener> whenClosed) {
        this.address = address;
        this.service = service;
        this.config = config;
        this.whenClosed = whenClosed;
    }

    @Override
    public NodeAddress address() {
        return address;
    }

    /** @throws SssException {@link ErrorCode#NODE_UNREACHABLE} if it was closed in the meantime */
    LocalConnection accept(Peer peer) {
        LocalConnection connection = new LocalConnection(address, service, config, peer);
        accepted.add(connection);
        connection.onClose(() -> accepted.remove(connection));
        if (closed) {
            drop(connection);
            throw LocalTransport.unreachable(address);
        }
        return connection;
    }

    @Override
    public void close() {
        closed = true;
        whenClosed.accept(this);
        accepted.forEach(this::drop);
    }

    private void drop(LocalConnection connection) {
        connection.close(
                new SssException(ErrorCode.NODE_UNREACHABLE, "node " + address + " closed its listener"),
                new SssException(ErrorCode.CLOSED, "listener " + address + " was closed by this side"));
    }
}
