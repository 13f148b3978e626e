package org.sss.net.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the tuples of a group are stored: for each subgroup a list of extents, in the order of the tasks that wrote
 * them. Immutable.
 *
 * <pre>
 *   by the rule        subgroup s:  all tasks: node s mod n
 *   by a table         subgroup s:  all tasks: its owner, and nodes with copies
 *   with relocations   subgroup s:  tasks 0 to 5: its owner | 6, 7: node B | 8 and later: files
 * </pre>
 *
 * <p>The only class that knows the rule: everything that writes, reads or checks tuples asks here. Locations by the
 * rule are computed, those by a table looked up, and take no memory. A commit produces those of its group, and the
 * catalog has them as long as the group.
 */
public final class Locations {
    private final int nodeCount;
    /** Null for the rule. */
    private final Places places;

    private final int copies;
    /** All extents of the subgroups that are not at their owners. */
    private final Map<Integer, List<Extent>> relocated;

    private Locations(int nodeCount, Places places, int copies, Map<Integer, List<Extent>> relocated) {
        this.nodeCount = nodeCount;
        this.places = places;
        this.copies = copies;
        this.relocated = relocated;
    }

    /** The locations by the rule alone: subgroup {@code s} is stored by node {@code s mod nodeCount}. */
    public static Locations computed(int nodeCount) {
        return new Locations(nodeCount, null, 1, Map.of());
    }

    /** The locations by a table: the first {@code copies} holders of each subgroup have all of it. */
    public static Locations of(Places places, int copies) {
        return new Locations(0, places, copies, Map.of());
    }

    /**
     * Returns these locations, but for some extents.
     *
     * @param relocations by subgroup, in the order of their sources; the owner has what earlier tasks wrote. If the
     *     first extent of a subgroup starts with task 0, the owner has nothing of it
     */
    public Locations with(Map<Integer, List<Extent>> relocations) {
        if (relocations.isEmpty()) {
            return this;
        }
        Map<Integer, List<Extent>> all = new TreeMap<>();
        relocations.forEach((subgroup, extents) -> {
            List<Extent> following = new ArrayList<>(extents);
            if (extents.get(0).firstSource() > 0) {
                following.add(0, atOwner(subgroup));
            }
            all.put(subgroup, List.copyOf(following));
        });
        return new Locations(nodeCount, places, copies, all);
    }

    /** True if all subgroups are at their owners. */
    public boolean isComputed() {
        return relocated.isEmpty();
    }

    /**
     * The number of the node that a new tuple of a subgroup is sent to, and that runs the tasks which read the
     * subgroup.
     */
    public int owner(int subgroup) {
        return places == null ? subgroup % nodeCount : places.owner(subgroup);
    }

    /** The numbers of the nodes that have all of a subgroup, in the order in which readers ask them. */
    public List<Integer> holders(int subgroup) {
        return extents(subgroup).get(0).holders();
    }

    /** The extents of a subgroup: at least one. */
    public List<Extent> extents(int subgroup) {
        List<Extent> extents = relocated.get(subgroup);
        return extents == null ? List.of(atOwner(subgroup)) : extents;
    }

    /** The extent of a subgroup with the tuples of a task. */
    public Extent extent(int subgroup, int source) {
        Extent found = atOwner(subgroup);
        for (Extent extent : extents(subgroup)) {
            found = extent.firstSource() <= source ? extent : found;
        }
        return found;
    }

    private Extent atOwner(int subgroup) {
        return places == null
                ? Extent.onNode(0, owner(subgroup), 0)
                : new Extent(0, Extent.Kind.NODE, places.holders(subgroup, copies), 0);
    }

    /**
     * Returns all extents that are not stored by the owners of their subgroups, by subgroup, in the order of their
     * sources.
     */
    public List<Relocation> relocations(long group) {
        if (relocated.isEmpty()) {
            return List.of();
        }
        List<Relocation> relocations = new ArrayList<>();
        relocated.keySet().forEach(subgroup -> addOthers(group, subgroup, owner(subgroup), relocations));
        return relocations;
    }

    /**
     * Returns all extents that the nodes which read the subgroups do not have.
     *
     * @param readers where tasks run: at the owners of these locations
     */
    public List<Relocation> relocations(long group, Locations readers, int subgroups) {
        if (isSameRule(readers)) {
            return relocations(group);
        }
        List<Relocation> relocations = new ArrayList<>();
        for (int subgroup = 0; subgroup < subgroups; subgroup++) {
            int reader = readers.owner(subgroup);
            if (relocated.containsKey(subgroup) || !hasAll(reader, subgroup)) {
                addOthers(group, subgroup, reader, relocations);
            }
        }
        return relocations;
    }

    /** True if a node has all of a subgroup that is not relocated. */
    private boolean hasAll(int node, int subgroup) {
        return places == null ? owner(subgroup) == node : places.holds(node, subgroup, copies);
    }

    private boolean isSameRule(Locations other) {
        return places == null
                ? other.places == null && nodeCount == other.nodeCount
                : other.places != null && places.number() == other.places.number();
    }

    private void addOthers(long group, int subgroup, int reader, List<Relocation> to) {
        for (Extent extent : extents(subgroup)) {
            if (!extent.isOn(reader)) {
                to.add(Relocation.of(group, subgroup, extent));
            }
        }
    }
}
