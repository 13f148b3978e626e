package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.DataVerbs.Scan;

/**
 * Compares the groups of this node with what the catalog says that it has committed. A directory that was lost, emptied or replaced by
 * an older one has no files that could be found damaged. Thread-safe.
 */
public final class WholeGroups {
    private final Groups groups;

    public WholeGroups(Groups groups) {
        this.groups = groups;
    }

    /** Those that are not as they were committed. */
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

    /** Null when it is whole. */
    private static Missing compare(Expected expected, Group group) {
        long committed = group == null ? 0 : group.committedTuples();
        List<LostSegment> lost = group == null ? List.of() : lostSegments(group);
        long found = committed - lost.stream().mapToLong(LostSegment::tuples).sum();
        if (found == expected.tuples()) {
            return null;
        }
        boolean inMemory = committed == expected.tuples() && lost.stream().allMatch(LostSegment::wasInMemory);
        return new Missing(expected.group(), found, inMemory, null);
    }

    /** Committed segments that are not there any more. */
    static List<LostSegment> lostSegments(Group group) {
        return group.subgroups().stream().flatMap(subgroup -> subgroup.segments().stream())
                .filter(LostSegment.class::isInstance).map(LostSegment.class::cast).toList();
    }

    /**
     * Before a scan, whose client knows how many tuples this node has of the group: a subgroup that is not here looks as one without
     * tuples.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} when it has others
     */
    void check(Scan scan) {
        if (scan.onNode() == null) {
            return;
        }
        Group group = groups.find(scan.key());
        long committed = group == null ? 0 : group.committedTuples();
        if (committed != scan.onNode()) {
            throw new SssException(ErrorCode.CORRUPT, "group " + scan.group() + " was committed with " + scan.onNode()
                    + " tuples on this node, and " + committed + " are there: some of its files are gone. Look whether data.dir of the node"
                    + " is what it was, or drop the group and write it again");
        }
    }
}
