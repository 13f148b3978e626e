package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.net.control.GroupKey;

/** The groups of which this node has a part, by id, and the ids that were dropped lately. Thread-safe. */
public final class Groups {
    /** Ids are never used again; the newest ones are those that a late writer may still name. */
    private static final int REMEMBERED_DROPS = 10_000;

    private final Storage storage;
    private final Map<Long, Group> groups = new ConcurrentHashMap<>();
    /** Of each number the latest group that was dropped. */
    private final Map<Long, Dropped> dropped = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Dropped> eldest) {
            return size() > REMEMBERED_DROPS;
        }
    });

    /** @param gone whether nothing of it is left */
    private record Dropped(String identity, boolean gone) {
    }

    public Groups(Storage storage) {
        this.storage = storage;
    }

    void add(Group group) {
        groups.put(group.id(), group);
    }

    /**
     * The group, or null when this node has nothing of it.
     *
     * @throws org.sss.api.SssException {@link org.sss.api.ErrorCode#NOT_FOUND} when it was dropped,
     *     {@link org.sss.api.ErrorCode#CORRUPT} when this node has another one of its number
     */
    public Group find(GroupKey key) {
        Group group = find(key.id());
        if (group != null) {
            group.checkIs(key);
        }
        return group;
    }

    /** As {@link #find(GroupKey)} for a caller that has compared the identity already. */
    public Group find(long id) {
        Group group = groups.get(id);
        Dropped last = dropped.get(id);
        if (last != null && (group == null || group.isKnownAs(last.identity))) {
            throw Group.dropped(id);
        }
        return group;
    }

    /**
     * The group, made if need be. One that is there may be another one, which is found out when the first block is stored: this does not
     * read files.
     *
     * @param temporary if it is made
     */
    public Group forWriting(GroupKey key, boolean temporary) {
        checkNotDropped(key);
        return groups.computeIfAbsent(key.id(), id -> {
            checkNotDropped(key);
            return Group.fresh(key, storage, temporary);
        });
    }

    /** Whether another group has this number here. One whose identity cannot be read is taken for the one that is asked for. */
    public boolean isAnother(GroupKey key) {
        Group group = groups.get(key.id());
        if (group == null) {
            return false;
        }
        String stored = group.identityOrNull();
        return stored != null && !stored.equals(key.identity());
    }

    /** The group, which nobody else than who drops it finds from now on; it stays until {@link #remove}. Null when it is not there. */
    public Group dropping(GroupKey key) {
        dropped.merge(key.id(), new Dropped(key.identity(), false), (old, now) -> old.identity.equals(now.identity) ? old : now);
        return groups.computeIfPresent(key.id(), (id, group) -> { // waits for who is just making it
            group.setIdentity(key.identity());
            return group;
        });
    }

    /** False when another drop has done so. */
    public boolean remove(Group group) {
        return groups.remove(group.id(), group);
    }

    /** Nothing of a group that was dropped is left, and nothing can come. */
    public void gone(GroupKey key) {
        dropped.computeIfPresent(key.id(), (id, last) -> last.identity.equals(key.identity()) ? new Dropped(last.identity, true) : last);
    }

    /** Whether {@link #gone} was said of it, lately. */
    public boolean isGone(GroupKey key) {
        Dropped last = dropped.get(key.id());
        return last != null && last.gone && last.identity.equals(key.identity());
    }

    /** Ids of groups of which something was ever sent here, committed or not, ascending. */
    public List<Long> ids() {
        return groups.keySet().stream().sorted().toList();
    }

    public List<Group> all() {
        return new ArrayList<>(groups.values());
    }

    private void checkNotDropped(GroupKey key) {
        Dropped last = dropped.get(key.id());
        if (last != null && last.identity.equals(key.identity())) {
            throw Group.dropped(key.id());
        }
    }
}
