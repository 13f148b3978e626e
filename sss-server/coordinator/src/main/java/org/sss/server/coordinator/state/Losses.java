package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Expected;
import org.sss.net.control.DataVerbs.Missing;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupInfo.Lost;
import org.sss.net.control.ServerVerbs.NodeLoss;

/**
 * The losses of nodes in named groups, found by the comparison after their last join. A node with a loss that was not
 * accepted accepts no new data. Thread-safe; {@link #withLosses} does not block.
 *
 * <pre>
 *   whole --compared--> lost, blocks writes --accept--> lost, accepted --the disk is back--> whole
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
    /** By node and group; guarded by the lock, like the following field. */
    private final Map<Integer, Map<Long, Lost>> lost = new TreeMap<>();

    private final Map<Integer, Set<Long>> accepted = new TreeMap<>();
    private volatile Map<Long, List<Lost>> byGroup = Map.of();

    /** @param lock of the catalog */
    Losses(EntryLog log, Object lock, NamedGroups named) {
        this.log = log;
        this.lock = lock;
        this.named = named;
    }

    /** The data that a node must have of the named groups. */
    public List<Expected> expected(int node) {
        List<Expected> expected = new ArrayList<>();
        for (GroupInfo group : named.after(null)) {
            Long tuples = group.tuplesOn(node);
            if (tuples != null && tuples > 0) {
                expected.add(new Expected(group.id(), tuples, group.identity()));
            }
        }
        return expected;
    }

    /** True if a node must have any data. */
    public boolean expectsAnything(int node) {
        return named.after(null).stream()
                .map(group -> group.tuplesOn(node))
                .anyMatch(tuples -> tuples != null && tuples > 0);
    }

    /**
     * Called when a node has compared all {@link #expected} data.
     *
     * @param missing data that it does not have
     * @throws SssException {@link ErrorCode#STORAGE} if the journal cannot be written
     */
    public void compared(int node, List<Missing> missing) {
        synchronized (lock) {
            Map<Long, Lost> now = new HashMap<>();
            for (Missing part : missing) {
                GroupInfo group = named.get(part.group());
                if (group != null) {
                    now.put(
                            group.id(),
                            new Lost(
                                    node,
                                    group.tuplesOn(node) - part.found(),
                                    part.inMemory() || group.inMemory(),
                                    shortened(part.why())));
                }
            }
            Map<Long, Lost> before = lost.put(node, now);
            byGroup = sorted();
            retainAccepted(node, now.keySet());
            log(node, before == null ? Set.of() : before.keySet(), now.keySet());
        }
    }

    private static String shortened(String why) {
        return why == null || why.length() <= MAX_REASON_CHARS ? why : why.substring(0, MAX_REASON_CHARS) + "...";
    }

    private Map<Long, List<Lost>> sorted() {
        Map<Long, List<Lost>> sorted = new HashMap<>();
        lost.values()
                .forEach(ofNode -> ofNode.forEach((group, part) ->
                        sorted.computeIfAbsent(group, g -> new ArrayList<>()).add(part)));
        return sorted;
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
                    "node {} has lost {}. Their tuples are missing, so reads of them fail. {}",
                    node,
                    loss,
                    !loss.accepted()
                            ? blocked(node)
                            : loss.inMemory()
                                    ? "They were in memory, which ends with a node: drop them, or run the jobs that"
                                            + " wrote them again. The node accepts new data"
                                    : "The loss is accepted: the node accepts new data");
        }
    }

    private static String blocked(int node) {
        return "It accepts no new data until that is resolved: start it with the disk (data.dir) that has them, drop these groups, or accept"
                + " the loss with 'sss cluster accept-loss " + node
                + "' (the groups stay incomplete until they are dropped)";
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
                                    .allMatch(group ->
                                            lost.get(node).get(group.id()).inMemory()));
        }
    }

    private Stream<GroupInfo> lostGroups(int node) {
        return lost.getOrDefault(node, Map.of()).keySet().stream()
                .map(named::get)
                .filter(group -> group != null);
    }

    /**
     * True if the node has a loss that was not accepted. Groups in memory do not count: each restart loses them, the
     * disk is intact.
     */
    private boolean isBlocked(int node) {
        Set<Long> groups = accepted.getOrDefault(node, Set.of());
        return lost.getOrDefault(node, Map.of()).entrySet().stream()
                .anyMatch(
                        e -> !e.getValue().inMemory() && !groups.contains(e.getKey()) && named.get(e.getKey()) != null);
    }

    /** @throws SssException {@link ErrorCode#STORAGE} if a node has lost data and the loss was not accepted */
    public void checkMayWrite() {
        if (byGroup.isEmpty()) {
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
