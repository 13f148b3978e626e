package org.sss.net.control;

import java.util.List;

/**
 * Who owns what: immutable, the same on all nodes and clients. The first node is the coordinator.
 *
 * @param clusterId     made at the first start of the coordinator; nodes refuse to serve another cluster's data
 * @param epoch         grows by one whenever the map changes
 * @param nodes         in the order of their numbers, {@code nodes.get(i).id() == i}
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
