package org.sss.server.coordinator.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.sss.net.control.GroupInfo;

/**
 * The groups that have a name, of which there may be very many: each is found by its name and by its id. Reading by name waits for
 * nothing; all else is guarded by the lock of the catalog.
 */
final class NamedGroups {
    private final ConcurrentSkipListMap<String, GroupInfo> byName = new ConcurrentSkipListMap<>();
    private final Map<Long, GroupInfo> byId = new HashMap<>();

    /** Null when no group has the name. */
    GroupInfo get(String name) {
        return byName.get(name);
    }

    /** Null when the group has no name. */
    GroupInfo get(long id) {
        return byId.get(id);
    }

    /** Those whose names are behind {@code name}, or all if that is null, by name. */
    Collection<GroupInfo> behind(String name) {
        return name == null ? byName.values() : byName.tailMap(name, false).values();
    }

    /** Gives a group its name in place of one that it has; returns another one, which had that name and has none any more, or null. */
    GroupInfo put(GroupInfo group) {
        GroupInfo same = byId.put(group.id(), group);
        if (same != null && !same.name().equals(group.name())) {
            byName.remove(same.name());
        }
        GroupInfo other = byName.put(group.name(), group);
        if (other == null || other.id() == group.id()) {
            return null;
        }
        byId.remove(other.id());
        return other;
    }

    /** @param group that has a name */
    void remove(GroupInfo group) {
        byName.remove(group.name());
        byId.remove(group.id());
    }
}
