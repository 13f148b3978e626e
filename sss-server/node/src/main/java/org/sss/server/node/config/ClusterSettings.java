package org.sss.server.node.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.sss.net.control.NodeInfo;

/**
 * The cluster and this node of it. Immutable.
 *
 * @param subgroupCount as configured, 0 if the coordinator chooses it
 * @param replication   copies of each group, 0 if the coordinator decides it
 * @param repair        of copies that are missing
 * @param replaces      starts of former nodes 0 that this one replaces
 */
public record ClusterSettings(
        int nodeId,
        List<NodeInfo> nodes,
        Path dataDirectory,
        int subgroupCount,
        int replication,
        Repair repair,
        List<String> replaces) {
    /**
     * @param after          how long a node that does not answer is waited for
     * @param bytesPerSecond for each node that gets copies; 0 to make none
     */
    public record Repair(Duration after, long bytesPerSecond) {}

    public ClusterSettings {
        nodes = List.copyOf(nodes);
    }

    static ClusterSettings of(SettingValues values) {
        List<NodeInfo> nodes = values.get(Settings.CLUSTER_NODES);
        int id = values.get(Settings.NODE_ID);
        int subgroups = values.get(Settings.CLUSTER_SUBGROUPS);
        if (id >= nodes.size()) {
            throw values.invalid("node.id = " + id + ", but cluster.nodes lists nodes 0 to " + (nodes.size() - 1));
        }
        if (subgroups > 0 && subgroups < nodes.size()) {
            throw values.invalid("cluster.subgroups = " + subgroups + " leaves some of the " + nodes.size()
                    + " nodes without work; expected at least one for each node");
        }
        int replication = values.get(Settings.REPLICATION);
        if (replication > nodes.size()) {
            throw values.invalid("replication = " + replication + ", but cluster.nodes lists "
                    + (nodes.size() == 1 ? "one node" : nodes.size() + " nodes")
                    + "; each copy of a group needs a node of its own");
        }
        return new ClusterSettings(
                id,
                nodes,
                values.get(Settings.DATA_DIR),
                subgroups,
                replication,
                new Repair(values.get(Settings.REPAIR_AFTER), values.get(Settings.REPAIR_RATE)),
                values.get(Settings.CLUSTER_REPLACES));
    }

    /** This node. */
    NodeInfo self() {
        return nodes.get(nodeId);
    }

    /**
     * Returns the cores of this node's host, divided by the nodes on it: more tasks than cores only compete for caches
     * and memory.
     */
    int coresOfNode() {
        String host = nodes.get(nodeId).server().host();
        long onHost =
                nodes.stream().filter(node -> node.server().host().equals(host)).count();
        return (int) Math.max(1, Runtime.getRuntime().availableProcessors() / onHost);
    }
}
