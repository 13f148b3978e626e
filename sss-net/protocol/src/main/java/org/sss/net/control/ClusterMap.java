package org.sss.net.control;

import java.util.List;

/**
 * The nodes of a cluster, and the number of subgroups that they share. Immutable; the same on all nodes and clients.
 * The first node is the coordinator.
 *
 * @param clusterId     created at the first start of the coordinator; nodes refuse to serve another cluster's data
 * @param epoch         of this start of the coordinator: later starts have higher ones, usually the time in
 *                      milliseconds since 1970. Nodes refuse a coordinator with a lower epoch than that of another one
 *                      which they have served
 * @param nodes         by node id, {@code nodes.get(i).id() == i}
 * @param subgroupCount subgroups of every group, see {@link #locations}
 */
public record ClusterMap(String clusterId, long epoch, List<NodeInfo> nodes, int subgroupCount) {
    public ClusterMap {
        nodes = List.copyOf(nodes);
    }

    /** Returns the node with a number. */
    public NodeInfo node(int id) {
        return nodes.get(id);
    }

    /** Where a group is stored that is written now, or that has a name. */
    public Locations locations() {
        return Locations.computed(nodes.size());
    }

    public NodeInfo ownerOf(int subgroup) {
        return node(locations().owner(subgroup));
    }

    /** Returns the node that reads a split: they take turns. */
    public NodeInfo readerOf(int split) {
        return node(split % nodes.size());
    }

    /** Returns this map with another epoch. */
    public ClusterMap withEpoch(long other) {
        return new ClusterMap(clusterId, other, nodes, subgroupCount);
    }

    public NodeInfo coordinator() {
        return node(0);
    }
}
