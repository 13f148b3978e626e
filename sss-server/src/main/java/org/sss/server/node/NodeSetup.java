package org.sss.server.node;

import org.sss.dataserver.DataServerConfig;
import org.sss.net.transport.Transport;
import org.sss.server.node.config.NodeConfig;

/**
 * What a node is made of, beyond its settings.
 *
 * @param transport            between nodes
 * @param ownsTransport        whether closing the node closes the transport
 * @param userCode             class loader for workflows that come without jars, or null
 * @param defaultSubgroupCount for the first start of a cluster that has none configured
 * @param fleeting             whether nobody will read the node's directory once it is closed
 */
record NodeSetup(NodeConfig config, Transport transport, boolean ownsTransport, ClassLoader userCode,
        int defaultSubgroupCount, boolean fleeting) {
    /** More is worth a file: the memory is better used by what is being written. */
    private static final long FLEETING_BYTES = 64 << 10;

    DataServerConfig dataServer() {
        return DataServerConfig.defaults().withStallTimeout(config.netStallTimeout()).withLayout(config.layout())
                .withMemoryBytes(config.dataMemoryBytes()).withFleetingBytes(fleeting ? FLEETING_BYTES : 0)
                .withDurability(config.syncsCommits() ? DataServerConfig.Durability.COMMIT : DataServerConfig.Durability.NONE);
    }
}
