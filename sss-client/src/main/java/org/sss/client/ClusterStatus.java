package org.sss.client;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.ServerVerbs;

/**
 * The health of a cluster. Immutable.
 *
 * @param nodes          by number
 * @param orphanedGroups number of groups that nodes have and the journal does not know, see {@link
 *     ClusterAdmin#orphans}
 * @param repair         copies of groups that are missing; null if groups of the cluster have one copy
 */
public record ClusterStatus(Cluster cluster, List<NodeHealth> nodes, int orphanedGroups, Repair repair) {
    public ClusterStatus {
        nodes = List.copyOf(nodes);
    }

    /**
     * With less free disk a node cannot store the output of a job; it buffers some 8 MiB for each file that it writes.
     */
    private static final long FULL_BYTES = 64L << 20;

    /** The state of a node. */
    public enum NodeState {
        UP,
        /** It does not answer. */
        UNREACHABLE,
        /** It is lost for good, as an operator has said. */
        LOST,
        /** It has come back without any data. */
        EMPTY,
        /** It has lost tuples of groups. */
        LOST_DATA,
        DISK_FULL;

        /** Returns a text such as {@code disk full}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * Returns a line for each node that has lost data, has a full disk or a busy machine, for what expires soon, and if
     * there are orphaned groups. Each says what to do.
     */
    public List<String> warnings() {
        return new ClusterWarnings(this).all();
    }

    /**
     * The health of a node.
     *
     * @param status what the node reports; null if it does not answer
     * @param error  why it does not answer, or null
     * @param loss   what it has lost, or null
     * @param disk   what is left of its data
     * @param stores number of the subgroups of new groups that it stores, with copies
     */
    public record NodeHealth(Cluster.Node node, NodeStatus status, String error, NodeLoss loss, Disk disk, int stores) {
        static NodeHealth of(ServerVerbs.NodeHealth health, ClusterMap map) {
            return new NodeHealth(
                    Cluster.Node.of(health.node()),
                    health.status() == null ? null : new NodeStatus(health.status()),
                    health.error(),
                    health.loss() == null ? null : NodeLoss.of(health.loss()),
                    health.disk() == null
                            ? Disk.KEPT
                            : Disk.valueOf(health.disk().name()),
                    stores(health.node().id(), map));
        }

        /**
         * Returns its state. A node that does not answer is unreachable and not down: its process may run.
         */
        public NodeState state() {
            if (disk == Disk.LOST) {
                return NodeState.LOST;
            }
            if (status == null) {
                return NodeState.UNREACHABLE;
            }
            if (loss != null) {
                return disk == Disk.EMPTY ? NodeState.EMPTY : NodeState.LOST_DATA;
            }
            return isFull() ? NodeState.DISK_FULL : NodeState.UP;
        }

        boolean isFull() {
            return status != null && status.freeDiskBytes() < FULL_BYTES;
        }

        private static int stores(int node, ClusterMap map) {
            return (int) IntStream.range(0, map.subgroupCount())
                    .filter(subgroup -> map.active() == 0
                            ? map.ownerOf(subgroup).id() == node
                            : map.table(map.active()).holds(node, subgroup, Integer.MAX_VALUE))
                    .count();
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

    /** What is left of the data of a node. */
    public enum Disk {
        /** All of it, as far as is known, or some of it: see {@link NodeHealth#loss}. */
        KEPT,
        /** Nothing: its directory is another one. {@link ClusterAdmin#replaceNode} has it filled. */
        EMPTY,
        /** Nothing: it is lost for good, see {@link ClusterAdmin#removeLostNode}. */
        LOST
    }

    /**
     * Copies of groups that are missing.
     *
     * @param fewer          number of groups with fewer whole copies than they shall have
     * @param copies         that these shall have, at most; 0 if there are none
     * @param repaired       number of groups that get copies, or are moved to other nodes
     * @param withoutCopy    of those with fewer copies, the number of those of which no node has a whole copy
     * @param namesOfThese   the first names of these, in alphabetical order
     * @param progress       of copying
     * @param awaitedSeconds by the number of a node that does not answer: seconds until other nodes get its copies
     */
    public record Repair(
            int fewer,
            int copies,
            int repaired,
            int withoutCopy,
            List<String> namesOfThese,
            Progress progress,
            Map<Integer, Long> awaitedSeconds) {
        static Repair of(ServerVerbs.RepairStatus status) {
            return status == null
                    ? null
                    : new Repair(
                            status.fewer(),
                            status.copies(),
                            status.repaired(),
                            status.hopeless().groups(),
                            status.hopeless().names(),
                            new Progress(
                                    status.copied().leftBytes(),
                                    status.copied().bytes(),
                                    status.copied().bytesPerSecond(),
                                    status.copied().maxPerSecond()),
                            status.awaited().stream()
                                    .collect(Collectors.toMap(
                                            ServerVerbs.AwaitedNode::node, ServerVerbs.AwaitedNode::seconds)));
        }

        /**
         * How far copying is.
         *
         * @param leftBytes      to be copied, about
         * @param copiedBytes    since copies were missing
         * @param bytesPerSecond in the last seconds
         * @param maxPerSecond   for each node that gets copies; 0 if none are made
         */
        public record Progress(long leftBytes, long copiedBytes, long bytesPerSecond, long maxPerSecond) {}
    }

    static ClusterStatus of(ServerVerbs.ClusterStatus status) {
        return new ClusterStatus(
                Cluster.of(status.cluster()),
                status.nodes().stream()
                        .map(node -> NodeHealth.of(node, status.cluster()))
                        .toList(),
                status.orphans(),
                Repair.of(status.repair()));
    }
}
