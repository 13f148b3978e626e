package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupInfo.Lost;
import org.sss.net.control.Locations;
import org.sss.net.control.ServerVerbs.NodeLoss;

/**
 * The losses of nodes in named groups, found by the comparison after their last join. A node accepts no new data if it
 * has lost the only copy of something, or all that it must have, and the loss was not accepted. Thread-safe; {@link
 * #withLosses} does not block.
 *
 * <pre>
 *   whole --compared--> lost, blocks writes --accept--> lost, accepted --the disk is back, or copied--> whole
 *                                |                           |
 *                                +-----the groups are dropped, or whole again-----> nothing is lost
 * </pre>
 */
public final class Losses {
    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);
    private static final int NAMES = 10;
    private static final int MAX_REASON_CHARS = 300;

    private final EntryLog log;
    private final Object lock;
    private final NamedGroups named;
    private final CopyPlaces places;
    /** By node and group; guarded by the lock, like the following fields. */
    private final Map<Integer, Map<Long, LostPart>> lost = new TreeMap<>();

    private final Map<Integer, Set<Long>> accepted = new TreeMap<>();
    /** Nodes that have nothing of what they must have. */
    private final Set<Integer> empty = new HashSet<>();
    /** Groups of which some subgroup has no whole copy. */
    private volatile Map<Long, List<Lost>> byGroup = Map.of();

    private volatile boolean isAnyLost;
    private volatile Set<Integer> notInUse = Set.of();

    /**
     * What a node has lost of a group.
     *
     * @param subgroups that it lacks; null for all that it must have
     */
    record LostPart(Lost lost, Set<Integer> subgroups) {
        boolean lacks(int subgroup) {
            return subgroups == null || subgroups.contains(subgroup);
        }
    }

    /** @param lock of the catalog */
    Losses(EntryLog log, Object lock, NamedGroups named, PlaceTables tables) {
        this.log = log;
        this.lock = lock;
        this.named = named;
        places = new CopyPlaces(tables);
    }

    /** Returns the number of groups of which some subgroup has no whole copy. Does not block. */
    public int incompleteGroups() {
        return byGroup.size();
    }

    /** The data that a node must have of the named groups. */
    public List<Expected> expected(int node) {
        List<Expected> expected = new ArrayList<>();
        for (GroupInfo group : named.after(null)) {
            Expected part = places.expected(group, node);
            if (part != null) {
                expected.add(part);
            }
        }
        return expected;
    }

    /** True if a node must have any data. */
    public boolean expectsAnything(int node) {
        return named.after(null).stream().anyMatch(group -> places.expected(group, node) != null);
    }

    /**
     * Called when a node has compared all {@link #expected} data.
     *
     * @param missing data that it does not have
     * @throws SssException {@link ErrorCode#STORAGE} if the journal cannot be written
     */
    public void compared(int node, List<Missing> missing) {
        synchronized (lock) {
            Map<Long, LostPart> now = new HashMap<>();
            boolean foundAny = false;
            for (Missing part : missing) {
                GroupInfo group = named.get(part.group());
                Expected expected = group == null ? null : places.expected(group, node);
                if (expected != null) {
                    now.put(group.id(), lostPart(group, node, expected, part));
                    foundAny |= part.found() > 0;
                }
            }
            Map<Long, LostPart> before = lost.put(node, now);
            boolean foundNothing =
                    !foundAny && !now.isEmpty() && now.size() == expected(node).size();
            if (foundNothing) {
                empty.add(node);
            } else {
                empty.remove(node);
            }
            changed();
            retainAccepted(node, now.keySet());
            log(node, before == null ? Set.of() : before.keySet(), now.keySet());
        }
    }

    /**
     * Records that the copy of a subgroup on a node is damaged, if another node has a whole one.
     *
     * @return false if this is the last one, or the group is gone
     */
    public boolean damaged(int node, long id, int subgroup) {
        synchronized (lock) {
            GroupInfo group = named.get(id);
            LostPart before = lost.getOrDefault(node, Map.of()).get(id);
            if (group == null || group.placement() == null || group.subgroups() == null) {
                return false;
            }
            Set<Integer> lacking = new HashSet<>(before == null ? Set.of() : places.lacking(group, before));
            lacking.add(subgroup);
            LostPart now = new LostPart(
                    new Lost(node, places.tuples(group, lacking), false, "a damaged file"), Set.copyOf(lacking));
            Map<Long, LostPart> parts = new HashMap<>(lost.getOrDefault(node, Map.of()));
            parts.put(id, now);
            Map<Long, LostPart> old = lost.put(node, parts);
            if (!places.gone(group, unreadable(id)).isEmpty()) {
                lost.put(node, old == null ? Map.of() : old);
                return false;
            }
            changed();
            LOG.warn("The copy of group {}, subgroup {} on node {} is damaged; others are read", id, subgroup, node);
            return true;
        }
    }

    private static LostPart lostPart(GroupInfo group, int node, Expected expected, Missing part) {
        Lost lost = new Lost(
                node, expected.tuples() - part.found(), part.inMemory() || group.inMemory(), shortened(part.why()));
        return new LostPart(lost, part.subgroups() == null ? null : Set.copyOf(part.subgroups()));
    }

    /**
     * Called when a group got other copies. The caller has the lock.
     *
     * @param whole nodes that have all that they must have of it
     */
    void placed(GroupInfo group, Set<Integer> whole) {
        List<Integer> nodes = lost.keySet().stream()
                .filter(node -> lost.get(node).containsKey(group.id()))
                .toList();
        for (int node : nodes) {
            if (whole.contains(node) || places.expected(group, node) == null) {
                found(node, group.id());
            }
        }
        if (!nodes.isEmpty()) {
            changed();
        }
    }

    /** A node has all of a group again, or needs it no more. */
    private void found(int node, long group) {
        Map<Long, LostPart> rest = new HashMap<>(lost.get(node));
        Set<Long> before = Set.copyOf(rest.keySet());
        rest.remove(group);
        lost.put(node, rest);
        empty.remove(node);
        retainAccepted(node, rest.keySet());
        if (rest.isEmpty()) {
            log(node, before, Set.of());
        }
    }

    /** True if a node has nothing of what it must have. */
    public boolean isEmpty(int node) {
        synchronized (lock) {
            return empty.contains(node);
        }
    }

    /** The subgroups of a group that nodes lack, by the number of the node. */
    public Map<Integer, Set<Integer>> lacking(GroupInfo group) {
        if (!isAnyLost) {
            return Map.of();
        }
        synchronized (lock) {
            Map<Integer, Set<Integer>> lacking = new HashMap<>();
            for (LostPart part : parts(group.id())) {
                lacking.put(part.lost().node(), places.lacking(group, part));
            }
            return lacking;
        }
    }

    /**
     * Where a group is read, a whole copy of each subgroup: at the owner, or at another holder if the owner has lost it
     * or is not in use. The caller has the lock.
     *
     * @param found null for a group that is gone
     * @param rule  of groups without a table
     */
    Locations locations(GroupInfo found, Locations rule) {
        if (found == null || found.placement() == null) {
            return rule;
        }
        Locations usual = places.locations(found);
        boolean isUsual = !isAnyLost && notInUse.isEmpty() || found.subgroups() == null;
        return isUsual ? usual : usual.with(places.elsewhere(found, unreadable(found.id())));
    }

    /** What nodes have lost of a group. */
    private List<LostPart> parts(long group) {
        return lost.values().stream()
                .map(ofNode -> ofNode.get(group))
                .filter(part -> part != null)
                .toList();
    }

    /** What nodes have lost, and what nodes have that are not in use. */
    private List<LostPart> unreadable(long group) {
        List<LostPart> parts = new ArrayList<>(parts(group));
        notInUse.forEach(node -> parts.add(new LostPart(new Lost(node, 0, false, null), null)));
        return parts;
    }

    /** Sets the nodes that jobs neither write to nor read from. */
    void notInUse(Set<Integer> nodes) {
        synchronized (lock) {
            notInUse = Set.copyOf(nodes);
        }
    }

    /**
     * Checks that the nodes in use have a whole copy of a group.
     *
     * @throws SssException {@link ErrorCode#NODE_UNREACHABLE} if some subgroup is only on nodes that are not in use
     */
    void checkReadable(GroupInfo group) {
        if (notInUse.isEmpty()) {
            return;
        }
        synchronized (lock) {
            List<Lost> gone = isOnNodesNotInUse(group) ? places.gone(group, unreadable(group.id())) : List.of();
            if (!gone.isEmpty()) {
                throw new SssException(
                        ErrorCode.NODE_UNREACHABLE,
                        "group '" + group.name() + "' (number " + group.id() + ") has tuples of which no other node has"
                                + " a copy on node "
                                + gone.stream()
                                        .map(part -> String.valueOf(part.node()))
                                        .collect(Collectors.joining(", "))
                                + ", which does not answer or has lost its data; start it again");
            }
        }
    }

    /** True if a group can be read without these nodes. */
    public boolean isReadableWithout(GroupInfo group, Set<Integer> nodes) {
        if (nodes.isEmpty() && notInUse.isEmpty()) {
            return true;
        }
        synchronized (lock) {
            List<LostPart> parts = unreadable(group.id());
            nodes.forEach(node -> parts.add(new LostPart(new Lost(node, 0, false, null), null)));
            return parts.stream()
                            .noneMatch(
                                    part -> places.expected(group, part.lost().node()) != null)
                    || places.gone(group, parts).isEmpty();
        }
    }

    private boolean isOnNodesNotInUse(GroupInfo group) {
        return notInUse.stream().anyMatch(node -> places.expected(group, node) != null);
    }

    private void changed() {
        isAnyLost = lost.values().stream().anyMatch(ofNode -> !ofNode.isEmpty());
        byGroup = gone();
    }

    private static String shortened(String why) {
        return why == null || why.length() <= MAX_REASON_CHARS ? why : why.substring(0, MAX_REASON_CHARS) + "...";
    }

    /** By group, what nodes have lost of subgroups that no node has any more. */
    private Map<Long, List<Lost>> gone() {
        Map<Long, List<Lost>> gone = new HashMap<>();
        Set<Long> groups = new HashSet<>();
        lost.values().forEach(ofNode -> groups.addAll(ofNode.keySet()));
        for (long id : groups) {
            GroupInfo group = named.get(id);
            List<Lost> parts = group == null ? List.of() : places.gone(group, parts(id));
            if (!parts.isEmpty()) {
                gone.put(id, parts);
            }
        }
        return gone;
    }

    /** Removes accepted losses whose data came back: if it is lost again, the loss has to be accepted again. */
    private void retainAccepted(int node, Set<Long> stillLost) {
        Set<Long> groups = accepted.getOrDefault(node, Set.of());
        if (!stillLost.containsAll(groups)) {
            Set<Long> rest = new HashSet<>(groups);
            rest.retainAll(stillLost);
            log.write(new Entry.LossAccepted(node, List.copyOf(rest)));
            accepted.put(node, rest);
        }
    }

    private void log(int node, Set<Long> before, Set<Long> now) {
        NodeLoss loss = loss(node);
        if (loss == null && !before.isEmpty()) {
            LOG.info("node {} has all of its data again", node);
        } else if (loss != null && !before.equals(now)) {
            LOG.warn(
                    "node {} has lost {}. {} {}",
                    node,
                    loss,
                    loss.copied()
                            ? "Other nodes have copies of all of it, which are read."
                            : "Their tuples are missing, so reads of them fail.",
                    !loss.accepted()
                            ? blocked(node)
                            : loss.copied()
                                    ? "They are copied back"
                                    : loss.inMemory()
                                            ? "They were in memory, which ends with a node: drop them, or run the jobs"
                                                    + " that wrote them again. The node accepts new data"
                                            : "The loss is accepted: the node accepts new data");
        }
    }

    private static String blocked(int node) {
        return "It accepts no new data until that is resolved: start it with the disk (data.dir) that has them, drop"
                + " these groups, or accept the loss with 'sss cluster accept-loss " + node
                + "' (what other nodes have copies of is then copied back; other groups stay incomplete until they are"
                + " dropped)";
    }

    /** Returns the group with its losses. */
    public GroupInfo withLosses(GroupInfo group) {
        List<Lost> parts = byGroup.get(group.id());
        return parts == null ? group : group.without(parts);
    }

    /** Returns the loss of a node; null if it has lost no data of groups that still have a name. */
    public NodeLoss loss(int node) {
        synchronized (lock) {
            List<String> names = lostGroups(node).map(GroupInfo::name).sorted().toList();
            return names.isEmpty()
                    ? null
                    : new NodeLoss(
                            names.size(),
                            names.subList(0, Math.min(NAMES, names.size())),
                            !isBlocked(node),
                            lostGroups(node)
                                    .allMatch(group -> lost.get(node)
                                            .get(group.id())
                                            .lost()
                                            .inMemory()),
                            lostGroups(node).noneMatch(group -> byGroup.containsKey(group.id())));
        }
    }

    private Stream<GroupInfo> lostGroups(int node) {
        return lost.getOrDefault(node, Map.of()).keySet().stream()
                .map(named::get)
                .filter(group -> group != null);
    }

    /**
     * True if the node has a loss that was not accepted. Groups in memory do not count: each restart loses them, the
     * disk is intact. Neither do groups of which other nodes have copies, unless the node has nothing at all: its disk
     * may be another one by mistake, and must not be filled then.
     */
    private boolean isBlocked(int node) {
        Set<Long> groups = accepted.getOrDefault(node, Set.of());
        return lost.getOrDefault(node, Map.of()).entrySet().stream()
                .anyMatch(e -> !e.getValue().lost().inMemory()
                        && !groups.contains(e.getKey())
                        && named.get(e.getKey()) != null
                        && (empty.contains(node) || byGroup.containsKey(e.getKey())));
    }

    /** Which nodes accept no new data, as they have lost data and the loss was not accepted. */
    public Set<Integer> blocked() {
        if (!isAnyLost) {
            return Set.of();
        }
        synchronized (lock) {
            return lost.keySet().stream().filter(this::isBlocked).collect(Collectors.toUnmodifiableSet());
        }
    }

    /** @throws SssException {@link ErrorCode#STORAGE} if a node has lost data and the loss was not accepted */
    public void checkMayWrite() {
        if (!isAnyLost) {
            return;
        }
        synchronized (lock) {
            lost.keySet().stream().filter(this::isBlocked).findFirst().ifPresent(node -> {
                throw new SssException(
                        ErrorCode.STORAGE, "node " + node + " has lost " + loss(node) + ". " + blocked(node));
            });
        }
    }

    /**
     * Accepts the loss of a node, durably: the node accepts new data from now on.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it has lost nothing
     */
    public NodeLoss accept(int node) {
        long position;
        NodeLoss loss;
        synchronized (lock) {
            List<Long> groups = lostGroups(node).map(GroupInfo::id).toList();
            if (groups.isEmpty()) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "node " + node + " has lost nothing, as far as is known; 'sss cluster"
                                + " status' shows what nodes have lost. A node that does not answer is compared with "
                                + "the catalog when it is back");
            }
            position = log.write(new Entry.LossAccepted(node, groups));
            accepted.put(node, Set.copyOf(groups));
            loss = loss(node);
        }
        log.sync(position);
        LOG.warn("The loss of {} on node {} is accepted: the node accepts new data", loss, node);
        return loss;
    }

    /** Applies one entry of the journal, at start. */
    void replay(Entry.LossAccepted entry) {
        accepted.put(entry.node(), Set.copyOf(entry.groups()));
    }

    /** The entries of the current state; the caller has the lock. */
    Collection<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        accepted.forEach((node, groups) -> {
            List<Long> left =
                    groups.stream().filter(id -> named.get(id) != null).toList();
            if (!left.isEmpty()) {
                entries.add(new Entry.LossAccepted(node, left));
            }
        });
        return entries;
    }
}
