package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.net.control.GroupKey;

/** The groups that this node stores, by id, and the ids that were dropped recently. Thread-safe. */
public final class Groups {
    /** Ids are never reused; a late writer may still name the newest ones. */
    private static final int REMEMBERED_DROPS = 10_000;

    private final Storage storage;
    private final Map<Long, Group> groups = new ConcurrentHashMap<>();
    /** By number, the latest group that was dropped. */
    private final Map<Long, Dropped> dropped = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Dropped> eldest) {
            return size() > REMEMBERED_DROPS;
        }
    });

    /** @param gone whether all of it is deleted */
    private record Dropped(String identity, boolean gone) {
    }

    public Groups(Storage storage) {
        this.storage = storage;
    }

    void add(Group group) {
        groups.put(group.id(), group);
    }

    /**
     * Returns the group, or null if this node stores nothing of it.
     *
     * @throws org.sss.api.SssException {@link org.sss.api.ErrorCode#NOT_FOUND} when it was dropped,
     *     {@link org.sss.api.ErrorCode#CORRUPT} when this node has another group of its number
     */
    public Group find(GroupKey key) {
        Group group = find(key.id());
        if (group != null) {
            group.checkIs(key);
        }
        return group;
    }

    /** As {@link #find(GroupKey)}, for a caller that has compared the identity already. */
    public Group find(long id) {
        Group group = groups.get(id);
        Dropped last = dropped.get(id);
        if (last != null && (group == null || group.isKnownAs(last.identity))) {
            throw Group.dropped(id);
        }
        return group;
    }

    /**
     * Returns the group, which is created if necessary. An existing one may be another group of this number; that is
     * detected when the first block is stored, since this method does not read files.
     *
     * @param temporary used if it is created
     */
    public Group forWriting(GroupKey key, boolean temporary) {
        checkNotDropped(key);
        return groups.computeIfAbsent(key.id(), id -> {
            checkNotDropped(key);
            return Group.fresh(key, storage, temporary);
        });
    }

    /**
     * Returns true if another group has this number here. One whose identity cannot be read counts as the requested
     * one.
     */
    public boolean isAnother(GroupKey key) {
        Group group = groups.get(key.id());
        if (group == null) {
            return false;
        }
        String stored = group.identityOrNull();
        return stored != null && !stored.equals(key.identity());
    }

    /** Hides the group from all callers but this one, until {@link #remove}. Returns it, or null if there is none. */
    public Group dropping(GroupKey key) {
        dropped.merge(key.id(), new Dropped(key.identity(), false), (old, now) -> old.identity.equals(now.identity) ? old : now);
        return groups.computeIfPresent(key.id(), (id, group) -> { // waits for a thread that is creating it
            group.setIdentity(key.identity());
            return group;
        });
    }

    /** Returns false if another drop has removed it. */
    public boolean remove(Group group) {
        return groups.remove(group.id(), group);
    }

    /** Records that a dropped group is deleted completely, and nothing of it can arrive. */
    public void gone(GroupKey key) {
        dropped.computeIfPresent(key.id(), (id, last) -> last.identity.equals(key.identity()) ? new Dropped(last.identity, true) : last);
    }

    /** Returns true if {@link #gone} was called for it recently. */
    public boolean isGone(GroupKey key) {
        Dropped last = dropped.get(key.id());
        return last != null && last.gone && last.identity.equals(key.identity());
    }

    /** Returns the ids of groups for which this node received anything, committed or not, ascending. */
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
