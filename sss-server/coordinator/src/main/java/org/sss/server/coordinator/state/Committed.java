package org.sss.server.coordinator.state;

import java.util.List;
import java.util.Map;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.Extent;
import org.sss.net.control.Locations;

/**
 * The committed data of a group on each node. Immutable.
 *
 * @param nodes by the number of the node
 * @param files what is not on any data server, but in files of {@code shuffle.spill.dir}
 */
public record Committed(List<Stored> nodes, Stored files, Locations locations) {
    public Committed {
        nodes = List.copyOf(nodes);
    }

    /** All of it is stored by the owners of its subgroups. */
    public Committed(List<Stored> nodes) {
        this(nodes, Stored.NONE, Locations.computed(nodes.size()));
    }

    /**
     * Returns the group with extents that its shuffle has stored elsewhere.
     *
     * @param extents see {@link Locations#with}
     */
    public Committed with(Map<Integer, List<Extent>> extents, Stored inFiles) {
        return new Committed(nodes, inFiles, locations.with(extents));
    }

    /** The sum over all nodes and files. */
    public Stored sum() {
        return nodes.stream().reduce(files, Stored::plus);
    }

    List<Long> tuples() {
        return nodes.stream().map(Stored::tuples).toList();
    }
}
