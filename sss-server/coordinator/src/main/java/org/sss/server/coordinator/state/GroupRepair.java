package org.sss.server.coordinator.state;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;

/**
 * The copies that a group lacks. Immutable.
 *
 * @param group  as it is now
 * @param whole  how many whole copies of each subgroup are on nodes that answer, at least
 * @param goal   table by which the group is to be stored: its own one, or the active one
 * @param copies how many first copies by that table are whole then
 * @param parts  what is to be copied
 */
public record GroupRepair(GroupInfo group, int whole, Places goal, int copies, List<PartCopy> parts) {
    public GroupRepair {
        parts = List.copyOf(parts);
    }

    /** A subgroup that is to be copied from a node that has all of it to one that has not. */
    public record PartCopy(int subgroup, int from, int to) {}

    /** About how many bytes are to be copied. */
    public long bytes() {
        long[] tuples = group.subgroups().all();
        double perTuple = group.storedBytes() / (double) Math.max(1, group.tuples());
        return Math.round(perTuple
                * parts.stream().mapToLong(part -> tuples[part.subgroup]).sum());
    }

    /** The nodes that get copies. */
    public Set<Integer> targets() {
        return parts.stream().map(PartCopy::to).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns where the copies of the group are once the targets have theirs.
     *
     * @param failed targets that did not get theirs
     */
    public Placement after(Set<Integer> failed) {
        Placement now = group.placement();
        boolean isMove = goal.number() != now.table();
        if (isMove) {
            return failed.isEmpty() ? new Placement(goal.number(), copies, now.wanted()) : now;
        }
        return now.withCopies(Math.max(now.copies(), wholeCopies(failed)));
    }

    /** How many first copies by the table are whole then. */
    private int wholeCopies(Set<Integer> failed) {
        int first = copies;
        for (PartCopy part : parts) {
            for (int copy = 0; copy < first && failed.contains(part.to); copy++) {
                first = goal.holder(part.subgroup, copy) == part.to ? copy : first;
            }
        }
        return first;
    }

    /** The nodes that have all of their subgroups of the group then. */
    public Set<Integer> wholeNodes(Set<Integer> failed) {
        Set<Integer> nodes = new HashSet<>(targets());
        nodes.removeAll(failed);
        return nodes;
    }
}
