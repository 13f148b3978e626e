package org.sss.server.node;

import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DeadLink;
import org.sss.net.control.NodeInfo;
import org.sss.net.rpc.RpcService;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Connections;
import org.sss.net.transport.NodeAddress;
import org.sss.server.node.config.NodeConfig;

/**
 * What tasks and coordinator of a node share. Thread-safe.
 *
 * @param service   verbs of the server listener
 * @param resources that are closed with the node
 * @param map       throws until the node has joined its cluster
 */
record NodeParts(
        NodeSetup setup,
        NodeThreads threads,
        Connections connections,
        RpcService service,
        CloseableStack resources,
        ServedCoordinator served,
        Supplier<ClusterMap> map) {
    NodeConfig config() {
        return setup.config();
    }

    int nodeId() {
        return config().nodeId();
    }

    Connection coordinator() {
        return connections.to(config().coordinator().server());
    }

    /** @throws SssException that names both nodes if there is no connection between them */
    Connection to(NodeAddress address) {
        try {
            return connections.to(address);
        } catch (SssException e) {
            NodeInfo other = config().nodes().stream()
                    .filter(node -> node.data().equals(address) || node.server().equals(address))
                    .findFirst()
                    .orElse(null);
            boolean isSilent = e.code() == ErrorCode.NODE_UNREACHABLE || e.code() == ErrorCode.TIMEOUT;
            throw other == null || !isSilent ? e : DeadLink.error(nodeId(), other, e);
        }
    }
}
