package org.sss.server.coordinator.members;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.SubgroupTuples;
import org.sss.server.coordinator.state.GroupRepair;

/**
 * Which subgroups each target fetches from which node. Immutable.
 *
 * @param bySource by target and source, the subgroups
 */
record CopyPlan(Map<Integer, Map<Integer, List<Integer>>> bySource) {
    /** All copies but the first one, from the owners. */
    static CopyPlan of(Places table, int copies, SubgroupTuples tuples) {
        Map<Integer, Map<Integer, List<Integer>>> plan = new TreeMap<>();
        long[] there = tuples.all();
        for (int subgroup = 0; subgroup < there.length; subgroup++) {
            for (int copy = 1; copy < copies && there[subgroup] > 0; copy++) {
                add(plan, table.holder(subgroup, copy), table.owner(subgroup), subgroup);
            }
        }
        return new CopyPlan(plan);
    }

    /** What a group lacks. */
    static CopyPlan of(GroupRepair repair) {
        Map<Integer, Map<Integer, List<Integer>>> plan = new TreeMap<>();
        repair.parts().forEach(part -> add(plan, part.to(), part.from(), part.subgroup()));
        return new CopyPlan(plan);
    }

    private static void add(Map<Integer, Map<Integer, List<Integer>>> plan, int target, int source, int subgroup) {
        plan.computeIfAbsent(target, t -> new TreeMap<>())
                .computeIfAbsent(source, s -> new ArrayList<>())
                .add(subgroup);
    }

    /** The subgroups that a target gets. */
    List<Integer> subgroups(int target) {
        return bySource.get(target).values().stream().flatMap(List::stream).toList();
    }

    /** How many first copies of each subgroup are whole if these targets did not get theirs. */
    static int whole(Places table, Placement placement, SubgroupTuples tuples, Set<Integer> failed) {
        long[] there = tuples.all();
        int whole = Math.min(table.copies(), placement.wanted());
        for (int subgroup = 0; subgroup < there.length; subgroup++) {
            for (int copy = 1; copy < whole && there[subgroup] > 0; copy++) {
                whole = failed.contains(table.holder(subgroup, copy)) ? copy : whole;
            }
        }
        return whole;
    }
}
