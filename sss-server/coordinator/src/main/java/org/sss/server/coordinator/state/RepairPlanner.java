package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.server.coordinator.state.GroupRepair.PartCopy;
import org.sss.server.coordinator.state.RepairPlan.DueGroup;

/**
 * Plans which subgroups of named groups are copied, and where to. Reads nothing but its arguments. Immutable.
 *
 * <pre>
 *   all nodes of the group's table answer, or are gone for good   copied to the places of the active table
 *   one of them may be back soon                                  only what other nodes lack is copied, by the old table
 *   no node that answers has a whole copy of some subgroup        left as it is
 * </pre>
 *
 */
public final class RepairPlanner {
    private final IntFunction<Places> tables;
    private final Places active;
    private final NodeStates nodes;
    private final Function<GroupInfo, Map<Integer, Set<Integer>>> lacking;
    private final boolean isActiveWhole;

    /**
     * @param tables  by their numbers
     * @param active  by which groups are written now
     * @param nodes   their states
     * @param lacking by the number of the node, the subgroups that nodes have lost of a group
     */
    public RepairPlanner(
            IntFunction<Places> tables,
            Places active,
            NodeStates nodes,
            Function<GroupInfo, Map<Integer, Set<Integer>>> lacking) {
        this.tables = tables;
        this.active = active;
        this.nodes = nodes;
        this.lacking = lacking;
        isActiveWhole = IntStream.range(0, active.subgroups())
                .allMatch(subgroup -> nodes.takers.containsAll(active.holders(subgroup, active.copies())));
    }

    /**
     * The states of nodes, by their numbers.
     *
     * @param up      that answer and were compared with the catalog
     * @param takers  those of them that take new data
     * @param waiting that do not answer, or take no new data, but may do so soon; all others are gone for good
     */
    public record NodeStates(Set<Integer> up, Set<Integer> takers, Set<Integer> waiting) {
        public NodeStates {
            up = Set.copyOf(up);
            takers = Set.copyOf(takers);
            waiting = Set.copyOf(waiting);
        }
    }

    /** Plans for all groups. */
    public RepairPlan plan(Collection<GroupInfo> groups) {
        List<DueGroup> repairs = new ArrayList<>();
        List<GroupInfo> fewer = new ArrayList<>();
        List<GroupInfo> hopeless = new ArrayList<>();
        for (GroupInfo group : groups) {
            if (isSettled(group)) {
                if (group.copies() < wanted(group)) {
                    fewer.add(group);
                }
                continue;
            }
            Copies now = new Copies(group, 0);
            if (now.whole() < group.placement().wanted()) {
                fewer.add(group);
            }
            if (now.isHopeless()) {
                hopeless.add(group);
            }
            GroupRepair repair = now.repair();
            if (repair != null) {
                repairs.add(new DueGroup(group, repair.whole(), repair.bytes()));
            }
        }
        repairs.sort(Comparator.comparingInt(DueGroup::whole)
                .thenComparingLong(repair -> repair.group().storedBytes())
                .thenComparingLong(repair -> repair.group().id()));
        return new RepairPlan(repairs, fewer, hopeless);
    }

    /**
     * Plans for one group; null if there is nothing to do, or nothing can be done now.
     *
     * @param turn another one chooses other sources, if there are some
     */
    public GroupRepair plan(GroupInfo group, int turn) {
        return isSettled(group) ? null : new Copies(group, turn).repair();
    }

    private static int wanted(GroupInfo group) {
        return group.placement() == null ? 1 : group.placement().wanted();
    }

    /** True also of groups without copies. Nearly always true, so it looks at no subgroup. */
    private boolean isSettled(GroupInfo group) {
        Placement at = group.placement();
        return at == null
                || group.subgroups() == null
                || group.inMemory()
                || isActiveWhole
                        && at.table() == active.number()
                        && at.copies() == Math.min(at.wanted(), active.copies())
                        && lacking.apply(group).isEmpty();
    }

    /** The copies of one group now. */
    private final class Copies {
        private final GroupInfo group;
        private final int turn;
        private final Placement at;
        private final Places table;
        private final Map<Integer, Set<Integer>> lost;
        /** By subgroup with tuples, the nodes that answer and have all of it. */
        private final Map<Integer, List<Integer>> whole = new HashMap<>();

        private boolean waits;
        private boolean isAnyHopeless;

        Copies(GroupInfo group, int turn) {
            this.group = group;
            this.turn = turn;
            at = group.placement();
            table = tables.apply(at.table());
            lost = lacking.apply(group);
            long[] tuples = group.subgroups().all();
            for (int subgroup = 0; subgroup < tuples.length; subgroup++) {
                if (tuples[subgroup] > 0) {
                    look(subgroup);
                }
            }
        }

        private void look(int subgroup) {
            List<Integer> here = new ArrayList<>();
            boolean isHopeless = true;
            for (int node : table.holders(subgroup, at.copies())) {
                boolean isLost = lost.getOrDefault(node, Set.of()).contains(subgroup);
                boolean isWaiting = nodes.waiting.contains(node);
                if (!isLost && nodes.up.contains(node)) {
                    here.add(node);
                }
                isHopeless &= isLost || !isWaiting && !nodes.up.contains(node);
                waits |= isWaiting;
            }
            whole.put(subgroup, here);
            isAnyHopeless |= isHopeless;
        }

        int whole() {
            return whole.values().stream().mapToInt(List::size).min().orElse(at.copies());
        }

        boolean isHopeless() {
            return isAnyHopeless;
        }

        /** Null if there is nothing to do, or nothing can be done. */
        GroupRepair repair() {
            if (whole() == 0) {
                return null;
            }
            int movable = Math.min(at.wanted(), active.copies());
            if (!waits && active.number() != table.number() && reach(active, movable) == movable) {
                return new GroupRepair(group, whole(), active, movable, parts(active, movable));
            }
            int all = Math.min(table.copies(), Math.max(at.wanted(), at.copies()));
            int reach = reach(table, all);
            GroupRepair inPlace =
                    new GroupRepair(group, whole(), table, reach, parts(table, Math.max(reach, at.copies())));
            boolean changes =
                    !inPlace.parts().isEmpty() || !inPlace.after(Set.of()).equals(at);
            return changes ? inPlace : null;
        }

        /** How many first copies of all subgroups can be whole by a table. */
        private int reach(Places goal, int copies) {
            int reach = copies;
            for (int subgroup : whole.keySet()) {
                for (int copy = 0; copy < reach; copy++) {
                    int holder = goal.holder(subgroup, copy);
                    boolean isPossible = has(holder, subgroup) || nodes.takers.contains(holder);
                    reach = isPossible ? reach : copy;
                }
            }
            return reach;
        }

        private List<PartCopy> parts(Places goal, int copies) {
            List<PartCopy> parts = new ArrayList<>();
            whole.forEach((subgroup, sources) -> {
                for (int holder : goal.holders(subgroup, copies)) {
                    if (!has(holder, subgroup) && nodes.takers.contains(holder)) {
                        parts.add(new PartCopy(subgroup, sources.get((subgroup + turn) % sources.size()), holder));
                    }
                }
            });
            return parts;
        }

        private boolean has(int node, int subgroup) {
            return whole.get(subgroup).contains(node);
        }
    }
}
