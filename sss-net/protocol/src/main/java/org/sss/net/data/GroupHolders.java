package org.sss.net.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Locations;
import org.sss.net.control.NodeInfo;

/** The nodes that have the subgroups of a group, in the order in which one client asks them. Thread-safe. */
public final class GroupHolders {
    private final IntFunction<NodeInfo> owners;
    /** The owner first. */
    private final IntFunction<List<NodeInfo>> holders;

    private final boolean copied;
    private final long group;
    private final ReadFailures failures;

    /**
     * Of a group with a name.
     *
     * @throws SssException NOT_FOUND if the map is older than the group
     */
    public GroupHolders(ClusterMap cluster, GroupInfo group, ReadFailures failures) {
        this(cluster, cluster.locations(group), group.copies() > 1, group.id(), failures);
    }

    private GroupHolders(ClusterMap cluster, Locations locations, boolean copied, long group, ReadFailures failures) {
        this(
                subgroup -> cluster.node(locations.owner(subgroup)),
                subgroup ->
                        locations.holders(subgroup).stream().map(cluster::node).toList(),
                copied,
                group,
                failures);
    }

    private GroupHolders(
            IntFunction<NodeInfo> owners,
            IntFunction<List<NodeInfo>> holders,
            boolean copied,
            long group,
            ReadFailures failures) {
        this.owners = owners;
        this.holders = holders;
        this.copied = copied;
        this.group = group;
        this.failures = failures;
    }

    /** Of groups that are written now, whose owners alone have them. */
    static GroupHolders owners(ClusterMap cluster) {
        return new GroupHolders(cluster, cluster.locations(), false, 0, unreported());
    }

    /** One node has everything that is read. */
    static GroupHolders only(NodeInfo node) {
        return new GroupHolders(subgroup -> node, subgroup -> List.of(node), false, 0, unreported());
    }

    private static ReadFailures unreported() {
        return new ReadFailures(System::nanoTime, text -> {});
    }

    /** Returns true if there are several for each subgroup. */
    public boolean isCopied() {
        return copied;
    }

    ReadFailures failures() {
        return failures;
    }

    long group() {
        return group;
    }

    /** Returns the numbers of the nodes to ask last. */
    Set<Integer> suspected() {
        return copied ? failures.suspected() : Set.of();
    }

    /** Returns the node to ask first. */
    public NodeInfo first(int subgroup) {
        return first(subgroup, suspected());
    }

    NodeInfo first(int subgroup, Set<Integer> suspected) {
        return suspected.isEmpty()
                ? owners.apply(subgroup)
                : inOrder(subgroup, suspected).get(0);
    }

    /** Returns all nodes with the subgroup: the owner first, and nodes that did not answer recently last. */
    public List<NodeInfo> inOrder(int subgroup) {
        return inOrder(subgroup, suspected());
    }

    private List<NodeInfo> inOrder(int subgroup, Set<Integer> suspected) {
        List<NodeInfo> first = new ArrayList<>();
        List<NodeInfo> last = new ArrayList<>();
        holders.apply(subgroup).forEach(node -> (suspected.contains(node.id()) ? last : first).add(node));
        first.addAll(last);
        return first;
    }

    /**
     * Reports nodes that did not answer a question which goes to all nodes, unless a subgroup is only there.
     *
     * @param errors by the number of the node
     * @throws SssException of a node that no other one can stand in for
     */
    public void checkAnswered(int subgroups, Map<Integer, SssException> errors) {
        for (int subgroup = 0; subgroup < subgroups && !errors.isEmpty(); subgroup++) {
            List<NodeInfo> nodes = holders.apply(subgroup);
            if (nodes.stream().allMatch(node -> errors.containsKey(node.id()))) {
                throw errors.get(nodes.get(0).id());
            }
        }
    }
}
