package org.sss.server.coordinator.state;

import java.util.List;
import org.sss.net.control.DataVerbs.Stored;

/**
 * The committed data of a group on each node. Immutable.
 *
 * @param nodes by the number of the node
 * @param files what is not on any data server, but in files of {@code shuffle.spill.dir}
 */
public record Committed(List<Stored> nodes, Stored files) {
    public Committed {
        nodes = List.copyOf(nodes);
    }

    public Committed(List<Stored> nodes) {
        this(nodes, Stored.NONE);
    }

    public Committed withFiles(Stored inFiles) {
        return new Committed(nodes, inFiles);
    }

    /** The sum over all nodes and files. */
    public Stored sum() {
        return nodes.stream().reduce(files, Stored::plus);
    }

    List<Long> tuples() {
        return nodes.stream().map(Stored::tuples).toList();
    }
}
