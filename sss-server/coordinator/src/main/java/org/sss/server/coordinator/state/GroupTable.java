package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Placement;

/**
 * The groups of the catalog in each state, and the journal of their changes. Guarded by the lock.
 *
 * <pre>
 *   synchronized (lock) { check; position = log.write(entry); put or drop }
 *   sync(position)        which also deletes the files of groups that ended
 * </pre>
 *
 * @param lock of the catalog
 */
record GroupTable(
        Object lock, EntryLog log, NamedGroups named, UnnamedGroups unnamed, GroupEnds ends, DroppedGroups dropped) {
    private static final int DROPPED_IN_A_LINE = 1000;

    GroupTable(Object lock, EntryLog log, int nodes, Consumer<GroupKey> onDead) {
        this(lock, log, new NamedGroups(), new UnnamedGroups(), new GroupEnds(onDead), new DroppedGroups(nodes));
    }

    /** Returns the group of this number whose files are retained, or null. */
    GroupKey live(long id) {
        UnnamedGroups.Unnamed without = unnamed.get(id);
        GroupInfo info = without != null ? without.info() : named.get(id);
        return info != null ? info.key() : ends.retained(id);
    }

    boolean isLive(long id) {
        return unnamed.get(id) != null || ends.isRetained(id) || named.get(id) != null;
    }

    /** Returns the group if it has no name yet or any more; else null. */
    GroupInfo withoutName(long id) {
        UnnamedGroups.Unnamed group = unnamed.get(id);
        return group != null ? group.info() : ends.nameless(id);
    }

    /** Names or renames a group by the line at {@code position}; another group that has the name ends. */
    void put(GroupInfo group, long position) {
        GroupInfo before = named.put(group);
        if (before != null) {
            ends.die(before, position);
            dropped.add(before.key());
        }
    }

    /** Ends a named group; returns the position of the line. */
    long drop(GroupInfo group) {
        long position = log.write(new Entry.Drop(group.id()));
        named.remove(group);
        ends.die(group, position);
        dropped.add(group.key());
        return position;
    }

    /**
     * Waits without the lock until the journal is on the disk up to {@code position}. If that fails, only the next
     * start knows the dead groups.
     */
    void sync(long position) {
        log.sync(position);
        settle(position);
    }

    /** As {@link #sync}, for the content of groups: see {@link EntryLog#syncGroups}. */
    void syncGroups(long position) {
        log.syncGroups(position);
        settle(position);
    }

    private void settle(long position) {
        synchronized (lock) {
            ends.settle(position);
        }
    }

    /** Applies one entry of the journal, at start. Ignores entries that are not about groups. */
    void replay(Entry entry) {
        if (entry instanceof Entry.Publish publish) {
            replayPut(publish.group());
        } else if (entry instanceof Entry.Dropped gone) {
            gone.groups().forEach(dropped::add);
        } else if (entry instanceof Entry.Drop drop) {
            replayDrop(named.get(drop.group()));
        } else if (entry instanceof Entry.Placed placed) {
            placed.groups().forEach(id -> replayPlaced(named.get(id), placed.placement()));
        } else if (entry instanceof Entry.Rename rename) {
            replayRename(named.get(rename.group()), rename.name());
        }
    }

    private void replayDrop(GroupInfo group) {
        if (group != null) {
            named.remove(group);
            dropped.add(group.key());
        }
    }

    private void replayPut(GroupInfo group) {
        dropped.remove(group.key());
        GroupInfo before = named.put(GroupTexts.shortened(group));
        if (before != null) {
            dropped.add(before.key());
        }
    }

    private void replayPlaced(GroupInfo group, Placement placement) {
        if (group != null) {
            named.put(group.withPlacement(placement));
        }
    }

    private void replayRename(GroupInfo group, String name) {
        if (group != null) {
            replayPut(group.withName(name));
        }
    }

    /** The entries of the current state. */
    List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        named.after(null).forEach(group -> entries.add(new Entry.Publish(group)));
        List<GroupKey> gone = dropped.all();
        for (int from = 0; from < gone.size(); from += DROPPED_IN_A_LINE) {
            entries.add(new Entry.Dropped(gone.subList(from, Math.min(gone.size(), from + DROPPED_IN_A_LINE))));
        }
        return entries;
    }
}
