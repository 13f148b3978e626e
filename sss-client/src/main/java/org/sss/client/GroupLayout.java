package org.sss.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToLongFunction;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.StoredSubgroup;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupInfo;

/**
 * A group with the size of each of its subgroups. Immutable.
 *
 * @param subgroups subgroups that were written to, sorted by number
 * @param nodes     all nodes of the cluster, sorted by number
 */
public record GroupLayout(Group group, List<Placed> subgroups, List<OnNode> nodes, Skew skew) {
    public GroupLayout {
        subgroups = List.copyOf(subgroups);
        nodes = List.copyOf(nodes);
    }

    /** A subgroup and the number of the node that stores it. */
    public record Placed(int node, Subgroup stat) {}

    /**
     * The size of a subgroup.
     *
     * @param dataBytes   of keys and values
     * @param storedBytes of its blocks
     * @param runs        sequences of sorted tuples, which a scan merges
     * @param segments    files or ranges of memory
     * @param fileBytes   of its files
     */
    public record Subgroup(
            int subgroup,
            long tuples,
            long dataBytes,
            long storedBytes,
            long blocks,
            int runs,
            int segments,
            long fileBytes) {
        static Subgroup of(SubgroupStat stat) {
            return new Subgroup(
                    stat.subgroup(),
                    stat.tuples(),
                    stat.dataBytes(),
                    stat.storedBytes(),
                    stat.blocks(),
                    stat.runs(),
                    stat.segments(),
                    stat.fileBytes());
        }
    }

    /** The JSON of a layout. */
    private record Json(GroupInfo group, List<Placed> subgroups, List<OnNode> nodes, Skew skew) {}

    /** Returns the layout as the JSON that {@code sss group stat --json} prints. */
    public String toJson() {
        return new String(
                org.sss.net.rpc.Json.write(new Json(group.info(), subgroups, nodes, skew)), StandardCharsets.UTF_8);
    }

    /** Totals of the subgroups of one node; {@code subgroups} counts those with tuples. */
    public record OnNode(int node, int subgroups, long tuples, long dataBytes, long storedBytes, long fileBytes) {
        static OnNode of(int node, List<Subgroup> stats) {
            return new OnNode(
                    node,
                    (int) stats.stream().filter(stat -> stat.tuples() > 0).count(),
                    sum(stats, Subgroup::tuples),
                    sum(stats, Subgroup::dataBytes),
                    sum(stats, Subgroup::storedBytes),
                    sum(stats, Subgroup::fileBytes));
        }

        private static long sum(List<Subgroup> stats, ToLongFunction<Subgroup> what) {
            return stats.stream().mapToLong(what).sum();
        }
    }

    /**
     * Ratio of the largest to the average, including empty ones: 1 if all are equal, and for a group without tuples.
     * Bytes are those of keys and values.
     */
    public record Skew(double subgroupTuples, double subgroupBytes, double nodeTuples, double nodeBytes) {
        static Skew of(List<Placed> subgroups, int subgroupCount, List<OnNode> nodes) {
            List<Subgroup> stats = subgroups.stream().map(Placed::stat).toList();
            return new Skew(
                    largest(stats, Subgroup::tuples, subgroupCount),
                    largest(stats, Subgroup::dataBytes, subgroupCount),
                    largest(nodes, OnNode::tuples, nodes.size()),
                    largest(nodes, OnNode::dataBytes, nodes.size()));
        }

        private static <T> double largest(List<T> all, ToLongFunction<T> what, int count) {
            long sum = all.stream().mapToLong(what).sum();
            return sum == 0 ? 1 : (double) all.stream().mapToLong(what).max().orElse(0) * count / sum;
        }
    }

    static GroupLayout of(Group group, List<Placed> subgroups, ClusterMap cluster) {
        List<OnNode> nodes = cluster.nodes().stream()
                .map(node -> OnNode.of(
                        node.id(),
                        subgroups.stream()
                                .filter(placed -> placed.node() == node.id())
                                .map(Placed::stat)
                                .toList()))
                .toList();
        return new GroupLayout(group, subgroups, nodes, Skew.of(subgroups, cluster.subgroupCount(), nodes));
    }

    static GroupLayout of(ClusterLink link, GroupInfo group) {
        List<Placed> placed = StoredSubgroup.of(link, group).stream()
                .map(stored -> new Placed(stored.node(), Subgroup.of(stored.stat())))
                .toList();
        return of(new Group(group), placed, link.map());
    }
}
