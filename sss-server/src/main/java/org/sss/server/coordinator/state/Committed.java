package org.sss.server.coordinator.state;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/** What the nodes have committed of a group. Immutable. @param nodes by the number of the node */
public record Committed(List<Stored> nodes) {
    public Committed {
        nodes = List.copyOf(nodes);
    }

    /** All of it. */
    public Stored sum() {
        return nodes.stream().reduce(Stored.NONE, Stored::plus);
    }

    List<Long> tuples() {
        return nodes.stream().map(Stored::tuples).toList();
    }
}
