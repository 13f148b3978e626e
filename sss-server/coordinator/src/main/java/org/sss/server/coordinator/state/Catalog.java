package org.sss.server.coordinator.state;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.Locations;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.ServerVerbs.Groups;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.state.UnnamedGroups.Unnamed;

/**
 * The groups. Thread-safe; reads do not block.
 *
 * <pre>
 *   create -> WRITING --publish--> READY under its name --drop, replace--> dead
 *               |----keep-------> temporary, without name --discard-----> dead
 *               |----discard----------------------------------------------> dead
 * </pre>
 *
 * Only named groups are in the journal: groups that are WRITING or temporary end with this process. The files of a dead
 * group are deleted when the group is no longer pinned, and not before its drop is on the disk in the journal: after an
 * earlier crash the group exists again. Files of groups that the catalog does not know are not deleted: see {@link
 * Sweeper}.
 */
public final class Catalog {
    /** All groups may have this part of the heap, and those that a restricted token sees this part of that. */
    private static final int SHARE = 4;

    private final Clock clock;
    private final Locations computed;
    private final long maxHeapBytes;
    private final GroupTable groups;
    private final GroupNumbers numbers;
    private final CatalogNames names;
    private final PlaceTables places;
    private final Losses losses;
    private final LostNodes lostNodes;
    private final Orphans orphans;
    private final Sweeper sweeper;

    /**
     * @param nodes  of the cluster
     * @param onDead called for each group whose files can be deleted; must not block
     */
    Catalog(EntryLog log, Clock clock, int nodes, Consumer<GroupKey> onDead) {
        this(log, clock, nodes, onDead, Runtime.getRuntime().maxMemory() / SHARE);
    }

    /** @param maxHeapBytes of all named groups; no further one is created then */
    Catalog(EntryLog log, Clock clock, int nodes, Consumer<GroupKey> onDead, long maxHeapBytes) {
        this.clock = clock;
        this.maxHeapBytes = maxHeapBytes;
        computed = Locations.computed(nodes);
        groups = new GroupTable(this, log, nodes, onDead);
        numbers = new GroupNumbers(log);
        names = new CatalogNames(groups);
        places = new PlaceTables(log);
        losses = new Losses(log, this, groups.named(), places);
        lostNodes = new LostNodes(log, this);
        orphans = new Orphans(groups, names);
        sweeper = new Sweeper(groups, numbers, orphans);
    }

    /**
     * Returns the first READY groups with names after {@code after}, or of all if it is null: as many as fit into an
     * answer.
     */
    public Groups page(String after) {
        return page(after, name -> true);
    }

    /** As {@link #page(String)}, without the groups whose names are not {@code visible}. */
    public Groups page(String after, Predicate<String> visible) {
        return GroupPage.of(groups.named().after(after), visible, losses::withLosses)
                .at(clock.millis());
    }

    /**
     * Finds a group. It is INCOMPLETE if nodes have lost tuples of it, also from {@link #get} and {@link #pin(String)}.
     */
    public Optional<GroupInfo> find(String name) {
        return Optional.ofNullable(groups.named().get(name)).map(losses::withLosses);
    }

    /** Finds a group that has a name. */
    public synchronized Optional<GroupInfo> find(long id) {
        return Optional.ofNullable(groups.named().get(id));
    }

    /** Returns all groups with names, by name. */
    public Collection<GroupInfo> named() {
        return groups.named().after(null);
    }

    /** Returns all READY groups whose names start with {@code prefix}, by name. */
    public List<GroupInfo> withPrefix(String prefix) {
        return groups.named().after(prefix).stream()
                .takeWhile(group -> group.name().startsWith(prefix))
                .toList();
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public GroupInfo get(String name) {
        return losses.withLosses(groups.named().known(name));
    }

    /**
     * The name of a group.
     *
     * @throws SssException {@link ErrorCode#NOT_FOUND} if it has none
     */
    public synchronized String nameOf(GroupKey group) {
        GroupInfo found = groups.named().get(group.id());
        if (found == null || !found.key().equals(group)) {
            throw new SssException(ErrorCode.NOT_FOUND, "there is no group " + group + " with a name");
        }
        return found.name();
    }

    /** True if the group has a name: it needs no workflow to be there. */
    public synchronized boolean hasName(long id) {
        return groups.named().get(id) != null;
    }

    /** For errors: a hint to the group with a similar name, or an empty string. */
    public String nearest(String name) {
        return groups.named().nearest(name);
    }

    /** Reserves, assigns and changes names. */
    public CatalogNames names() {
        return names;
    }

    /**
     * Stores new groups without some nodes.
     *
     * @param nodes their numbers; none to use all
     * @param use   gets the number of the table by which groups are stored now, and all tables
     */
    public synchronized void useWithout(Set<Integer> nodes, ClusterMap map, BiConsumer<Integer, List<Places>> use) {
        Set<Integer> stored = new HashSet<>();
        Stream.concat(groups.named().after(null).stream(), groups.unnamed().all())
                .filter(group -> group.placement() != null)
                .forEach(group -> stored.add(group.placement().table()));
        places.useWithout(nodes, map, stored, use);
        losses.notInUse(nodes);
    }

    /** The tables of places. */
    public PlaceTables places() {
        return places;
    }

    /** The losses of nodes. */
    public Losses losses() {
        return losses;
    }

    /** The nodes that are lost for good. */
    public LostNodes lostNodes() {
        return lostNodes;
    }

    /** Groups that nodes have and the journal does not know. */
    public Orphans orphans() {
        return orphans;
    }

    /** Decides which groups of nodes are deleted. */
    public Sweeper sweeper() {
        return sweeper;
    }

    /**
     * Creates a group, WRITING.
     *
     * @param temporary whether it is for its writer only, so that another group may have its name
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS}, {@link ErrorCode#INVALID_ARGUMENT}
     */
    public synchronized GroupInfo create(NewGroup group, boolean temporary) {
        TupleGroup.checkName(group.name());
        GroupFormat format = group.format();
        GroupTexts.check(group.name(), format.keyType(), format.valueType(), group.createdBy());
        places.checkCopies(group);
        if (!temporary) {
            checkRoom(group.replace() && groups.named().get(group.name()) != null);
            names.checkFree(group.name(), group.replace(), group.createdBy());
        }
        GroupOrigin origin = new GroupOrigin(clock.millis(), group.createdBy());
        GroupInfo info = GroupInfo.writing(numbers.next(), group.name(), format, origin);
        groups.unnamed().put(new Unnamed(info, group.replace(), temporary, computed, group.copies()));
        return info;
    }

    private void checkRoom(boolean replaces) {
        if (!replaces && groups.named().heapBytes() > maxHeapBytes) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "the " + groups.named().count() + " groups take about "
                            + (groups.named().heapBytes() >> 20) + " MiB of the heap of node 0, and the limit is "
                            + (maxHeapBytes >> 20)
                            + " MiB, a quarter of it; drop groups that you do not need ('sss group rm'),"
                            + " or start node 0 with a larger SSS_HEAP");
        }
    }

    /**
     * Checks that a restricted writer may create a further group.
     *
     * @param visible the names that it may use
     * @throws SssException {@link ErrorCode#TOO_LARGE} if its groups take too much of the heap
     */
    public void checkShare(Predicate<String> visible) {
        long bytes = groups.named().after(null).stream()
                .filter(group -> visible.test(group.name()))
                .mapToLong(GroupTexts::heapBytes)
                .sum();
        if (bytes > maxHeapBytes / SHARE) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "the groups of this token take about " + (bytes >> 20)
                            + " MiB of the heap of node 0, and the limit for a token that is restricted to groups is "
                            + (maxHeapBytes / SHARE >> 20)
                            + " MiB; drop groups that you do not need ('sss group rm')");
        }
    }

    /**
     * Makes a group that is committed on all data servers READY, durably; a temporary one without its name.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if its name was taken in the meantime; it is still WRITING
     *     then
     */
    public GroupInfo publish(long id, Committed committed) {
        synchronized (this) {
            if (groups.unnamed().writing(id).temporary()) {
                return finish(id, committed);
            }
        }
        return publish(id, group -> group.ready(committed));
    }

    /** As the other method, for a group that is a clone of another one on all data servers. */
    public GroupInfo publishClone(long id, GroupInfo of) {
        return publish(id, group -> group.cloneOf(of));
    }

    private GroupInfo publish(long id, UnaryOperator<Unnamed> made) {
        long position;
        GroupInfo ready;
        synchronized (this) {
            Unnamed group = groups.unnamed().writing(id);
            ready = made.apply(group).info();
            if (!group.replace()) {
                names.checkNoneNamed(ready.name());
            }
            position = groups.log().write(new Entry.Publish(ready));
            groups.unnamed().remove(id);
            groups.put(ready, position);
        }
        groups.syncGroups(position);
        return ready;
    }

    /**
     * Makes a group that is committed on all data servers READY, but leaves it without its name until {@link
     * CatalogNames#assign}.
     */
    public synchronized GroupInfo finish(long id, Committed committed) {
        Unnamed ready = groups.unnamed().writing(id).ready(committed);
        groups.unnamed().put(ready);
        return ready.info();
    }

    /** Where the tuples of a group are read: at other nodes than the owners if these have lost them. */
    public synchronized Locations locations(long id) {
        Unnamed group = groups.unnamed().get(id);
        boolean hasOneCopy = group != null && group.info().copies() == 1;
        return hasOneCopy ? group.locations() : losses.locations(known(id), computed);
    }

    /** Returns the group, with a name or without; null if it is gone. */
    private GroupInfo known(long id) {
        Unnamed without = groups.unnamed().get(id);
        return without != null ? without.info() : groups.named().get(id);
    }

    /**
     * True if the nodes in use have a whole copy of each of these groups, which may be temporary.
     *
     * @param found as they were when they were found: they may have got copies since
     */
    public synchronized boolean areReadable(Collection<GroupInfo> found) {
        return areReadableWithout(found, Set.of());
    }

    /** The same without further nodes. */
    public synchronized boolean areReadableWithout(Collection<GroupInfo> found, Set<Integer> nodes) {
        return found.stream().allMatch(group -> losses.isReadableWithout(latest(group), nodes));
    }

    /**
     * Checks that the nodes in use have a whole copy of a group.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} if some subgroup is only on nodes that are not in use
     */
    public synchronized void checkReadable(GroupInfo group) {
        losses.checkReadable(latest(group));
    }

    private GroupInfo latest(GroupInfo group) {
        GroupInfo known = known(group.id());
        return known == null ? group : known;
    }

    /** Where the copies of a group are, with a name or without; null if it has one, by the rule, or is gone. */
    public synchronized Placement placement(long id) {
        GroupInfo group = known(id);
        return group == null ? null : group.placement();
    }

    /** How many copies a group shall have that has no name yet. */
    public synchronized int wantedCopies(long id) {
        Unnamed group = groups.unnamed().get(id);
        return group == null || group.copies() == 0 ? places.wanted() : Math.min(group.copies(), places.wanted());
    }

    /**
     * Sets where the copies of a group are that is READY, with a name, durably, or without.
     *
     * @return false if there is no such group any more
     */
    public boolean placed(long id, Placement placement) {
        return placed(id, placement, Set.of());
    }

    /**
     * As {@link #placed(long, Placement)}.
     *
     * @param whole nodes that have all of the group that they must have then
     */
    public boolean placed(long id, Placement placement, Set<Integer> whole) {
        long position = -1;
        synchronized (this) {
            Unnamed without = groups.unnamed().get(id);
            if (without != null) {
                groups.unnamed().put(without.placed(placement));
                return true;
            }
            GroupInfo named = groups.named().get(id);
            if (named == null) {
                return false;
            }
            if (!placement.equals(named.placement())) {
                places.checkExists(placement.table());
                position = groups.log().write(new Entry.Placed(placement, List.of(id)));
            }
            GroupInfo placed = named.withPlacement(placement);
            groups.named().put(placed);
            losses.placed(placed, whole);
        }
        if (position >= 0) {
            groups.sync(position);
        }
        return true;
    }

    /** Drops a group that is WRITING or temporary. Does nothing for a named group. */
    public synchronized void discard(long id) {
        names.discarded(id);
        Unnamed discarded = groups.unnamed().remove(id);
        if (discarded != null) {
            groups.ends().end(discarded.info().key());
        }
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    public GroupInfo drop(String name) {
        GroupInfo group;
        long position;
        synchronized (this) {
            group = groups.named().known(name);
            position = groups.drop(group);
        }
        groups.sync(position);
        return group;
    }

    /** Drops a group if it still has this name; returns false if it does not. */
    public boolean drop(String name, long id) {
        long position;
        synchronized (this) {
            GroupInfo group = groups.named().get(name);
            if (group == null || group.id() != id) {
                return false;
            }
            position = groups.drop(group);
        }
        groups.sync(position);
        return true;
    }

    /** Finds a READY group and retains its files until {@link #unpin}, even if it is dropped or replaced. */
    public synchronized GroupInfo pin(String name) {
        GroupInfo group = get(name);
        pin(group.id());
        return group;
    }

    /** True if a workflow or a copy uses the group. */
    public synchronized boolean isPinned(long id) {
        return groups.ends().isPinned(id);
    }

    /** Retains the files of a group that is WRITING. */
    public synchronized void pin(long id) {
        groups.ends().pin(id);
    }

    public synchronized void unpin(long id) {
        if (groups.ends().unpin(id) && !groups.isLive(id)) {
            groups.ends().endUnlessPinned(id);
        }
    }

    /** Applies one entry of the journal, at start. */
    synchronized void replay(Entry entry) {
        if (entry instanceof Entry.GroupNumbers used) {
            numbers.replay(used);
        } else if (entry instanceof Entry.LossAccepted accepted) {
            losses.replay(accepted);
        } else if (entry instanceof Entry.Table table) {
            places.replay(table);
        } else if (entry instanceof Entry.NodeLost lost) {
            lostNodes.replay(lost);
        } else if (entry instanceof Entry.All all) {
            all.entries().forEach(part -> replay(part.entry()));
        } else {
            groups.replay(entry);
        }
    }

    /** The entries of the current state. */
    synchronized List<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        entries.add(numbers.snapshot());
        entries.addAll(places.snapshot());
        entries.addAll(groups.snapshot());
        entries.addAll(losses.snapshot());
        entries.addAll(lostNodes.snapshot());
        return entries;
    }
}
