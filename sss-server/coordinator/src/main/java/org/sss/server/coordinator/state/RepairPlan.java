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
public record RepairPlan(List<GroupRepair> repairs, List<GroupInfo> fewer, List<GroupInfo> hopeless) {
    public static final RepairPlan NOTHING = new RepairPlan(List.of(), List.of(), List.of());

    public RepairPlan {
        repairs = List.copyOf(repairs);
        fewer = List.copyOf(fewer);
        hopeless = List.copyOf(hopeless);
    }

    /** About how many bytes are to be copied. */
    public long bytes() {
        return repairs.stream().mapToLong(GroupRepair::bytes).sum();
    }
}
