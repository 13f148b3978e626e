package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.Extent;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupInfo.Lost;
import org.sss.net.control.Locations;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.SubgroupTuples;
import org.sss.server.coordinator.state.Losses.LostPart;

/** Which subgroups nodes must have of a group, and which are lost. Stateless. */
record CopyPlaces(PlaceTables tables) {
    /** What a node must have of a group; null if nothing, or if that is unknown. */
    Expected expected(GroupInfo group, int node) {
        Placement placement = group.placement();
        if (placement == null || group.subgroups() == null) {
            Long tuples = group.tuplesOn(node);
            return tuples == null || tuples == 0 ? null : new Expected(group.id(), tuples, group.identity());
        }
        Places table = tables.of(placement);
        long[] there = group.subgroups().all();
        long sum = 0;
        for (int subgroup = 0; subgroup < there.length; subgroup++) {
            there[subgroup] = table.holds(node, subgroup, placement.copies()) ? there[subgroup] : 0;
            sum += there[subgroup];
        }
        return sum == 0 ? null : new Expected(group.id(), sum, group.identity(), SubgroupTuples.of(there));
    }

    /** Where a group with a table is stored. */
    Locations locations(GroupInfo group) {
        return Locations.of(tables.of(group.placement()), group.copies());
    }

    /** What nodes have lost of subgroups that no node has any more. */
    List<Lost> gone(GroupInfo group, List<LostPart> parts) {
        if (group.placement() == null || group.subgroups() == null) {
            return parts.stream().map(LostPart::lost).toList();
        }
        Set<Lost> gone = new LinkedHashSet<>();
        for (int subgroup : used(group)) {
            if (whole(group, subgroup, parts).isEmpty()) {
                parts.stream()
                        .filter(part -> lacks(group, subgroup, part))
                        .map(LostPart::lost)
                        .forEach(gone::add);
            }
        }
        return List.copyOf(gone);
    }

    /** By subgroup that its owner has lost, the nodes that have it. */
    Map<Integer, List<Extent>> elsewhere(GroupInfo group, List<LostPart> parts) {
        Map<Integer, List<Extent>> elsewhere = new HashMap<>();
        for (int subgroup : used(group)) {
            List<Integer> whole = whole(group, subgroup, parts);
            if (!whole.isEmpty() && !whole.contains(tables.of(group.placement()).owner(subgroup))) {
                elsewhere.put(subgroup, List.of(new Extent(0, Extent.Kind.NODE, whole, 0)));
            }
        }
        return elsewhere;
    }

    /** The tuples of some subgroups together. */
    long tuples(GroupInfo group, Set<Integer> subgroups) {
        long[] tuples = group.subgroups().all();
        return subgroups.stream()
                .mapToLong(subgroup -> subgroup < tuples.length ? tuples[subgroup] : 0)
                .sum();
    }

    /** The subgroups that a node lacks. */
    Set<Integer> lacking(GroupInfo group, LostPart part) {
        Set<Integer> lacking = new HashSet<>();
        for (int subgroup : used(group)) {
            if (lacks(group, subgroup, part)) {
                lacking.add(subgroup);
            }
        }
        return lacking;
    }

    /** The nodes with a whole copy of a subgroup, in the order of the table. */
    private List<Integer> whole(GroupInfo group, int subgroup, List<LostPart> parts) {
        Placement placement = group.placement();
        List<Integer> whole = new ArrayList<>(tables.of(placement).holders(subgroup, placement.copies()));
        for (LostPart part : parts) {
            if (part.lacks(subgroup)) {
                whole.remove((Integer) part.lost().node());
            }
        }
        return whole;
    }

    private boolean lacks(GroupInfo group, int subgroup, LostPart part) {
        Placement placement = group.placement();
        return part.lacks(subgroup) && tables.of(placement).holds(part.lost().node(), subgroup, placement.copies());
    }

    /** The subgroups with tuples. */
    private static List<Integer> used(GroupInfo group) {
        long[] tuples = group.subgroups().all();
        List<Integer> used = new ArrayList<>();
        for (int subgroup = 0; subgroup < tuples.length; subgroup++) {
            if (tuples[subgroup] > 0) {
                used.add(subgroup);
            }
        }
        return used;
    }
}
