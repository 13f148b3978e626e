package org.sss.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
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

    /** A subgroup and the number of the node that stores it; of several with copies, the one that is read first. */
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

    /**
     * Totals of the subgroups of one node.
     *
     * @param subgroups     number of those with tuples, each of which is counted for one node only
     * @param copies        number of further subgroups with tuples, which are counted for other nodes
     * @param copyFileBytes of their files
     */
    public record OnNode(
            int node,
            int subgroups,
            long tuples,
            long dataBytes,
            long storedBytes,
            long fileBytes,
            int copies,
            long copyFileBytes) {
        static OnNode of(int node, List<Subgroup> stats, List<Subgroup> copies) {
            return new OnNode(
                    node,
                    withTuples(stats),
                    sum(stats, Subgroup::tuples),
                    sum(stats, Subgroup::dataBytes),
                    sum(stats, Subgroup::storedBytes),
                    sum(stats, Subgroup::fileBytes),
                    withTuples(copies),
                    sum(copies, Subgroup::fileBytes));
        }

        private static int withTuples(List<Subgroup> stats) {
            return (int) stats.stream().filter(stat -> stat.tuples() > 0).count();
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

    /** @param copies of what {@code subgroups} has for other nodes */
    static GroupLayout of(Group group, List<Placed> subgroups, List<Placed> copies, ClusterMap cluster) {
        List<OnNode> nodes = cluster.nodes().stream()
                .map(node -> OnNode.of(node.id(), on(node.id(), subgroups), on(node.id(), copies)))
                .toList();
        return new GroupLayout(group, subgroups, nodes, Skew.of(subgroups, cluster.subgroupCount(), nodes));
    }

    private static List<Subgroup> on(int node, List<Placed> subgroups) {
        return subgroups.stream()
                .filter(placed -> placed.node() == node)
                .map(Placed::stat)
                .toList();
    }

    static GroupLayout of(ClusterLink link, GroupInfo group) {
        Map<Boolean, List<Placed>> byCopy = StoredSubgroup.of(link, group).stream()
                .collect(Collectors.partitioningBy(
                        StoredSubgroup::copy,
                        Collectors.mapping(
                                stored -> new Placed(stored.node(), Subgroup.of(stored.stat())), Collectors.toList())));
        return of(new Group(group), byCopy.get(false), byCopy.get(true), link.map());
    }
}
