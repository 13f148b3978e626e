package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Locations;
import org.sss.net.control.Places;

/**
 * Makes tables of places. The same arguments always give the same table. Stateless.
 *
 * <pre>
 *   first                  after node 1 is lost
 *   subgroup 0:  0 1       0 2      survivors stay in their order, so that an owner has the tuples of its subgroup;
 *            1:  1 2       2 0      substitutes follow them
 *            2:  2 0       2 0
 * </pre>
 */
public final class TablePlanner {
    private TablePlanner() {}

    /**
     * Makes the first table of a cluster. Owners are those of the rule, {@code s mod n}. The copies of what one node
     * owns are spread over the other nodes: each has the same number of them if the number of nodes divides that of the
     * subgroups. Nodes on the owner's host, and on those of earlier copies, are left out while there are others.
     *
     * @param number of the new table
     * @param nodes  number of nodes
     * @param copies at most {@code nodes}
     * @param hosts  by the number of the node
     */
    public static Places first(int number, int nodes, int subgroups, int copies, IntFunction<String> hosts) {
        Locations rule = Locations.computed(nodes);
        PlacesDraft draft = new PlacesDraft(subgroups, nodes, Set.of(), hosts);
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            int owner = rule.owner(subgroup);
            draft.add(subgroup, owner);
            for (int copy = 1; copy < copies; copy++) {
                List<Integer> candidates = startingAfter(owner, draft.candidates(subgroup));
                draft.add(subgroup, candidates.get(subgroup / nodes % candidates.size()));
            }
        }
        return draft.table(number, copies);
    }

    private static List<Integer> startingAfter(int owner, List<Integer> nodes) {
        List<Integer> rotated =
                new ArrayList<>(nodes.stream().filter(node -> node > owner).toList());
        nodes.stream().filter(node -> node < owner).forEach(rotated::add);
        return rotated;
    }

    /**
     * Makes a table without the nodes that are lost. Other holders keep their order, so the first of them, which has
     * the tuples, becomes the owner. Each missing holder is replaced by the node with the fewest subgroups, of those
     * with equally many by that with the lowest number; nodes on a host that has a copy of the subgroup are left out
     * while there are others. Then substitutes are exchanged until the numbers of subgroups of all nodes differ as
     * little as these rules allow.
     *
     * @param number of the new table
     * @param base   table with the nodes
     * @param lost   numbers of nodes that get no place
     * @param nodes  number of all nodes
     * @param hosts  by the number of the node
     * @return a table with as many copies as {@code base}, or as there are nodes left
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} if no node is left
     */
    public static Places afterLoss(int number, Places base, Set<Integer> lost, int nodes, IntFunction<String> hosts) {
        PlacesDraft draft = new PlacesDraft(base.subgroups(), nodes, lost, hosts);
        int copies = Math.min(base.copies(), draft.live().size());
        if (copies == 0) {
            throw new SssException(
                    ErrorCode.NODE_UNREACHABLE, "no node of the cluster can be reached: start one, or see their logs");
        }
        for (int subgroup = 0; subgroup < base.subgroups(); subgroup++) {
            for (int holder : base.holders(subgroup, base.copies())) {
                if (draft.live().contains(holder)) {
                    draft.add(subgroup, holder);
                }
            }
            draft.fix(subgroup);
        }
        for (int subgroup = 0; subgroup < base.subgroups(); subgroup++) {
            while (draft.holders(subgroup).size() < copies) {
                draft.add(
                        subgroup,
                        draft.candidates(subgroup).stream()
                                .min(Comparator.comparing(draft::load))
                                .orElseThrow());
            }
        }
        draft.level();
        return draft.table(number, copies);
    }
}
