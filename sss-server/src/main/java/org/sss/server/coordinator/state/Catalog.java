package org.sss.server.coordinator.state;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Nearest;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.WorkflowSpec.GroupSpec;

/**
 * The groups. Thread-safe; reading waits for nothing.
 *
 * <pre>
 *   begin -> WRITING --publish--> READY under its name --drop, replace--> dead
 *               |----keep-------> temporary, without name --discard-----> dead
 *               |----discard----------------------------------------------> dead
 * </pre>
 *
 * Only named groups are in the journal: what is WRITING or temporary ends with this process. The files of a dead group go once nobody has it pinned, and not before the journal's line
 * that says so is on the disk: a crash before that brings the group back. Files that the catalog knows nothing of are kept: see {@link #sweep}.
 */
public final class Catalog {
    private static final int DROPPED_IN_A_LINE = 1000;
    /** No cluster gets there: a node that names a higher one must not use up all numbers. */
    private static final long MAX_ID = Long.MAX_VALUE / 2;

    private final EntryLog log;
    private final Clock clock;
    private final Counter ids;
    private final SecureRandom random = new SecureRandom();
    /** The first half of the identities of all groups that this process begins: whose they are, without a list of them. */
    private final String own = GroupKey.randomHalf(random);
    private final NamedGroups named = new NamedGroups();
    private final Losses losses;
    private final Orphans orphans = new Orphans(this);
    /** Guarded by this, as all that follows. */
    private final Map<Long, Unnamed> unnamed = new HashMap<>();
    private final GroupEnds ends;
    private final DroppedGroups dropped;
    private final PromisedNames promised = new PromisedNames();
    /** See {@link Entry.GroupNumbers}. */
    private long keptBelow;

    private record Unnamed(GroupInfo info, boolean replace, boolean temporary) {
    }

    /**
     * @param nodes  of the cluster
     * @param onDead told each group whose files can go; must not wait
     */
    Catalog(EntryLog log, Clock clock, int nodes, Consumer<GroupKey> onDead) {
        this.log = log;
        this.clock = clock;
        ends = new GroupEnds(onDead);
        dropped = new DroppedGroups(nodes);
        losses = new Losses(log, this, named);
        this.ids = new Counter(below -> log.sync(log.write(new Entry.GroupNumbers(below))));
    }

    /** The first READY groups whose names are behind {@code behind}, or all names if that is null: as many as an answer has room for. */
    public Groups page(String behind) {
        return GroupPage.of(named.behind(behind), losses::seen);
    }

    /** INCOMPLETE when nodes have lost tuples of it, as from {@link #get} and {@link #pin(String)}. */
    public Optional<GroupInfo> find(String name) {
        return Optional.ofNullable(named.get(name)).map(losses::seen);
    }

    /** All READY groups whose names begin with {@code prefix}, by name. */
    public List<GroupInfo> withPrefix(String prefix) {
        return named.behind(prefix).stream().takeWhile(group -> group.name().startsWith(prefix)).toList();
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public GroupInfo get(String name) {
        return losses.seen(known(name));
    }

    private GroupInfo known(String name) {
        GroupInfo group = named.get(name);
        if (group == null) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no group '" + name + "'" + nearest(name)
                    + "; 'sss group ls' lists the groups");
        }
        return group;
    }

    /** For an error: the group whose name resembles {@code name}, or nothing. */
    public String nearest(String name) {
        return Nearest.hint(name, named.behind(null).stream().map(GroupInfo::name));
    }

    /** What nodes have lost. */
    public Losses losses() {
        return losses;
    }

    /** Groups that nodes have and the journal does not know. */
    public Orphans orphans() {
        return orphans;
    }

    /**
     * Gives an orphaned group a name, durably.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when it is none; {@link ErrorCode#ALREADY_EXISTS} when its name is taken, or its
     *     number, by another group
     */
    public GroupInfo adopt(GroupInfo group) {
        TupleGroup.checkName(group.name());
        long position;
        synchronized (this) {
            orphans.check(group.key());
            checkFree(group.name(), false);
            checkNumberFree(group.id());
            position = log.write(new Entry.Publish(group));
            orphans.remove(List.of(group.key()));
            dropped.remove(group.key());
            put(group, position);
        }
        log.sync(position);
        settle(position);
        return group;
    }

    private void checkNumberFree(long id) {
        if (isLive(id)) {
            GroupInfo other = named.get(id);
            throw new SssException(ErrorCode.ALREADY_EXISTS, "another group has the number " + id + (other == null ? ", without a name"
                    : ": '" + other.name() + "'; drop that one first, if it is the orphaned one that you need"));
        }
    }

    /**
     * Has the data of orphaned groups deleted; the journal says so, durably, before.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} when one of them is none; nothing has changed then
     */
    public void purge(List<GroupKey> groups) {
        long position;
        synchronized (this) {
            groups.forEach(orphans::check);
            position = log.write(new Entry.Dropped(groups));
            orphans.remove(groups);
            groups.forEach(dropped::add);
        }
        log.sync(position);
        synchronized (this) {
            groups.forEach(ends::over);
        }
    }

    /**
     * A new group, WRITING.
     *
     * @param temporary it will be kept for its writer alone, so its name may be taken
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS}, {@link ErrorCode#INVALID_ARGUMENT}
     */
    public synchronized GroupInfo begin(NewGroup group, boolean temporary) {
        TupleGroup.checkName(group.name());
        if (!temporary) {
            checkFree(group.name(), group.replace(), group.createdBy());
        }
        GroupInfo info = new GroupInfo(ids.take(), group.name(), group.keyType(), group.valueType(), group.hashed(),
                GroupInfo.State.WRITING, 0, 0, 0, clock.millis(), group.createdBy(), group.compression(), own + GroupKey.randomHalf(random));
        unnamed.put(info.id(), new Unnamed(info, group.replace(), temporary));
        return info;
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} when a new group of that name could not be published */
    public synchronized void checkFree(String name, boolean replace) {
        checkFree(name, replace, "");
    }

    private void checkFree(String name, boolean replace, String creator) {
        if (replace) {
            return;
        }
        checkNoneNamed(name);
        promised.checkFree(name, creator);
        for (Unnamed other : unnamed.values()) {
            if (!other.temporary && other.info.name().equals(name)) {
                throw new SssException(ErrorCode.ALREADY_EXISTS, "group '" + name + "' is being written by "
                        + other.info.createdBy() + "; wait for it, or replace it (import with --replace, replacing() in a program)");
            }
        }
    }

    /**
     * Keeps names for a workflow, {@code id} of which its groups are created by, until it has given them or {@link #release}.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} when one of them is taken; none is kept then
     */
    public synchronized void promise(String id, List<GroupSpec> outputs) {
        outputs.forEach(output -> checkFree(output.name(), output.replace()));
        promised.add(id, outputs);
    }

    /** Nothing more is named by the workflow. */
    public synchronized void release(String id) {
        promised.remove(id);
    }

    /** Says that a group will get this name, whatever it has until then: nobody else renames it meanwhile. */
    public synchronized void promise(long id, String name) {
        promised.add(id, name);
    }

    private void checkNoneNamed(String name) {
        if (named.get(name) != null) {
            throw new SssException(ErrorCode.ALREADY_EXISTS, "group '" + name + "' exists already; remove it with 'sss group rm "
                    + name + "', or replace it (import with --replace, replacing() in a program)");
        }
    }

    /**
     * Makes a group that is committed on all data servers READY, durably; a temporary one without its name.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} when its name was taken meanwhile; it is still WRITING then
     */
    public GroupInfo publish(long id, Committed committed) {
        long position;
        GroupInfo ready;
        synchronized (this) {
            Unnamed group = open(id);
            ready = ready(group.info, committed);
            if (group.temporary) {
                unnamed.put(id, new Unnamed(ready, group.replace, true));
                return ready;
            }
            if (!group.replace) {
                checkNoneNamed(ready.name());
            }
            position = log.write(new Entry.Publish(ready));
            unnamed.remove(id);
            put(ready, position);
        }
        log.syncGroups(position);
        settle(position);
        return ready;
    }

    /** Makes a group that is committed on all data servers READY, but leaves it without its name until {@link #publish(List)}. */
    public synchronized GroupInfo finish(long id, Committed committed) {
        Unnamed group = open(id);
        GroupInfo ready = ready(group.info, committed);
        unnamed.put(id, new Unnamed(ready, group.replace, group.temporary));
        return ready;
    }

    /** A group that is READY, and the name that it gets. */
    public record Naming(long id, String name, boolean replace) {
    }

    /**
     * Gives groups their names, or other ones, durably, with one wait for the disk for all of them. A crash leaves all or none. A group that
     * is pinned may have been dropped or replaced meanwhile under the name that it had.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} when one of the names is taken, {@link ErrorCode#STORAGE} when there is no room
     *     for the line that says so; nothing has changed then
     */
    public void publish(List<Naming> namings) {
        if (namings.isEmpty()) {
            return;
        }
        long position;
        synchronized (this) {
            namings.stream().filter(naming -> !naming.replace).forEach(naming -> checkNoneNamed(naming.name));
            position = log.write(entry(namings));
            namings.forEach(naming -> name(naming, position));
        }
        log.syncGroups(position);
        settle(position);
    }

    private Entry entry(List<Naming> namings) {
        List<Entry> entries = namings.stream().map(this::entry).toList();
        return entries.size() == 1 ? entries.get(0) : Entry.All.of(entries);
    }

    private Entry entry(Naming naming) {
        GroupInfo without = withoutName(naming.id);
        return without != null ? new Entry.Publish(without.withName(naming.name)) : new Entry.Rename(namedAs(naming).id(), naming.name);
    }

    /** A group that has no name, not yet or not any more; else null. */
    private GroupInfo withoutName(long id) {
        Unnamed group = unnamed.get(id);
        return group != null ? group.info : ends.nameless(id);
    }

    private GroupInfo namedAs(Naming naming) {
        GroupInfo group = named.get(naming.id);
        if (group == null) {
            throw new SssException(ErrorCode.NOT_FOUND, "group " + naming.id + " was dropped before it became '" + naming.name + "'");
        }
        return group;
    }

    private void name(Naming naming, long position) {
        GroupInfo without = withoutName(naming.id);
        if (without != null) {
            unnamed.remove(naming.id);
            ends.live(naming.id);
            dropped.remove(without.key());
            put(without.withName(naming.name), position);
            promised.given(without, naming.name);
        } else {
            promised.given(move(namedAs(naming), naming.name, position), naming.name);
        }
    }

    private Unnamed open(long id) {
        Unnamed group = unnamed.get(id);
        if (group == null || group.info.state() != GroupInfo.State.WRITING) {
            throw new SssException(ErrorCode.NOT_FOUND, "group " + id + " is not being written");
        }
        return group;
    }

    private static GroupInfo ready(GroupInfo group, Committed committed) {
        return group.ready(committed.sum(), committed.tuples());
    }

    /** Forgets a group that is WRITING or temporary. One that is neither keeps the name that it has. */
    public synchronized void discard(long id) {
        promised.remove(id);
        Unnamed discarded = unnamed.remove(id);
        if (discarded != null) {
            ends.end(discarded.info.key());
        }
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public GroupInfo drop(String name) {
        GroupInfo group;
        long position;
        synchronized (this) {
            group = known(name);
            position = drop(group);
        }
        log.sync(position);
        settle(position);
        return group;
    }

    /** Drops a group if that is still its name. */
    public void drop(String name, long id) {
        long position;
        synchronized (this) {
            GroupInfo group = named.get(name);
            if (group == null || group.id() != id) {
                return;
            }
            position = drop(group);
        }
        log.sync(position);
        settle(position);
    }

    private long drop(GroupInfo group) {
        long position = log.write(new Entry.Drop(group.id()));
        named.remove(group);
        ends.die(group, position);
        dropped.add(group.key());
        return position;
    }

    /**
     * @throws SssException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#ALREADY_EXISTS}, {@link ErrorCode#INVALID_ARGUMENT} when a
     *     workflow is about to give it another name
     */
    public GroupInfo rename(String from, String to, boolean replace) {
        TupleGroup.checkName(to);
        GroupInfo group;
        long position;
        synchronized (this) {
            group = known(from);
            if (from.equals(to)) {
                return group;
            }
            promised.checkMayBeRenamed(group);
            if (!replace) {
                checkFree(to, false);
            }
            position = log.write(new Entry.Rename(group.id(), to));
            group = move(group, to, position);
        }
        log.sync(position);
        settle(position);
        return group;
    }

    private GroupInfo move(GroupInfo g, String to, long position) {
        GroupInfo renamed = g.withName(to);
        put(renamed, position);
        return renamed;
    }

    private void put(GroupInfo group, long position) {
        GroupInfo before = named.put(group);
        if (before != null) {
            ends.die(before, position);
            dropped.add(before.key());
        }
    }

    /** The journal is on the disk up to {@code position}. When it did not get there, only the next start knows who is dead. */
    private synchronized void settle(long position) {
        ends.settle(position);
    }

    /** Finds a READY group and keeps its files until {@link #unpin}, even if it is dropped or replaced meanwhile. */
    public synchronized GroupInfo pin(String name) {
        GroupInfo group = get(name);
        pin(group.id());
        return group;
    }

    /** Keeps the files of a group that is WRITING. */
    public synchronized void pin(long id) {
        ends.pin(id);
    }

    public synchronized void unpin(long id) {
        if (ends.unpin(id) && !isLive(id)) {
            ends.endUnlessPinned(id);
        }
    }

    /**
     * What becomes of groups that a node has.
     *
     * @param dead    their files can go
     * @param orphans were committed, and the journal does not know them: it was restored, lost, or not written any more before a crash.
     *     They are kept
     */
    public record Sweep(List<GroupKey> dead, List<StoredGroup> orphans) {
    }

    /**
     * Decides about all groups that a node has. Deleted is only what the journal says was dropped, what this process began and ended,
     * what ends with its workflow, and what was not committed. New groups get higher numbers than all of these.
     */
    public synchronized Sweep sweep(int node, Collection<StoredGroup> stored) {
        stored.stream().mapToLong(StoredGroup::id).filter(id -> id < MAX_ID).max().ifPresent(ids::raiseAbove);
        List<GroupKey> dead = new ArrayList<>();
        List<StoredGroup> unknown = new ArrayList<>();
        for (StoredGroup group : stored) {
            if (isLive(group)) {
                continue;
            }
            if (isOver(group)) {
                dead.add(new GroupKey(group.id(), group.identity()));
            } else {
                unknown.add(group);
            }
        }
        dropped.confirm(node, stored.stream().map(group -> new GroupKey(group.id(), group.identity())).toList());
        orphans.found(node, unknown);
        return new Sweep(dead, unknown);
    }

    /** One whose identity cannot be read is taken for the one that has its number. */
    private boolean isLive(StoredGroup group) {
        GroupInfo info = unnamed.containsKey(group.id()) ? unnamed.get(group.id()).info : named.get(group.id());
        GroupKey live = info != null ? info.key() : ends.kept(group.id());
        return live != null && (group.identity() == null || group.identity().equals(live.identity()));
    }

    private boolean isOver(StoredGroup group) {
        if (group.identity() == null) {
            return false;
        }
        boolean endsByItself = group.id() >= keptBelow && (!group.committed() || group.temporary());
        return endsByItself || group.identity().startsWith(own) || dropped.contains(new GroupKey(group.id(), group.identity()));
    }

    private boolean isLive(long id) {
        return unnamed.containsKey(id) || ends.keeps(id) || named.get(id) != null;
    }

    /** One entry of the journal, at start. */
    synchronized void replay(Entry entry) {
        if (entry instanceof Entry.GroupNumbers numbers) {
            ids.restore(numbers.below());
            keptBelow = Math.max(keptBelow, numbers.keptBelow());
        } else if (entry instanceof Entry.Publish publish) {
            replayPut(publish.group());
        } else if (entry instanceof Entry.Dropped gone) {
            gone.groups().forEach(dropped::add);
        } else if (entry instanceof Entry.Drop drop) {
            replayDrop(named.get(drop.group()));
        } else if (entry instanceof Entry.Rename rename) {
            replayRename(named.get(rename.group()), rename.name());
        } else if (entry instanceof Entry.LossAccepted accepted) {
            losses.replay(accepted);
        } else if (entry instanceof Entry.All all) {
            all.entries().forEach(part -> replay(part.entry()));
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
        GroupInfo before = named.put(group);
        if (before != null) {
            dropped.add(before.key());
        }
    }

    private void replayRename(GroupInfo group, String name) {
        if (group != null) {
            replayPut(group.withName(name));
        }
    }

    /** What makes up the present state. */
    synchronized List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.GroupNumbers(ids.reserved(), keptBelow));
        named.behind(null).forEach(group -> entries.add(new Entry.Publish(group)));
        List<GroupKey> gone = dropped.all();
        for (int from = 0; from < gone.size(); from += DROPPED_IN_A_LINE) {
            entries.add(new Entry.Dropped(gone.subList(from, Math.min(gone.size(), from + DROPPED_IN_A_LINE))));
        }
        entries.addAll(losses.snapshot());
        return entries;
    }
}
