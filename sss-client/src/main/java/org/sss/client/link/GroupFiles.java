package org.sss.client.link;

import java.util.BitSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;

/**
 * Compares the tuples on the nodes with the committed number: a node whose directory was lost or emptied has no damaged
 * files that would reveal the loss, and no record of the group. Stateless.
 */
public final class GroupFiles {
    private GroupFiles() {}

    /** @throws SssException {@link ErrorCode#CORRUPT} if {@code tuples}, the total, is not the committed number */
    static void checkCount(ClusterLink link, GroupInfo group, long tuples) {
        if (tuples != group.tuples()) {
            throw incomplete(link, group, tuples + " are there");
        }
    }

    /**
     * Checks the tuples of all nodes after scans of some subgroups. Not if scans name the tuples that they expect: then
     * each copy that was read was compared with what was committed.
     *
     * @throws SssException as {@link #checkCount}
     */
    static void checkAll(ClusterLink link, GroupInfo group) {
        if (!isKnown(group)) {
            countedSubgroups(link, group);
        }
    }

    /**
     * As {@link #checkAll} after a scan that has found nothing in a subgroup. Asks its owner, and the other nodes only
     * if it has no tuples of the subgroup.
     */
    static void checkSubgroup(ClusterLink link, GroupInfo group, int subgroup) {
        if (!isKnown(group)
                && !StoredSubgroup.isOn(link, group, link.holders(group).first(subgroup), subgroup)) {
            countedSubgroups(link, group);
        }
    }

    /** Returns the subgroups without tuples; as they were committed, or as the nodes have them after a check of all. */
    public static BitSet emptySubgroups(ClusterLink link, GroupInfo group) {
        return isKnown(group) ? committedEmpty(link, group.subgroups().all()) : countedSubgroups(link, group);
    }

    /** Of groups with one copy, all nodes are asked, as in earlier versions. */
    private static boolean isKnown(GroupInfo group) {
        return group.placement() != null && group.subgroups() != null;
    }

    private static BitSet committedEmpty(ClusterLink link, long[] tuples) {
        BitSet empty = new BitSet();
        for (int subgroup = 0; subgroup < link.map().subgroupCount(); subgroup++) {
            empty.set(subgroup, subgroup >= tuples.length || tuples[subgroup] == 0);
        }
        return empty;
    }

    private static BitSet countedSubgroups(ClusterLink link, GroupInfo group) {
        BitSet empty = new BitSet();
        empty.set(0, link.map().subgroupCount());
        long tuples = 0;
        for (StoredSubgroup stored : StoredSubgroup.of(link, group)) {
            if (!stored.copy()) {
                tuples += stored.stat().tuples();
                empty.set(stored.stat().subgroup(), stored.stat().tuples() == 0);
            }
        }
        checkCount(link, group, tuples);
        return empty;
    }

    /**
     * Replaces CORRUPT by NOT_FOUND for a dropped group: restarted nodes have no record of drops, so it looks like a
     * loss.
     */
    static SssException explained(ClusterLink link, GroupInfo group, SssException e) {
        return e.code() == ErrorCode.CORRUPT && !exists(link, group) ? dropped(group) : e;
    }

    private static boolean exists(ClusterLink link, GroupInfo group) {
        return AllGroups.of(link).groups().stream().anyMatch(other -> other.id() == group.id());
    }

    private static SssException dropped(GroupInfo group) {
        return new SssException(ErrorCode.NOT_FOUND, GroupInfo.described(group.id(), group.name()) + " was dropped");
    }

    /**
     * Returns the error for missing tuples: usually lost files, but maybe a drop of which restarted nodes have no
     * record.
     */
    public static SssException incomplete(ClusterLink link, GroupInfo group, String found) {
        return !exists(link, group)
                ? dropped(group)
                : new SssException(
                        ErrorCode.CORRUPT,
                        GroupInfo.described(group.id(), group.name()) + " was committed with " + group.tuples()
                                + " tuples, but " + found
                                + ": files are missing. Check that data.dir of each node is unchanged, or drop the "
                                + "group and"
                                + " write it again");
    }
}
