package org.sss.server.coordinator.state;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.Locations;
import org.sss.net.control.Nearest;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.WorkflowSpec.GroupSpec;

/**
 * The groups. Thread-safe; reads do not block.
 *
 * <pre>
 *   create -> WRITING --publish--> READY under its name --drop, replace--> dead
 *               |----keep-------> temporary, without name --discard-----> dead
 *               |----discard----------------------------------------------> dead
 * </pre>
 *
 * Only named groups are in the journal: groups that are WRITING or temporary end with this process. The files of a dead group are deleted
 * when the group is no longer pinned, and not before its drop is on the disk in the journal: after an earlier crash the group exists
 * again. Files of groups that the catalog does not know are not deleted: see {@link #sweep}.
 */
public final class Catalog {
    private static final int DROPPED_IN_A_LINE = 1000;
    /** All groups may have this part of the heap, and those that a restricted token sees this part of that. */
    private static final int SHARE = 4;
    /** No cluster reaches it: a node that reports a higher number must not use up all numbers. */
    private static final long MAX_ID = Long.MAX_VALUE / 2;

    private final EntryLog log;
    private final Clock clock;
    private final Counter ids;
    private final Locations computed;
    private final GroupIdentities identities = new GroupIdentities();
    private final NamedGroups named = new NamedGroups();
    private final Losses losses;
    private final Orphans orphans = new Orphans(this);
    /** Guarded by this, like all following fields. */
    private final Map<Long, Unnamed> unnamed = new HashMap<>();
    private final GroupEnds ends;
    private final DroppedGroups dropped;
    private final PromisedNames promised = new PromisedNames();
    /** See {@link Entry.GroupNumbers}. */
    private long retainedBelow;
    private final long maxHeapBytes;

    /** @param locations by the rule, unless the group is temporary, which ends with this process */
    private record Unnamed(GroupInfo info, boolean replace, boolean temporary, Locations locations) {
    }

    /**
     * @param nodes  of the cluster
     * @param onDead called for each group whose files can be deleted; must not block
     */
    Catalog(EntryLog log, Clock clock, int nodes, Consumer<GroupKey> onDead) {
        this(log, clock, nodes, onDead, Runtime.getRuntime().maxMemory() / SHARE);
    }

    /** @param maxHeapBytes of all named groups; no further one is created then */
    Catalog(EntryLog log, Clock clock, int nodes, Consumer<GroupKey> onDead, long maxHeapBytes) {
        this.maxHeapBytes = maxHeapBytes;
        this.log = log;
        this.clock = clock;
        ends = new GroupEnds(onDead);
        dropped = new DroppedGroups(nodes);
        computed = Locations.computed(nodes);
        losses = new Losses(log, this, named);
        this.ids = new Counter(below -> log.sync(log.write(new Entry.GroupNumbers(below))));
    }

    /** Returns the first READY groups with names after {@code after}, or of all if it is null: as many as fit into an answer. */
    public Groups page(String after) {
        return page(after, name -> true);
    }

    /** As {@link #page(String)}, without the groups whose names are not {@code visible}. */
    public Groups page(String after, Predicate<String> visible) {
        return GroupPage.of(named.after(after), visible, losses::withLosses).at(clock.millis());
    }

    /** Finds a group. It is INCOMPLETE if nodes have lost tuples of it, also from {@link #get} and {@link #pin(String)}. */
    public Optional<GroupInfo> find(String name) {
        return Optional.ofNullable(named.get(name)).map(losses::withLosses);
    }

    /** Returns all READY groups whose names start with {@code prefix}, by name. */
    public List<GroupInfo> withPrefix(String prefix) {
        return named.after(prefix).stream().takeWhile(group -> group.name().startsWith(prefix)).toList();
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public GroupInfo get(String name) {
        return losses.withLosses(known(name));
    }

    /**
     * The name of a group.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if it has none
     */
    public synchronized String nameOf(GroupKey group) {
        GroupInfo found = named.get(group.id());
        if (found == null || !found.key().equals(group)) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no group " + group + " with a name");
        }
        return found.name();
    }

    private GroupInfo known(String name) {
        GroupInfo group = named.get(name);
        if (group == null) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no group '" + name + "'" + nearest(name)
                    + "; 'sss group ls' lists the groups");
        }
        return group;
    }

    /** For errors: a hint to the group with a similar name, or an empty string. */
    public String nearest(String name) {
        return Nearest.hint(name, named.after(null).stream().map(GroupInfo::name));
    }

    /** The losses of nodes. */
    public Losses losses() {
        return losses;
    }

    /** Groups that nodes have and the journal does not know. */
    public Orphans orphans() {
        return orphans;
    }

    /**
     * Gives an orphaned group a name, durably. Blocks on the disk.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if it is not orphaned; {@link ErrorCode#ALREADY_EXISTS} if another group has its
     *     name or its number
     */
    public GroupInfo adopt(GroupInfo found) {
        GroupInfo group = GroupTexts.shortened(found);
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
                    : ": '" + other.name() + "'; drop that group first if you need the orphaned one"));
        }
    }

    /**
     * Deletes the data of orphaned groups, after writing it to the journal durably.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if one of them is not orphaned; nothing has changed then
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
     * Creates a group, WRITING.
     *
     * @param temporary whether it is for its writer only, so that another group may have its name
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS}, {@link ErrorCode#INVALID_ARGUMENT}
     */
    public synchronized GroupInfo create(NewGroup group, boolean temporary) {
        TupleGroup.checkName(group.name());
        GroupTexts.check(group.name(), group.keyType(), group.valueType(), group.createdBy());
        if (!temporary) {
            checkRoom(group.replace() && named.get(group.name()) != null);
            checkFree(group.name(), group.replace(), group.createdBy());
        }
        long id = ids.take();
        GroupInfo info = GroupInfo.writing(new GroupKey(id, identities.of(id)), group.name(), group.format(),
                new GroupOrigin(clock.millis(), group.createdBy()));
        unnamed.put(info.id(), new Unnamed(info, group.replace(), temporary, computed));
        return info;
    }

    private void checkRoom(boolean replaces) {
        if (!replaces && named.heapBytes() > maxHeapBytes) {
            throw new SssException(ErrorCode.TOO_LARGE, "the " + named.count() + " groups take about " + (named.heapBytes() >> 20) + " MiB of the heap of node"
                    + " 0, and the limit is " + (maxHeapBytes >> 20) + " MiB, a quarter of it; drop groups that you do not need ('sss group rm'), or start"
                    + " node 0 with a larger SSS_HEAP");
        }
    }

    /**
     * Checks that a restricted writer may create a further group.
     *
     * @param visible the names that it may use
     * @throws SssException {@link ErrorCode#TOO_LARGE} if its groups take too much of the heap
     */
    public void checkShare(Predicate<String> visible) {
        long bytes = named.after(null).stream().filter(group -> visible.test(group.name())).mapToLong(GroupTexts::heapBytes).sum();
        if (bytes > maxHeapBytes / SHARE) {
            throw new SssException(ErrorCode.TOO_LARGE, "the groups of this token take about " + (bytes >> 20) + " MiB of the heap of node 0, and the limit for"
                    + " a token that is restricted to groups is " + (maxHeapBytes / SHARE >> 20) + " MiB; drop groups that you do not need ('sss group rm')");
        }
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} if a new group of that name could not be published */
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
     * Reserves names for the workflow {@code id}, which creates the groups, until it has assigned them or until {@link #release}.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if one of them is taken; none is reserved then
     */
    public synchronized void promise(String id, List<GroupSpec> outputs) {
        outputs.forEach(output -> GroupTexts.check(output.name(), output.keyType(), output.valueType(), ""));
        outputs.forEach(output -> checkFree(output.name(), output.replace()));
        promised.add(id, outputs);
    }

    /** Releases the reserved names of a workflow. */
    public synchronized void release(String id) {
        promised.remove(id);
    }

    /** Records that a group will get this name, whatever its current name is: others cannot rename it until then. */
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
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if its name was taken in the meantime; it is still WRITING then
     */
    public GroupInfo publish(long id, Committed committed) {
        long position;
        GroupInfo ready;
        synchronized (this) {
            Unnamed group = open(id);
            if (group.temporary) {
                return finish(group, committed);
            }
            ready = ready(group, committed);
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
        return finish(open(id), committed);
    }

    private GroupInfo finish(Unnamed group, Committed committed) {
        GroupInfo ready = ready(group, committed);
        unnamed.put(ready.id(), new Unnamed(ready, group.replace, group.temporary, committed.locations()));
        return ready;
    }

    /** Where the tuples of a group are stored. */
    public synchronized Locations locations(long id) {
        Unnamed group = unnamed.get(id);
        return group == null ? computed : group.locations;
    }

    /** A READY group and its new name. */
    public record Naming(long id, String name, boolean replace) {
    }

    /**
     * Names or renames groups, durably, with one wait for the disk. After a crash all of them have the names, or none. A pinned group may
     * have been dropped or replaced in the meantime under its old name.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if one of the names is taken, {@link ErrorCode#STORAGE} if the journal
     *     cannot be written; nothing has changed then
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

    /** Returns the group if it has no name yet or any more; else null. */
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

    private static GroupInfo ready(Unnamed group, Committed committed) {
        if (!committed.locations().isComputed() && !group.temporary) {
            throw new SssException(ErrorCode.INTERNAL, "tuples of group " + group.info.id() + " are not at the owners of their subgroups, but it is not"
                    + " temporary");
        }
        return group.info.ready(committed.sum(), committed.tuples());
    }

    /** Drops a group that is WRITING or temporary. Does nothing for a named group. */
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

    /** Drops a group if it still has this name; returns false if it does not. */
    public boolean drop(String name, long id) {
        long position;
        synchronized (this) {
            GroupInfo group = named.get(name);
            if (group == null || group.id() != id) {
                return false;
            }
            position = drop(group);
        }
        log.sync(position);
        settle(position);
        return true;
    }

    private long drop(GroupInfo group) {
        long position = log.write(new Entry.Drop(group.id()));
        named.remove(group);
        ends.die(group, position);
        dropped.add(group.key());
        return position;
    }

    /**
     * @throws SssException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#ALREADY_EXISTS}, {@link ErrorCode#INVALID_ARGUMENT} if a
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

    /** Called when the journal is on the disk up to {@code position}. After a failed sync, only the next start knows the dead groups. */
    private synchronized void settle(long position) {
        ends.settle(position);
    }

    /** Finds a READY group and retains its files until {@link #unpin}, even if it is dropped or replaced. */
    public synchronized GroupInfo pin(String name) {
        GroupInfo group = get(name);
        pin(group.id());
        return group;
    }

    /** Retains the files of a group that is WRITING. */
    public synchronized void pin(long id) {
        ends.pin(id);
    }

    public synchronized void unpin(long id) {
        if (ends.unpin(id) && !isLive(id)) {
            ends.endUnlessPinned(id);
        }
    }

    /**
     * The decision about the groups of a node.
     *
     * @param dead    groups whose files can be deleted
     * @param orphans committed groups that the journal does not know: it was restored, lost, or not written before a crash. They are not
     *     deleted
     */
    public record Sweep(List<GroupKey> dead, List<StoredGroup> orphans) {
    }

    /**
     * Decides about all groups of a node. Only these are deleted: groups that were dropped according to the journal, groups that this
     * process created and ended, groups that end with their workflow, and uncommitted groups. New groups get higher numbers than all of
     * these.
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

    /** A group whose identity cannot be read counts as the live group with its number. */
    private boolean isLive(StoredGroup group) {
        GroupInfo info = unnamed.containsKey(group.id()) ? unnamed.get(group.id()).info : named.get(group.id());
        GroupKey live = info != null ? info.key() : ends.retained(group.id());
        return live != null && (group.identity() == null || group.identity().equals(live.identity()));
    }

    private boolean isOver(StoredGroup group) {
        if (group.identity() == null) {
            return false;
        }
        boolean endsByItself = group.id() >= retainedBelow && (!group.committed() || group.temporary());
        return endsByItself || group.identity().equals(identities.of(group.id())) || dropped.contains(new GroupKey(group.id(), group.identity()));
    }

    private boolean isLive(long id) {
        return unnamed.containsKey(id) || ends.isRetained(id) || named.get(id) != null;
    }

    /** Applies one entry of the journal, at start. */
    synchronized void replay(Entry entry) {
        if (entry instanceof Entry.GroupNumbers numbers) {
            ids.restore(numbers.below());
            retainedBelow = Math.max(retainedBelow, numbers.keptBelow());
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
        GroupInfo before = named.put(GroupTexts.shortened(group));
        if (before != null) {
            dropped.add(before.key());
        }
    }

    private void replayRename(GroupInfo group, String name) {
        if (group != null) {
            replayPut(group.withName(name));
        }
    }

    /** The entries of the current state. */
    synchronized List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.GroupNumbers(ids.reserved(), retainedBelow));
        named.after(null).forEach(group -> entries.add(new Entry.Publish(group)));
        List<GroupKey> gone = dropped.all();
        for (int from = 0; from < gone.size(); from += DROPPED_IN_A_LINE) {
            entries.add(new Entry.Dropped(gone.subList(from, Math.min(gone.size(), from + DROPPED_IN_A_LINE))));
        }
        entries.addAll(losses.snapshot());
        return entries;
    }
}
