package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupKey;

/**
 * Decides which groups of a node are deleted: groups that were dropped according to the journal, groups that this
 * process created and ended, groups that end with their workflow, and uncommitted groups. Thread-safe.
 */
public final class Sweeper {
    private final GroupTable groups;
    private final GroupNumbers numbers;
    private final Orphans orphans;

    Sweeper(GroupTable groups, GroupNumbers numbers, Orphans orphans) {
        this.groups = groups;
        this.numbers = numbers;
        this.orphans = orphans;
    }

    /**
     * The decision about the groups of a node.
     *
     * @param dead    groups whose files can be deleted
     * @param orphans committed groups that the journal does not know: it was restored, lost, or not written before a
     *     crash. They are not deleted
     */
    public record Sweep(List<GroupKey> dead, List<StoredGroup> orphans) {}

    /** Decides about all groups of a node. New groups get higher numbers than all of these. */
    public Sweep sweep(int node, Collection<StoredGroup> stored) {
        synchronized (groups.lock()) {
            numbers.raiseAbove(stored);
            List<GroupKey> dead = new ArrayList<>();
            List<StoredGroup> unknown = new ArrayList<>();
            for (StoredGroup group : stored) {
                if (isLive(group)) {
                    continue;
                }
                if (isOver(group)) {
                    dead.add(key(group));
                } else {
                    unknown.add(group);
                }
            }
            groups.dropped().confirm(node, stored.stream().map(Sweeper::key).toList());
            orphans.found(node, unknown);
            return new Sweep(dead, unknown);
        }
    }

    private static GroupKey key(StoredGroup group) {
        return new GroupKey(group.id(), group.identity());
    }

    /** A group whose identity cannot be read counts as the live group with its number. */
    private boolean isLive(StoredGroup group) {
        GroupKey live = groups.live(group.id());
        return live != null && (group.identity() == null || group.identity().equals(live.identity()));
    }

    private boolean isOver(StoredGroup group) {
        if (group.identity() == null) {
            return false;
        }
        boolean endsByItself = !numbers.isOfLostJournal(group) && (!group.committed() || group.temporary());
        return endsByItself || numbers.isOwn(group) || groups.dropped().contains(key(group));
    }
}
