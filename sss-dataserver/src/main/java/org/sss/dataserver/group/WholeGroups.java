package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.DataVerbs.Scan;

/**
 * Compares the groups of this node with the commits in the catalog. Detects a directory that was lost, emptied or
 * replaced by an older one: it has no files that could be found damaged. Thread-safe.
 */
public final class WholeGroups {
    private final Groups groups;

    public WholeGroups(Groups groups) {
        this.groups = groups;
    }

    /** Returns those that are not as they were committed. */
    public List<Missing> missing(List<Expected> expected) {
        List<Missing> missing = new ArrayList<>();
        for (Expected group : expected) {
            Missing found = missing(group);
            if (found != null) {
                missing.add(found);
            }
        }
        return missing;
    }

    private Missing missing(Expected expected) {
        try {
            return compare(expected, groups.find(expected.key()));
        } catch (SssException e) {
            return new Missing(expected.group(), 0, false, e.getMessage());
        }
    }

    /** Returns null if it is complete. */
    private static Missing compare(Expected expected, Group group) {
        if (group != null && group.hasEnded()) {
            return new Missing(expected.group(), 0, true, null);
        }
        long committed = group == null ? 0 : group.committedTuples();
        List<LostSegment> lost = group == null ? List.of() : lostSegments(group);
        long found = committed - lost.stream().mapToLong(LostSegment::tuples).sum();
        if (found == expected.tuples()) {
            return null;
        }
        boolean inMemory = committed == expected.tuples() && lost.stream().allMatch(LostSegment::wasInMemory);
        return new Missing(expected.group(), found, inMemory, null);
    }

    /** Returns committed segments that are lost. */
    static List<LostSegment> lostSegments(Group group) {
        return group.subgroups().stream()
                .flatMap(subgroup -> subgroup.segments().stream())
                .filter(LostSegment.class::isInstance)
                .map(LostSegment.class::cast)
                .toList();
    }

    /**
     * Checks the group before a scan, whose client knows how many tuples this node has of the subgroup, or of all of
     * the group: a missing subgroup looks like one without tuples.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when a number differs
     */
    void check(Scan scan) {
        if (scan.expected() != null) {
            Group group = groups.find(scan.key());
            long committed = group == null ? 0 : group.committedTuples(scan.subgroup());
            check("subgroup " + scan.subgroup() + " of group " + scan.group(), scan.expected(), committed);
        } else if (scan.onNode() != null) {
            Group group = groups.find(scan.key());
            check("group " + scan.group(), scan.onNode(), group == null ? 0 : group.committedTuples());
        }
    }

    private static void check(String what, long expected, long committed) {
        if (committed != expected) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    what + " was committed with " + expected + " tuples on this node, but has " + committed
                            + ": it was in the memory of the node, which has restarted, or some of its files are"
                            + " missing. Check that data.dir of the node is the right directory, or drop the group and "
                            + "write it again");
        }
    }
}
