package org.sss.server.coordinator.state;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;

/**
 * When the files of a group go: not while somebody has it pinned, and not before the line of the journal that says that it is over is on
 * the disk. Guarded by the lock of the catalog.
 */
final class GroupEnds {
    private final Consumer<GroupKey> onDead;
    private final Map<Long, Integer> pins = new HashMap<>();
    /** Groups whose end is written but not yet on the disk, and the position of the line that says so. */
    private final Map<Long, Long> dying = new HashMap<>();
    /** Groups that were dropped or replaced while they were pinned: who has them may give them another name. */
    private final Map<Long, GroupInfo> nameless = new HashMap<>();

    /** Those of both kinds, and all others that are over and still pinned. */
    private final Map<Long, GroupKey> over = new HashMap<>();

    /** @param onDead told each group whose files can go; must not wait */
    GroupEnds(Consumer<GroupKey> onDead) {
        this.onDead = onDead;
    }

    void pin(long id) {
        pins.merge(id, 1, Integer::sum);
    }

    /** Returns whether nobody has it pinned any more. */
    boolean unpin(long id) {
        boolean free = pins.computeIfPresent(id, (i, count) -> count == 1 ? null : count - 1) == null;
        if (free) {
            nameless.remove(id);
        }
        return free;
    }

    /** A group lost its name by the line at {@code position}. */
    void die(GroupInfo group, long position) {
        dying.put(group.id(), position);
        over.put(group.id(), group.key());
        if (pins.containsKey(group.id())) {
            nameless.put(group.id(), group);
        }
    }

    /** A group that lost its name while it is pinned, else null. */
    GroupInfo nameless(long id) {
        return nameless.get(id);
    }

    /** A group has a name, which it may have lost before. */
    void live(long id) {
        nameless.remove(id);
        dying.remove(id);
        over.remove(id);
    }

    /** The journal is on the disk up to {@code position}. */
    void settle(long position) {
        List<Long> settled = dying.entrySet().stream().filter(e -> e.getValue() <= position).map(Map.Entry::getKey).toList();
        settled.forEach(dying::remove);
        settled.forEach(this::endUnlessPinned);
    }

    /** Nothing but a pin keeps the files of this group. */
    void end(GroupKey group) {
        over.put(group.id(), group);
        endUnlessPinned(group.id());
    }

    /** The files of a group that was not known here, so that nobody has it pinned, can go. */
    void over(GroupKey group) {
        onDead.accept(group);
    }

    /** Does nothing when it is not known to be over. */
    void endUnlessPinned(long id) {
        if (!pins.containsKey(id)) {
            GroupKey group = over.remove(id);
            if (group != null) {
                onDead.accept(group);
            }
        }
    }

    /** Whether its files are kept, whatever it is called. */
    boolean keeps(long id) {
        return pins.containsKey(id) || dying.containsKey(id);
    }

    /** One that is over and whose files are kept, else null. */
    GroupKey kept(long id) {
        return keeps(id) ? over.get(id) : null;
    }
}
