package org.sss.client;

import org.sss.client.link.ClusterLink;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Transport;

/** Clients on transports of tests. Stateless. */
public final class ClientOn {
    private ClientOn() {}

    /** @param transport remains open when the client is closed */
    public static SssClient connect(Transport transport, NodeAddress coordinator) {
        return new SssClient(new ClusterLink(transport, coordinator), true, () -> {});
    }
}
