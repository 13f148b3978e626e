package org.sss.net.control;

import java.util.List;

/**
 * Assigns subgroups to nodes. Immutable; the same on all nodes and clients. The first node is the coordinator.
 *
 * @param clusterId     created at the first start of the coordinator; nodes refuse to serve another cluster's data
 * @param epoch         of this start of the coordinator: later starts have higher ones, usually the time in milliseconds since 1970. Nodes refuse
 *                      a coordinator with a lower epoch than that of another one which they have served
 * @param nodes         by node id, {@code nodes.get(i).id() == i}
 * @param subgroupCount subgroups of every group; subgroup {@code s} belongs to node {@code s mod nodes}
 */
public record ClusterMap(String clusterId, long epoch, List<NodeInfo> nodes, int subgroupCount) {
    public ClusterMap {
        nodes = List.copyOf(nodes);
    }

    public NodeInfo ownerOf(int subgroup) {
        return nodes.get(subgroup % nodes.size());
    }

    /** Returns this map with another epoch. */
    public ClusterMap withEpoch(long other) {
        return new ClusterMap(clusterId, other, nodes, subgroupCount);
    }

    public NodeInfo coordinator() {
        return nodes.get(0);
    }
}
