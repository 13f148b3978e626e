package org.sss.dataserver.group;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.DescribedPart;
import org.sss.net.control.DataVerbs.DescribedParts;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;

/**
 * Describes what this node has committed of groups, for a coordinator whose journal does not know them. Thread-safe.
 */
public final class GroupDescriptions {
    private final Groups groups;

    public GroupDescriptions(Groups groups) {
        this.groups = groups;
    }

    public DescribedParts of(List<GroupKey> keys) {
        return new DescribedParts(keys.stream().map(this::of).toList());
    }

    private DescribedPart of(GroupKey key) {
        try {
            Group group = groups.isAnother(key) ? null : groups.find(key);
            return group == null ? DescribedPart.NOTHING : of(group);
        } catch (SssException e) {
            return e.code() == ErrorCode.NOT_FOUND
                    ? DescribedPart.NOTHING
                    : new DescribedPart(0, 0, 0, null, null, e.getMessage());
        }
    }

    private static DescribedPart of(Group group) {
        Stored stored = group.committed();
        List<LostSegment> lost = WholeGroups.lostSegments(group);
        String damage = lost.isEmpty()
                ? null
                : lost.stream().mapToLong(LostSegment::tuples).sum() + " of its " + stored.tuples()
                        + " tuples are lost";
        String file = WholeGroups.damage(lost);
        return new DescribedPart(
                stored.tuples(),
                stored.dataBytes(),
                stored.storedBytes(),
                group.committedSubgroups(),
                group.commits().description(),
                file == null ? damage : damage + ": " + file);
    }
}
