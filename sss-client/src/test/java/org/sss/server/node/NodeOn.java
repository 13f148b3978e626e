package org.sss.server.node;

import org.sss.net.transport.Transport;
import org.sss.server.node.config.NodeConfig;
import org.sss.server.security.NodeSecurity;
import org.sss.server.task.spill.JobFileAccess;

/** Starts nodes on transports of tests. Stateless. */
public final class NodeOn {
    private NodeOn() {}

    /**
     * Starts a node in this process, without tokens.
     *
     * @param transport is closed with the node
     */
    public static Node start(NodeConfig config, Transport transport) {
        ClassLoader code = Thread.currentThread().getContextClassLoader();
        return Node.start(new NodeSetup(
                config.withinProcess(),
                transport,
                true,
                NodeSecurity.OFF,
                new NodeSetup.Host(code, config.defaultSubgroupCount(), null, false),
                null,
                JobFileAccess.UNCHANGED));
    }
}
