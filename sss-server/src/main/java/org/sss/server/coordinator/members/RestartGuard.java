package org.sss.server.coordinator.members;

import java.util.List;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.Connection;

/**
 * Tells whether all nodes stayed up while something was written to them: a data server that was restarted has lost what was
 * not committed, and would commit the rest without a complaint. Immutable.
 */
public final class RestartGuard {
    private final List<NodeInfo> nodes;
    private final List<Connection> connections;

    RestartGuard(List<NodeInfo> nodes, List<Connection> connections) {
        this.nodes = nodes;
        this.connections = connections;
    }

    List<NodeInfo> nodes() {
        return nodes;
    }

    /** To a node of a tie of {@link Members}. */
    Connection connection(NodeInfo node) {
        return connections.get(node.id());
    }

    /** Whether all of them are unbroken. */
    public static RestartGuard all(List<RestartGuard> ties) {
        return new RestartGuard(ties.stream().flatMap(tie -> tie.nodes.stream()).toList(), ties.stream().flatMap(tie -> tie.connections.stream()).toList());
    }

    public boolean isBroken() {
        return connections.stream().anyMatch(connection -> !connection.isOpen());
    }

    /** @throws SssException {@link ErrorCode#NODE_UNREACHABLE} naming a node whose connection closed since the beginning */
    public void checkUnbroken(String what) {
        IntStream.range(0, nodes.size()).filter(i -> !connections.get(i).isOpen()).findFirst().ifPresent(i -> {
            throw new SssException(ErrorCode.NODE_UNREACHABLE, nodes.get(i) + " was lost while " + what
                    + " was being written, and with it what it had stored of that; try again when the node is back");
        });
    }
}
