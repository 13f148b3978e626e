package org.sss.dataserver;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.api.SssException;

/** The groups of which this node has a part, by id, and the ids that were dropped lately. Thread-safe. */
final class Groups {
    /** Ids are never used again; the newest ones are those that a late writer may still name. */
    private static final int REMEMBERED_DROPS = 10_000;

    private final Storage storage;
    private final Map<Long, Group> groups = new ConcurrentHashMap<>();
    /** With whether nothing of them is left. */
    private final Map<Long, Boolean> dropped = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > REMEMBERED_DROPS;
        }
    });

    Groups(Storage storage) {
        this.storage = storage;
    }

    void add(Group group) {
        groups.put(group.id(), group);
    }

    /** The group, or null when this node has nothing of it. */
    Group find(long id) {
        checkNotDropped(id);
        return groups.get(id);
    }

    /**
     * The group, made if need be.
     *
     * @param temporary if it is made
     */
    Group forWriting(long id, boolean temporary) {
        checkNotDropped(id);
        return groups.computeIfAbsent(id, key -> {
            checkNotDropped(key);
            return Group.fresh(key, storage, temporary);
        });
    }

    /** The group, which nobody else than who drops it finds from now on; it stays until {@link #remove}. Null when it is not there. */
    Group dropping(long id) {
        dropped.putIfAbsent(id, false);
        return groups.computeIfPresent(id, (key, group) -> group); // waits for who is just making it
    }

    /** False when another drop has done so. */
    boolean remove(Group group) {
        return groups.remove(group.id(), group);
    }

    /** Nothing of a group that was dropped is left, and nothing can come. */
    void gone(long id) {
        dropped.replace(id, true);
    }

    /** Whether {@link #gone} was said of it, lately. */
    boolean isGone(long id) {
        return dropped.getOrDefault(id, false);
    }

    /** Ids of groups of which something was ever sent here, committed or not, ascending. */
    List<Long> ids() {
        return groups.keySet().stream().sorted().toList();
    }

    List<Group> all() {
        return new ArrayList<>(groups.values());
    }

    /** @throws SssException {@link org.sss.api.ErrorCode#NOT_FOUND} */
    void checkNotDropped(long id) {
        if (dropped.containsKey(id)) {
            throw Group.dropped(id);
        }
    }
}
