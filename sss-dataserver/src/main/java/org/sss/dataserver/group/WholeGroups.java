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
            Group group = groups.find(expected.key());
            if (group != null && group.hasEnded()) {
                return new Missing(expected.group(), 0, true, null, lacking(expected, new long[0]));
            }
            return expected.subgroups() == null ? compareSum(expected, group) : compareSubgroups(expected, group);
        } catch (SssException e) {
            return new Missing(expected.group(), 0, false, e.getMessage(), lacking(expected, new long[0]));
        }
    }

    /** Returns null if it is complete. */
    private static Missing compareSum(Expected expected, Group group) {
        long committed = group == null ? 0 : group.committedTuples();
        List<LostSegment> lost = group == null ? List.of() : lostSegments(group);
        long found = committed - lost.stream().mapToLong(LostSegment::tuples).sum();
        return found == expected.tuples()
                ? null
                : new Missing(
                        expected.group(), found, committed == expected.tuples() && wereInMemory(lost), damage(lost));
    }

    private static Missing compareSubgroups(Expected expected, Group group) {
        long[] found = group == null ? new long[0] : group.wholeSubgroups().all();
        List<Integer> lacking = lacking(expected, found);
        if (lacking.isEmpty()) {
            return null;
        }
        List<LostSegment> lost = group == null ? List.of() : lostSegments(group);
        boolean all = group != null
                && lacking(expected, group.committedSubgroups().all()).isEmpty();
        long sum = 0;
        long[] tuples = expected.subgroups().all();
        for (int subgroup = 0; subgroup < Math.min(tuples.length, found.length); subgroup++) {
            sum += tuples[subgroup] > 0 ? found[subgroup] : 0;
        }
        return new Missing(expected.group(), sum, all && wereInMemory(lost), damage(lost), lacking);
    }

    /** Returns the subgroups with other tuples than expected; null if that is expected of no single subgroup. */
    private static List<Integer> lacking(Expected expected, long[] found) {
        if (expected.subgroups() == null) {
            return null;
        }
        List<Integer> lacking = new ArrayList<>();
        long[] tuples = expected.subgroups().all();
        for (int subgroup = 0; subgroup < tuples.length; subgroup++) {
            if (tuples[subgroup] > 0 && tuples[subgroup] != (subgroup < found.length ? found[subgroup] : 0)) {
                lacking.add(subgroup);
            }
        }
        return lacking;
    }

    private static boolean wereInMemory(List<LostSegment> lost) {
        return lost.stream().allMatch(LostSegment::wasInMemory);
    }

    /** Returns what happened to a file, or null. */
    static String damage(List<LostSegment> lost) {
        return lost.stream()
                .filter(segment -> !segment.wasInMemory())
                .map(LostSegment::message)
                .findFirst()
                .orElse(null);
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
     * @throws SssException {@link ErrorCode#CORRUPT} when a number differs; {@link ErrorCode#NODE_UNREACHABLE} when the
     *     node has forgotten the subgroup
     */
    void check(Scan scan) {
        if (scan.expected() != null) {
            Group group = groups.find(scan.key());
            long committed = group == null ? 0 : group.committedTuples(scan.subgroup());
            if (committed == 0 && scan.expected() > 0 && group != null) {
                group.checkNotForgotten(scan.subgroup());
            }
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
