package org.sss.server.node.config;

import java.util.List;
import java.util.Optional;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.NodeAddress;

/**
 * The HTTP listener of a node. Immutable.
 *
 * @param address    null for none
 * @param isRequired whether the node fails if it cannot listen there, as its port was chosen
 */
public record HttpSettings(NodeAddress address, boolean isRequired) {
    /** No listener. */
    public static final HttpSettings NONE = new HttpSettings(null, false);

    private static final String AUTO = "auto";
    private static final int LAST_PORT = 65_535;

    static HttpSettings of(SettingValues values, ClusterSettings cluster) {
        String port = values.get(Settings.HTTP_PORT);
        if (port.equals("none")) {
            return NONE;
        }
        String host = values.get(Settings.HTTP_HOST);
        NodeInfo self = cluster.self();
        int number = port.equals(AUTO) ? port(cluster.nodes(), self) : Integer.parseInt(port);
        return number > LAST_PORT
                ? NONE
                : new HttpSettings(
                        new NodeAddress(host.equals(AUTO) ? self.server().host() : host, number), !port.equals(AUTO));
    }

    /** Returns the listener that another node has with default settings; empty if there is no port for it. */
    public static Optional<NodeAddress> byDefault(List<NodeInfo> nodes, NodeInfo node) {
        int port = port(nodes, node);
        return port > LAST_PORT
                ? Optional.empty()
                : Optional.of(new NodeAddress(node.server().host(), port));
    }

    /** Nodes with the same host have one after the other, after all their other ports. */
    private static int port(List<NodeInfo> nodes, NodeInfo self) {
        String host = self.server().host();
        int last = 0;
        int before = 0;
        for (NodeInfo node : nodes) {
            if (node.server().host().equals(host)) {
                last = Math.max(last, Math.max(node.server().port(), node.data().port()));
                before += node.id() < self.id() ? 1 : 0;
            }
        }
        return last + 1 + before;
    }
}
