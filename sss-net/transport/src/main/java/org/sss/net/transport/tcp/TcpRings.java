package org.sss.net.transport.tcp;

import java.util.function.Predicate;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingShape;

/**
 * Which connections of a {@link TcpTransport} move the frames of their streams through a ring. Immutable.
 *
 * @param provider how memory is shared, or null if there are no rings; the transport closes it
 * @param peers to which this side offers a ring when it connects; it accepts offers of all nodes
 * @param shape of the rings that this side offers, one for each direction
 * @param spinMicros how long a receiver polls before it sleeps
 * @param required whether a connection to one of {@code peers} that the provider can reach fails without a ring
 */
public record TcpRings(
        RingProvider provider, Predicate<NodeAddress> peers, RingShape shape, int spinMicros, boolean required) {
    public static final TcpRings OFF = new TcpRings(null, peer -> false, RingShape.DEFAULT, 0, false);

    boolean isFor(NodeAddress peer) {
        return provider != null && peers.test(peer);
    }

    void close() {
        if (provider != null) {
            provider.close();
        }
    }
}
