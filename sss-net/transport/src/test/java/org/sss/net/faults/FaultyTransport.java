package org.sss.net.faults;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Service;
import org.sss.net.transport.Transport;
import org.sss.net.transport.ring.RingCounters;

/**
 * What one node sees of a transport whose links are faulty. The opener's side of a connection has all faults, so that
 * any transport can be below. Closing it closes what the node has opened, and not the transport. Thread-safe.
 */
public final class FaultyTransport implements Transport {
    private final int node;
    private final Transport base;
    private final LinkMatrix matrix;
    private final ToIntFunction<NodeAddress> nodeOf;
    private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
    private final Set<FaultyConnection> opened = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param nodeOf the node that listens at an address */
    public FaultyTransport(int node, Transport base, LinkMatrix matrix, ToIntFunction<NodeAddress> nodeOf) {
        this.node = node;
        this.base = base;
        this.matrix = matrix;
        this.nodeOf = nodeOf;
    }

    @Override
    public String name() {
        return base.name();
    }

    @Override
    public Listener listen(NodeAddress address, Service service) {
        checkOpen();
        Listener listener = base.listen(address, service);
        listeners.add(listener);
        return listener;
    }

    @Override
    public Connection connect(NodeAddress address, Duration timeout) {
        Callbacks.forbidWaiting("Transport.connect");
        checkOpen();
        int to = nodeOf.applyAsInt(address);
        matrix.awaitConnect(node, to, address, timeout);
        FaultyConnection connection = new FaultyConnection(
                base.connect(address, timeout), matrix, matrix.link(node, to), matrix.link(to, node));
        opened.add(connection);
        connection.onClose(() -> opened.remove(connection));
        matrix.add(connection);
        if (closed) {
            connection.close();
            checkOpen();
        }
        return connection;
    }

    @Override
    public boolean isCurrent(Connection connection) {
        return !(connection instanceof FaultyConnection faulty) || base.isCurrent(faulty.base());
    }

    @Override
    public Map<NodeAddress, RingCounters.Values> rings() {
        return base.rings();
    }

    @Override
    public void close() {
        closed = true;
        opened.forEach(FaultyConnection::close);
        listeners.forEach(Listener::close);
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the transport of node " + node + " is closed");
        }
    }
}
