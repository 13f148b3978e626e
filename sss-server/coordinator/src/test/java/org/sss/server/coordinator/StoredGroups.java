package org.sss.server.coordinator;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;

/** Lists of stored groups, as data servers report them. */
public final class StoredGroups {
    private StoredGroups() {}

    public static List<StoredGroup> of(GroupInfo... groups) {
        return of(List.of(groups));
    }

    /** A group whose identity cannot be read. */
    public static List<StoredGroup> ofIds(Collection<Long> ids) {
        return ids.stream().map(id -> new StoredGroup(id, null, true, false)).toList();
    }

    public static List<StoredGroup> uncommitted(GroupInfo... groups) {
        return Stream.of(groups)
                .map(group -> new StoredGroup(group.id(), group.identity(), false, false))
                .toList();
    }

    public static List<StoredGroup> of(Collection<GroupInfo> groups) {
        return groups.stream()
                .map(group -> new StoredGroup(group.id(), group.identity(), true, false))
                .toList();
    }
}
