package org.sss.server.security;

import java.util.List;
import org.sss.net.control.NodeInfo;

/** How the nodes of a cluster protect their ports. */
public enum SecurityMode {
    /** Everyone who reaches a port may do everything. */
    OFF,
    /** Only programs of this machine reach the ports; they need a token. Without TLS. */
    TOKEN,
    /** TLS for all connections; nodes have certificates, clients tokens. */
    ON;

    /** @param setting {@code auto}, {@code on} or {@code off} */
    public static SecurityMode of(String setting, List<NodeInfo> nodes) {
        return switch (setting) {
            case "on" -> ON;
            case "off" -> OFF;
            default -> isLoopback(nodes) ? TOKEN : ON;
        };
    }

    /** Returns whether only programs of this machine reach the ports of {@code nodes}. */
    public static boolean isLoopback(List<NodeInfo> nodes) {
        return nodes.stream()
                .allMatch(node -> node.server().loopback() && node.data().loopback());
    }
}
