package org.sss.client.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.GroupStat;
import org.sss.net.control.DataVerbs.Stat;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.GroupHolders;

/**
 * The size of a subgroup on a node that stores it. Immutable.
 *
 * @param copy whether the same subgroup is listed for another node, the first one in the order of readers that has any
 *     of it; or the node is none of its holders
 */
public record StoredSubgroup(int node, SubgroupStat stat, boolean copy) {
    /**
     * Returns the subgroups of a group that were written to, sorted by number; of each of them the copy to count first.
     * Nodes that do not answer are left out if others have copies of all that is there.
     *
     * @throws SssException with the names of group and node, if no holder of a subgroup answers
     */
    public static List<StoredSubgroup> of(ClusterLink link, GroupInfo group) {
        Map<Integer, Map<Integer, SubgroupStat>> stats = new HashMap<>(); // by subgroup and node
        question(link, group)
                .all()
                .forEach((node, answer) -> answer.subgroups()
                        .forEach(stat -> stats.computeIfAbsent(stat.subgroup(), subgroup -> new HashMap<>())
                                .put(node.id(), stat)));
        GroupHolders holders = link.holders(group);
        List<StoredSubgroup> all = new ArrayList<>();
        stats.keySet().stream().sorted().forEach(subgroup -> add(all, stats.get(subgroup), holders.inOrder(subgroup)));
        return all;
    }

    /** Returns whether a node has any tuples of a subgroup. */
    static boolean isOn(ClusterLink link, GroupInfo group, NodeInfo node, int subgroup) {
        return question(link, group).of(node).subgroups().stream()
                .anyMatch(stat -> stat.subgroup() == subgroup && stat.tuples() > 0);
    }

    private static NodeAnswers<GroupStat> question(ClusterLink link, GroupInfo group) {
        return new NodeAnswers<>(
                link,
                group,
                DataVerbs.STAT,
                new Stat(group.id(), group.identity()),
                GroupStat.class,
                ClusterLink.CALL_TIMEOUT,
                "counting the tuples");
    }

    /** Adds what nodes have of one subgroup. */
    private static void add(List<StoredSubgroup> all, Map<Integer, SubgroupStat> onNodes, List<NodeInfo> holders) {
        int counted = holders.stream()
                .map(NodeInfo::id)
                .filter(node -> onNodes.containsKey(node) && onNodes.get(node).tuples() > 0)
                .findFirst()
                .orElse(holders.get(0).id());
        List<StoredSubgroup> copies = new ArrayList<>();
        onNodes.forEach(
                (node, stat) -> (node == counted ? all : copies).add(new StoredSubgroup(node, stat, node != counted)));
        all.addAll(copies);
    }
}
