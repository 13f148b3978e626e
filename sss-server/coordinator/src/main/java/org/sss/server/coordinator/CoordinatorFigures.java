package org.sss.server.coordinator;

import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs.RepairStatus;
import org.sss.server.coordinator.execution.Workflows.Active;
import org.sss.server.coordinator.execution.job.RunTimes;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.state.Catalog;

/**
 * What the coordinator counts, read at one moment. Immutable.
 *
 * @param active       workflows
 * @param times        of jobs and commits
 * @param repair       of copies; null if there are none
 * @param orphans      groups on nodes that the journal does not know
 * @param journalBytes of its file
 */
public record CoordinatorFigures(
        Active active,
        RunTimes times,
        Nodes nodes,
        Stored stored,
        RepairStatus repair,
        int orphans,
        long journalBytes) {
    /**
     * Numbers of nodes.
     *
     * @param up   answer, and were compared with the catalog
     * @param down do not
     * @param lost were removed for good
     */
    public record Nodes(int up, int down, int lost) {
        static Nodes of(Members members, Catalog catalog) {
            int lost = catalog.lostNodes().all().size();
            int all = members.map().nodes().size();
            int up = (int) members.map().nodes().stream()
                    .filter(node -> !catalog.lostNodes().contains(node.id()))
                    .filter(members.checks()::isUp)
                    .count();
            return new Nodes(up, all - lost - up, lost);
        }
    }

    /**
     * The named groups.
     *
     * @param incomplete number of those of which some subgroup has no whole copy
     */
    public record Stored(int groups, long tuples, long bytes, int incomplete) {
        static Stored of(Catalog catalog) {
            int groups = 0;
            long tuples = 0;
            long bytes = 0;
            for (GroupInfo group : catalog.named()) {
                groups++;
                tuples += group.content().tuples();
                bytes += group.content().storedBytes();
            }
            return new Stored(groups, tuples, bytes, catalog.losses().incompleteGroups());
        }
    }
}
