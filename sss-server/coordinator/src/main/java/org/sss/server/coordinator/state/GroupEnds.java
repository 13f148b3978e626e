package org.sss.server.coordinator.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;

/**
 * Decides when the files of an ended group are deleted: not while it is pinned, and not before its end is on the disk
 * in the journal. Guarded by the lock of the catalog.
 */
final class GroupEnds {
    private final Consumer<GroupKey> onDead;
    private final Map<Long, Integer> pins = new HashMap<>();
    /** Groups whose end is written but not yet on the disk, and the position of its journal line. */
    private final Map<Long, Long> dying = new HashMap<>();
    /** Groups that were dropped or replaced while they were pinned: their user may give them another name. */
    private final Map<Long, GroupInfo> nameless = new HashMap<>();

    /** The groups of both maps, and all other ended groups that are still pinned. */
    private final Map<Long, GroupKey> over = new HashMap<>();

    /** @param onDead called for each group whose files can be deleted; must not block */
    GroupEnds(Consumer<GroupKey> onDead) {
        this.onDead = onDead;
    }

    void pin(long id) {
        pins.merge(id, 1, Integer::sum);
    }

    /** Removes a pin. Returns true if there is none left. */
    boolean unpin(long id) {
        boolean free = pins.computeIfPresent(id, (i, count) -> count == 1 ? null : count - 1) == null;
        if (free) {
            nameless.remove(id);
        }
        return free;
    }

    boolean isPinned(long id) {
        return pins.containsKey(id);
    }

    /** Records that a group lost its name by the line at {@code position}. */
    void die(GroupInfo group, long position) {
        dying.put(group.id(), position);
        over.put(group.id(), group.key());
        if (pins.containsKey(group.id())) {
            nameless.put(group.id(), group);
        }
    }

    /** Returns a group that lost its name while it is pinned, else null. */
    GroupInfo nameless(long id) {
        return nameless.get(id);
    }

    /** Records that a group has a name again. */
    void live(long id) {
        nameless.remove(id);
        dying.remove(id);
        over.remove(id);
    }

    /** Called when the journal is on the disk up to {@code position}. */
    void settle(long position) {
        List<Long> settled = dying.entrySet().stream()
                .filter(e -> e.getValue() <= position)
                .map(Map.Entry::getKey)
                .toList();
        settled.forEach(dying::remove);
        settled.forEach(this::endUnlessPinned);
    }

    /** Ends a group: its files are deleted unless it is pinned. */
    void end(GroupKey group) {
        over.put(group.id(), group);
        endUnlessPinned(group.id());
    }

    /** Deletes the files of a group that is unknown here, and so not pinned. */
    void over(GroupKey group) {
        onDead.accept(group);
    }

    /** Deletes the files of an ended group unless it is pinned; does nothing for others. */
    void endUnlessPinned(long id) {
        if (!pins.containsKey(id)) {
            GroupKey group = over.remove(id);
            if (group != null) {
                onDead.accept(group);
            }
        }
    }

    /** True if the files of the group are retained, whatever its name. */
    boolean isRetained(long id) {
        return pins.containsKey(id) || dying.containsKey(id);
    }

    /** Returns an ended group whose files are retained, else null. */
    GroupKey retained(long id) {
        return isRetained(id) ? over.get(id) : null;
    }
}
