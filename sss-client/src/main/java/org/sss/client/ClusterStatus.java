package org.sss.client;

import java.util.List;
import org.sss.net.control.ServerVerbs;

/**
 * The health of a cluster. Immutable.
 *
 * @param nodes          by number
 * @param orphanedGroups number of groups that nodes have and the journal does not know, see {@link
 *     ClusterAdmin#orphans}
 */
public record ClusterStatus(Cluster cluster, List<NodeHealth> nodes, int orphanedGroups) {
    public ClusterStatus {
        nodes = List.copyOf(nodes);
    }

    /**
     * The health of a node.
     *
     * @param status what the node reports; null if it does not answer
     * @param error  why it does not answer, or null
     * @param loss   what it has lost, or null
     */
    public record NodeHealth(Cluster.Node node, NodeStatus status, String error, NodeLoss loss) {
        static NodeHealth of(ServerVerbs.NodeHealth health) {
            return new NodeHealth(
                    Cluster.Node.of(health.node()),
                    health.status() == null ? null : new NodeStatus(health.status()),
                    health.error(),
                    health.loss() == null ? null : NodeLoss.of(health.loss()));
        }
    }

    /**
     * Groups of which a node has lost tuples.
     *
     * @param groups   number of groups
     * @param names    the first names, in alphabetical order
     * @param accepted whether the node accepts new data in spite of it
     * @param inMemory whether all of them were in memory, which ends with the node
     * @param copied   whether other nodes have copies of all of it
     */
    public record NodeLoss(int groups, List<String> names, boolean accepted, boolean inMemory, boolean copied) {
        static NodeLoss of(ServerVerbs.NodeLoss loss) {
            return new NodeLoss(loss.groups(), loss.names(), loss.accepted(), loss.inMemory(), loss.copied());
        }

        @Override
        public String toString() {
            return new ServerVerbs.NodeLoss(groups, names, accepted, inMemory, copied).toString();
        }
    }

    static ClusterStatus of(ServerVerbs.ClusterStatus status) {
        return new ClusterStatus(
                Cluster.of(status.cluster()),
                status.nodes().stream().map(NodeHealth::of).toList(),
                status.orphans());
    }
}
