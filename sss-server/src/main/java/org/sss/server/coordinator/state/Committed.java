package org.sss.server.coordinator.state;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/** The committed data of a group on each node. Immutable. @param nodes by the number of the node */
public record Committed(List<Stored> nodes) {
    public Committed {
        nodes = List.copyOf(nodes);
    }

    /** The sum over all nodes. */
    public Stored sum() {
        return nodes.stream().reduce(Stored.NONE, Stored::plus);
    }

    List<Long> tuples() {
        return nodes.stream().map(Stored::tuples).toList();
    }
}
