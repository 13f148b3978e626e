package org.sss.client.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.rpc.Rpc;

/**
 * A group with the size of each of its subgroups. Immutable.
 *
 * @param subgroups subgroups that were written to, sorted by number
 * @param nodes     all nodes of the cluster, sorted by number
 */
public record GroupLayout(GroupInfo group, List<Placed> subgroups, List<OnNode> nodes, Skew skew) {
    public GroupLayout {
        subgroups = List.copyOf(subgroups);
        nodes = List.copyOf(nodes);
    }

    /** A subgroup and the number of the node that holds it. */
    public record Placed(int node, SubgroupStat stat) {
    }

    /** Totals of the subgroups of one node; {@code subgroups} counts those with tuples. */
    public record OnNode(int node, int subgroups, long tuples, long dataBytes, long storedBytes, long fileBytes) {
        static OnNode of(int node, List<SubgroupStat> stats) {
            return new OnNode(node, (int) stats.stream().filter(stat -> stat.tuples() > 0).count(), sum(stats, SubgroupStat::tuples),
                    sum(stats, SubgroupStat::dataBytes), sum(stats, SubgroupStat::storedBytes), sum(stats, SubgroupStat::fileBytes));
        }

        private static long sum(List<SubgroupStat> stats, ToLongFunction<SubgroupStat> what) {
            return stats.stream().mapToLong(what).sum();
        }
    }

    /**
     * Ratio of the largest to the average, including empty ones: 1 if all are equal, and for a group without tuples. Bytes are those
     * of keys and values.
     */
    public record Skew(double subgroupTuples, double subgroupBytes, double nodeTuples, double nodeBytes) {
        static Skew of(List<Placed> subgroups, int subgroupCount, List<OnNode> nodes) {
            List<SubgroupStat> stats = subgroups.stream().map(Placed::stat).toList();
            return new Skew(largest(stats, SubgroupStat::tuples, subgroupCount), largest(stats, SubgroupStat::dataBytes, subgroupCount),
                    largest(nodes, OnNode::tuples, nodes.size()), largest(nodes, OnNode::dataBytes, nodes.size()));
        }

        private static <T> double largest(List<T> all, ToLongFunction<T> what, int count) {
            long sum = all.stream().mapToLong(what).sum();
            return sum == 0 ? 1 : (double) all.stream().mapToLong(what).max().orElse(0) * count / sum;
        }
    }

    static GroupLayout of(GroupInfo group, List<Placed> subgroups, ClusterMap cluster) {
        List<OnNode> nodes = cluster.nodes().stream().map(node -> OnNode.of(node.id(),
                subgroups.stream().filter(placed -> placed.node() == node.id()).map(Placed::stat).toList())).toList();
        return new GroupLayout(group, subgroups, nodes, Skew.of(subgroups, cluster.subgroupCount(), nodes));
    }

    public static GroupLayout of(ClusterLink link, GroupInfo group) {
        List<Placed> all = new ArrayList<>();
        for (NodeInfo node : link.map().nodes()) {
            stat(link, group, node).subgroups().forEach(subgroup -> all.add(new Placed(node.id(), subgroup)));
        }
        all.sort(Comparator.comparingInt(placed -> placed.stat().subgroup()));
        return of(group, all, link.map());
    }

    /**
     * Requests the sizes of the group's subgroups on one node.
     *
     * @throws SssException with the names of group and node
     */
    static GroupStat stat(ClusterLink link, GroupInfo group, NodeInfo node) {
        try {
            return Rpc.call(link.connection(node.data()), DataVerbs.STAT, new Stat(group.id(), group.identity()), GroupStat.class, ClusterLink.CALL_TIMEOUT);
        } catch (SssException e) {
            throw new SssException(e.code(), "asking " + node + " for its tuples of group '" + group.name() + "': " + e.getMessage(), e,
                    e.remoteTrace());
        }
    }
}
