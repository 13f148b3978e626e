package org.sss.server.coordinator.state;

import java.util.List;
import org.sss.net.control.GroupInfo;

/**
 * What is missing of the copies of groups, and what can be copied now. Nothing is deleted by it. Immutable.
 *
 * @param repairs  groups that get copies, or another table: those with the fewest whole copies first, of these the
 *     smallest ones first
 * @param fewer    groups that have fewer whole copies on nodes that answer than they shall have
 * @param hopeless those of them of which no node has a whole copy of some subgroup: they are left as they are
 */
public record RepairPlan(List<DueGroup> repairs, List<GroupInfo> fewer, List<GroupInfo> hopeless) {
    /**
     * A group that is to be repaired. Its {@link GroupRepair} is made when it is its turn: those of all groups may need
     * more memory than there is.
     *
     * @param whole how many whole copies of each subgroup are on nodes that answer, at least
     * @param bytes to be copied, about
     */
    public record DueGroup(GroupInfo group, int whole, long bytes) {}

    public static final RepairPlan NOTHING = new RepairPlan(List.of(), List.of(), List.of());

    public RepairPlan {
        repairs = List.copyOf(repairs);
        fewer = List.copyOf(fewer);
        hopeless = List.copyOf(hopeless);
    }

    /** About how many bytes are to be copied. */
    public long bytes() {
        return repairs.stream().mapToLong(DueGroup::bytes).sum();
    }
}
