package org.sss.net.control;

import java.util.List;

/**
 * Assigns subgroups to nodes. Immutable; the same on all nodes and clients. The first node is the coordinator.
 *
 * @param clusterId     created at the first start of the coordinator; nodes refuse to serve another cluster's data
 * @param epoch         increases by one with each change of the map
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

    public NodeInfo coordinator() {
        return nodes.get(0);
    }
}
