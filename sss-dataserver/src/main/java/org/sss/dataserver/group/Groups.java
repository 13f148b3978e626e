package org.sss.dataserver.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;

/** The groups that this node stores, by id, and the ids that were dropped recently. Thread-safe. */
public final class Groups {
    /** Ids are never reused; a late writer may still name the newest ones. */
    private static final int RECORDED_DROPS = 10_000;

    /** Only a restart of the coordinator leaves some. */
    private static final int MAX_CREATED = 100_000;

    private final Storage storage;
    private final Map<Long, Group> groups = new ConcurrentHashMap<>();
    /** By number, the latest group that was dropped. */
    private final Map<Long, Dropped> dropped = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Dropped> eldest) {
            return size() > RECORDED_DROPS;
        }
    });

    /** Identities of the groups that clients may write, by number. */
    private final Map<Long, String> created = Collections.synchronizedMap(new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > MAX_CREATED;
        }
    });

    /** @param gone whether all of it is deleted */
    private record Dropped(String identity, boolean gone) {}

    public Groups(Storage storage) {
        this.storage = storage;
    }

    void add(Group group) {
        groups.put(group.id(), group);
    }

    /**
     * Returns the group, or null if this node stores nothing of it.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when it was dropped,
     *     {@link ErrorCode#CORRUPT} when this node has another group of its number
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
     * @param put what is to be written
     */
    public Group forWriting(DataVerbs.Put put) {
        return forWriting(put.key(), () -> Group.fresh(put, storage));
    }

    /** As {@link #forWriting(DataVerbs.Put)}, for a group that is to last. */
    public Group forWriting(GroupKey key) {
        return forWriting(key, () -> Group.fresh(key, storage, false));
    }

    private Group forWriting(GroupKey key, Supplier<Group> make) {
        checkNotDropped(key);
        return groups.computeIfAbsent(key.id(), id -> {
            checkNotDropped(key);
            return make.get();
        });
    }

    /** Lets clients write the group until {@link #committed} or {@link #dropping}. */
    public void create(GroupKey key) {
        created.put(key.id(), key.identity());
    }

    /** Ends the writes of clients. */
    public void committed(GroupKey key) {
        created.remove(key.id(), key.identity());
    }

    /**
     * Checks that clients may write the group: otherwise a client could occupy the numbers of groups of others.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE}
     */
    public void checkCreated(GroupKey key) {
        if (!key.identity().equals(created.get(key.id()))) {
            throw SssException.withoutTrace(
                    ErrorCode.NODE_UNREACHABLE,
                    "group " + key.id() + " cannot be written: its writer did not create it,"
                            + " it was committed or dropped, or this node has restarted since");
        }
    }

    /**
     * Returns true if another group has this number here. One whose identity cannot be read counts as the requested
     * one.
     */
    boolean isAnother(GroupKey key) {
        Group group = groups.get(key.id());
        if (group == null) {
            return false;
        }
        String stored = group.identityOrNull();
        return stored != null && !stored.equals(key.identity());
    }

    /** Hides the group from all callers but this one, until {@link #remove}. Returns it, or null if there is none. */
    Group dropping(GroupKey key) {
        created.remove(key.id(), key.identity());
        dropped.merge(
                key.id(),
                new Dropped(key.identity(), false),
                (old, now) -> old.identity.equals(now.identity) ? old : now);
        return groups.computeIfPresent(key.id(), (id, group) -> { // waits for a thread that is creating it
            group.setIdentity(key.identity());
            return group;
        });
    }

    /** Returns false if another drop has removed it. */
    boolean remove(Group group) {
        return groups.remove(group.id(), group);
    }

    /** Records that a dropped group is deleted completely, and nothing of it can arrive. */
    void gone(GroupKey key) {
        dropped.computeIfPresent(
                key.id(), (id, last) -> last.identity.equals(key.identity()) ? new Dropped(last.identity, true) : last);
    }

    /** Returns true if {@link #gone} was called for it recently. */
    boolean isGone(GroupKey key) {
        Dropped last = dropped.get(key.id());
        return last != null && last.gone && last.identity.equals(key.identity());
    }

    /** Returns the ids of groups for which this node received anything, committed or not, ascending. */
    public List<Long> ids() {
        return groups.keySet().stream().sorted().toList();
    }

    public int count() {
        return groups.size();
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
