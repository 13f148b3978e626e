package org.sss.server.coordinator.state;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.Extent;
import org.sss.net.control.Locations;
import org.sss.net.control.Placement;
import org.sss.net.control.SubgroupTuples;

/**
 * The committed data of a group on each node. Immutable.
 *
 * @param nodes     by the number of the node
 * @param subgroups what the owner of each subgroup has; null if unknown
 * @param files     what is not on any data server, but in files of {@code shuffle.spill.dir}
 * @param placement of its copies; null if it has one, by the rule
 */
public record Committed(
        List<Stored> nodes, SubgroupTuples subgroups, Stored files, Locations locations, Placement placement) {
    public Committed {
        nodes = List.copyOf(nodes);
    }

    /** All of it is stored by the owners of its subgroups. */
    public Committed(List<Stored> nodes) {
        this(nodes, null, Stored.NONE, Locations.computed(nodes.size()), null);
    }

    /**
     * Returns what the nodes have answered.
     *
     * @param parts     by the number of the node
     * @param locations of all of it
     */
    public static Committed of(List<CommittedPart> parts, Locations locations) {
        return new Committed(
                parts.stream().map(CommittedPart::stored).toList(),
                atOwners(parts.stream().map(CommittedPart::subgroups).toList(), locations),
                Stored.NONE,
                locations,
                null);
    }

    /**
     * Returns what the owner of each subgroup has.
     *
     * @param nodes by the number of the node; null of an earlier version
     * @return null if one of them is unknown
     */
    public static SubgroupTuples atOwners(List<SubgroupTuples> nodes, Locations locations) {
        long[] all = {};
        for (int node = 0; node < nodes.size(); node++) {
            if (nodes.get(node) == null) {
                return null;
            }
            long[] there = nodes.get(node).all();
            all = there.length > all.length ? Arrays.copyOf(all, there.length) : all;
            for (int subgroup = 0; subgroup < there.length; subgroup++) {
                if (locations.owner(subgroup) == node) {
                    all[subgroup] = there[subgroup];
                }
            }
        }
        return SubgroupTuples.of(all);
    }

    /**
     * Returns the group with extents that its shuffle has stored elsewhere.
     *
     * @param extents see {@link Locations#with}
     */
    public Committed with(Map<Integer, List<Extent>> extents, Stored inFiles) {
        return new Committed(nodes, subgroups, inFiles, locations.with(extents), placement);
    }

    /** Returns the group with copies. */
    public Committed with(Placement copies) {
        return new Committed(nodes, subgroups, files, locations, copies);
    }

    /** The sum over all nodes and files. */
    public Stored sum() {
        return nodes.stream().reduce(files, Stored::plus);
    }

    List<Long> tuples() {
        return nodes.stream().map(Stored::tuples).toList();
    }
}
