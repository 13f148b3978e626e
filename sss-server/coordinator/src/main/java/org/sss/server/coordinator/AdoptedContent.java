package org.sss.server.coordinator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.DescribedPart;
import org.sss.net.control.DataVerbs.SubgroupStat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Locations;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.SubgroupTuples;
import org.sss.server.coordinator.state.Committed;

/** What a group contains that nodes have and the journal does not know. Immutable. */
final class AdoptedContent {
    /** By the number of the node. */
    private final List<DescribedPart> parts;

    private final ClusterMap map;

    AdoptedContent(List<DescribedPart> parts, ClusterMap map) {
        this.parts = parts;
        this.map = map;
    }

    /** The newest table by which the group may be stored with more than one copy; null if there is none. */
    Placement placement() {
        if (parts.stream().anyMatch(part -> part.subgroups() == null)) {
            return null;
        }
        List<long[]> tuples = parts.stream().map(part -> part.subgroups().all()).toList();
        for (int i = map.tables().size() - 1; i >= 0; i--) {
            Places table = map.tables().get(i);
            int whole = wholeCopies(table, tuples);
            if (whole > 1) {
                return new Placement(table.number(), whole, table.copies());
            }
        }
        return null;
    }

    /** How many first holders of each subgroup have as many tuples of it as any node. */
    private static int wholeCopies(Places table, List<long[]> tuples) {
        int whole = table.copies();
        for (int subgroup = 0; subgroup < table.subgroups(); subgroup++) {
            int of = subgroup;
            long most = tuples.stream().mapToLong(node -> in(node, of)).max().orElse(0);
            int copy = 0;
            while (copy < whole && in(tuples.get(table.holder(subgroup, copy)), subgroup) == most) {
                copy++;
            }
            whole = copy;
        }
        return whole;
    }

    private static long in(long[] node, int subgroup) {
        return subgroup < node.length ? node[subgroup] : 0;
    }

    /** The content of a group with one copy: the sum over all nodes. */
    GroupInfo.Content ofOneCopy() {
        return new GroupInfo.Content(
                parts.stream().mapToLong(DescribedPart::tuples).sum(),
                parts.stream().mapToLong(DescribedPart::dataBytes).sum(),
                parts.stream().mapToLong(DescribedPart::storedBytes).sum(),
                parts.stream().map(DescribedPart::tuples).toList(),
                Committed.atOwners(parts.stream().map(DescribedPart::subgroups).toList(), map.locations()),
                List.of(),
                null);
    }

    /**
     * The content of a group with copies: what the owners have.
     *
     * @param stats by the number of the node
     */
    GroupInfo.Content ofCopies(Placement placement, List<List<SubgroupStat>> stats) {
        Locations locations = Locations.of(map.table(placement.table()), placement.copies());
        Long[] nodeTuples = new Long[stats.size()];
        Arrays.fill(nodeTuples, 0L);
        Map<Integer, SubgroupStat> atOwners = new TreeMap<>();
        for (int node = 0; node < stats.size(); node++) {
            for (SubgroupStat stat : stats.get(node)) {
                if (locations.owner(stat.subgroup()) == node) {
                    atOwners.put(stat.subgroup(), stat);
                    nodeTuples[node] += stat.tuples();
                }
            }
        }
        List<SubgroupTuples> ofNodes =
                new ArrayList<>(parts.stream().map(DescribedPart::subgroups).toList());
        return new GroupInfo.Content(
                atOwners.values().stream().mapToLong(SubgroupStat::tuples).sum(),
                atOwners.values().stream().mapToLong(SubgroupStat::dataBytes).sum(),
                atOwners.values().stream().mapToLong(SubgroupStat::storedBytes).sum(),
                List.of(nodeTuples),
                Objects.requireNonNull(Committed.atOwners(ofNodes, locations)),
                List.of(),
                placement);
    }
}
