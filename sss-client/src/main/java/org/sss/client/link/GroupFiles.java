package org.sss.client.link;

import java.util.BitSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;

/**
 * Compares what is there of a group with what was committed: a node whose directory was lost or emptied has no files that
 * could be found damaged, and knows nothing of the group. Stateless.
 */
public final class GroupFiles {
    private GroupFiles() {
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} unless {@code tuples}, a count of all, is that of the commit */
    static void checkCount(ClusterLink link, GroupInfo group, long tuples) {
        if (tuples != group.tuples()) {
            throw incomplete(link, group, tuples + " are there");
        }
    }

    /** Asks all nodes what they have of the group. @throws SssException as {@link #checkCount} */
    static void checkAll(ClusterLink link, GroupInfo group) {
        emptySubgroups(link, group);
    }

    /** Asks the owner of the subgroup, and the other nodes only when it has no tuples of it. @throws SssException as {@link #checkCount} */
    static void checkSubgroup(ClusterLink link, GroupInfo group, int subgroup) {
        boolean isThere = GroupLayout.stat(link, group, link.map().ownerOf(subgroup)).subgroups().stream()
                .anyMatch(stat -> stat.subgroup() == subgroup && stat.tuples() > 0);
        if (!isThere) {
            checkAll(link, group);
        }
    }

    /** The subgroups without tuples, once {@link #checkAll} found nothing wrong. */
    public static BitSet emptySubgroups(ClusterLink link, GroupInfo group) {
        BitSet empty = new BitSet();
        empty.set(0, link.map().subgroupCount());
        long tuples = 0;
        for (GroupLayout.Placed placed : GroupLayout.of(link, group).subgroups()) {
            tuples += placed.stat().tuples();
            empty.set(placed.stat().subgroup(), placed.stat().tuples() == 0);
        }
        checkCount(link, group, tuples);
        return empty;
    }

    /** A node that was restarted forgets what was dropped, so that a group that is gone looks as one whose files are lost. */
    static SssException explained(ClusterLink link, GroupInfo group, SssException e) {
        return e.code() == ErrorCode.CORRUPT && !exists(link, group) ? dropped(group) : e;
    }

    private static boolean exists(ClusterLink link, GroupInfo group) {
        return AllGroups.of(link).stream().anyMatch(other -> other.id() == group.id());
    }

    private static SssException dropped(GroupInfo group) {
        return new SssException(ErrorCode.NOT_FOUND, GroupInfo.described(group.id(), group.name()) + " was dropped");
    }

    /** What it means that not everything is there: mostly lost files, but nodes that were restarted forget what was dropped. */
    public static SssException incomplete(ClusterLink link, GroupInfo group, String found) {
        return !exists(link, group) ? dropped(group)
                : new SssException(ErrorCode.CORRUPT, GroupInfo.described(group.id(), group.name()) + " was committed with " + group.tuples() + " tuples, and " + found
                        + ": some of its files are gone. Look whether data.dir of each node is what it was, or drop the group and"
                        + " write it again");
    }
}
