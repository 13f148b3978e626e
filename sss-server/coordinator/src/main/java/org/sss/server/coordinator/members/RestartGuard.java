package org.sss.server.coordinator.members;

import java.util.List;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connection;

/**
 * Detects whether a node was lost during a write to all nodes: a restarted data server has lost uncommitted data, and
 * would commit the rest without an error. Immutable.
 */
public final class RestartGuard {
    private final ClusterMap map;
    private final List<NodeInfo> nodes;
    private final List<Connection> connections;

    RestartGuard(ClusterMap map, List<NodeInfo> nodes, List<Connection> connections) {
        this.map = map;
        this.nodes = nodes;
        this.connections = connections;
    }

    /** The map of the cluster by which the write is stored. */
    public ClusterMap map() {
        return map;
    }

    /** True if all nodes of the cluster take part. */
    public boolean isOfAllNodes() {
        return nodes.size() == map.nodes().size();
    }

    /** The nodes that take part: those in use. */
    public List<NodeInfo> nodes() {
        return nodes;
    }

    /** The connection to a node. Only for guards of {@link Members}. */
    Connection connection(NodeInfo node) {
        return connections.get(nodes.indexOf(node));
    }

    /** Returns a guard that is unbroken while all of these are; without a map if there are none. */
    public static RestartGuard all(List<RestartGuard> guards) {
        return new RestartGuard(
                guards.isEmpty() ? null : guards.get(0).map,
                guards.stream().flatMap(guard -> guard.nodes.stream()).toList(),
                guards.stream().flatMap(guard -> guard.connections.stream()).toList());
    }

    public boolean isBroken() {
        return connections.stream().anyMatch(connection -> !connection.isOpen());
    }

    /** @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming a node whose connection closed since the start */
    public void checkUnbroken(String what) {
        IntStream.range(0, nodes.size())
                .filter(i -> !connections.get(i).isOpen())
                .findFirst()
                .ifPresent(i -> {
                    throw new SssException(
                            ErrorCode.NODE_UNREACHABLE,
                            nodes.get(i) + " was lost while " + what
                                    + " was being written, and with it the data that it had stored of that; try again "
                                    + "when the node is back");
                });
    }
}
