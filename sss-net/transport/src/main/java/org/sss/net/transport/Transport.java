package org.sss.net.transport;

import java.time.Duration;
import java.util.Map;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.transport.ring.RingCounters;

/**
 * Carries streams between nodes. Implementations: {@code local} (same JVM, buffers by reference) and {@code tcp}.
 * Thread-safe. Closing it closes its listeners and connections and frees its threads.
 */
public interface Transport extends AutoCloseable {
    String name();

    /**
     * Accepts connections at {@code address}; port 0 takes a free one, see {@link Listener#address()}.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#INVALID_ARGUMENT} if the port is in use or may not be bound
     */
    Listener listen(NodeAddress address, Service service);

    /**
     * Connects and negotiates the protocol version.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#NODE_UNREACHABLE} with the address, if nothing listens there or
     *     its network does not answer; {@link org.sss.api.ErrorCode#TIMEOUT} after {@code timeout} if something listens
     *     and does not answer; {@link org.sss.api.ErrorCode#OVERLOADED} if it has too many connections, or closed this
     *     one; {@link org.sss.api.ErrorCode#PROTOCOL} if another program answers there
     */
    Connection connect(NodeAddress address, Duration timeout);

    /** Returns whether requests may use {@code connection}: false once its token was replaced by another one. */
    default boolean isCurrent(Connection connection) {
        return true;
    }

    /** Returns the connections that this side has made and whose data goes through rings, by address. */
    default Map<NodeAddress, RingCounters.Values> rings() {
        return Map.of();
    }

    /** Returns its open connections and those that it has refused. */
    default Traffic traffic() {
        return Traffic.NONE;
    }

    /**
     * Returns a transport that reaches the listeners of this process as {@code peer}, whose rights they check, and all
     * others as this one. It is owned by this one.
     */
    default Transport as(Peer peer) {
        throw new UnsupportedOperationException("transport " + name() + " has no listeners in this process");
    }

    @Override
    void close();

    /** An open server socket. */
    interface Listener extends AutoCloseable {
        NodeAddress address();

        /** Stops accepting and closes the accepted connections; their streams fail with CLOSED. */
        @Override
        void close();
    }
}
