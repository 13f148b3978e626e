package org.sss.server.coordinator.state;

import java.util.Collection;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupKey;

/**
 * The numbers of groups: those of new groups are higher than all that nodes report. Guarded by the lock of the catalog.
 */
final class GroupNumbers {
    /** No cluster reaches it: a node that reports a higher number must not use up all numbers. */
    private static final long MAX_ID = Long.MAX_VALUE / 2;

    private final Counter ids;
    private final GroupIdentities identities = new GroupIdentities();
    /** See {@link Entry.GroupNumbers}. */
    private long retainedBelow;

    GroupNumbers(EntryLog log) {
        ids = new Counter(below -> log.sync(log.write(new Entry.GroupNumbers(below))));
    }

    GroupKey next() {
        long id = ids.take();
        return new GroupKey(id, identities.of(id));
    }

    /** True if this process has created the group. */
    boolean isOwn(StoredGroup group) {
        return identities.of(group.id()).equals(group.identity());
    }

    /** True if the group may be one of a journal that was lost. */
    boolean isOfLostJournal(StoredGroup group) {
        return group.id() < retainedBelow;
    }

    void raiseAbove(Collection<StoredGroup> stored) {
        stored.stream()
                .mapToLong(StoredGroup::id)
                .filter(id -> id < MAX_ID)
                .max()
                .ifPresent(ids::raiseAbove);
    }

    void replay(Entry.GroupNumbers numbers) {
        ids.restore(numbers.below());
        retainedBelow = Math.max(retainedBelow, numbers.keptBelow());
    }

    Entry snapshot() {
        return new Entry.GroupNumbers(ids.reserved(), retainedBelow);
    }
}
