package org.sss.server.coordinator.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Nearest;

/**
 * The named groups, by name and by id; there may be very many. Reads by name do not block; everything else is guarded
 * by the lock of the catalog.
 */
final class NamedGroups {
    private final ConcurrentSkipListMap<String, GroupInfo> byName = new ConcurrentSkipListMap<>();
    private final Map<Long, GroupInfo> byId = new HashMap<>();
    private long heapBytes;

    /** Null if no group has the name. */
    GroupInfo get(String name) {
        return byName.get(name);
    }

    /** Null if the group has no name. */
    GroupInfo get(long id) {
        return byId.get(id);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    GroupInfo known(String name) {
        GroupInfo group = get(name);
        if (group == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "there is no group '" + name + "'" + nearest(name) + "; 'sss group ls' lists the groups");
        }
        return group;
    }

    /** For errors: a hint to the group with a similar name, or an empty string. */
    String nearest(String name) {
        return Nearest.hint(name, after(null).stream().map(GroupInfo::name));
    }

    /** Groups with names after {@code name}, or all if it is null, by name. */
    Collection<GroupInfo> after(String name) {
        return name == null ? byName.values() : byName.tailMap(name, false).values();
    }

    /** Names or renames a group; returns the other group that had the name and now has none, or null. */
    GroupInfo put(GroupInfo group) {
        heapBytes += GroupTexts.heapBytes(group);
        GroupInfo same = byId.put(group.id(), group);
        if (same != null) {
            heapBytes -= GroupTexts.heapBytes(same);
        }
        if (same != null && !same.name().equals(group.name())) {
            byName.remove(same.name());
        }
        GroupInfo other = byName.put(group.name(), group);
        if (other == null || other.id() == group.id()) {
            return null;
        }
        byId.remove(other.id());
        heapBytes -= GroupTexts.heapBytes(other);
        return other;
    }

    /** @param group with a name */
    void remove(GroupInfo group) {
        byName.remove(group.name());
        GroupInfo removed = byId.remove(group.id());
        if (removed != null) {
            heapBytes -= GroupTexts.heapBytes(removed);
        }
    }

    /** About the bytes of all groups in the heap. */
    long heapBytes() {
        return heapBytes;
    }

    int count() {
        return byId.size();
    }
}
