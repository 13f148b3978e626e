package org.sss.server.coordinator.members;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.CommittedPart;
import org.sss.net.control.DataVerbs.DescribedPart;
import org.sss.net.control.DataVerbs.Forget;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Places;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;
import org.sss.server.coordinator.state.Catalog;

/**
 * Deletes subgroups that nodes have although the journal says that other nodes have all copies of them: after a group
 * has moved to another table, and on a node that was away at that time. Never those of a group that is pinned, or has
 * lost anything. Used by one thread at a time.
 */
final class Surplus {
    private static final Logger LOG = LoggerFactory.getLogger(Surplus.class);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(30);
    /** A node reads the commit files of each group. */
    private static final int AT_ONCE = 500;

    private final Members members;
    private final Catalog catalog;
    /** By the number of the node, groups that it may have too much of. */
    private final Map<Integer, Set<Long>> suspects = new TreeMap<>();
    /** On which connection each node was last seen. */
    private final Map<Integer, Connection> seen = new HashMap<>();

    Surplus(Members members, Catalog catalog) {
        this.members = members;
        this.catalog = catalog;
    }

    /** A group has moved away from these nodes, or from some of its subgroups there. */
    synchronized void moved(long group, Collection<Integer> nodes) {
        nodes.forEach(
                node -> suspects.computeIfAbsent(node, n -> new TreeSet<>()).add(group));
    }

    /** Deletes what is too much on nodes that answer. */
    void forget(Collection<Integer> up) {
        for (int id : up) {
            NodeInfo node = members.map().node(id);
            suspectAfterReturn(node);
            try {
                forget(node);
            } catch (SssException e) {
                LOG.debug("Surplus copies on {} are deleted later: {}", node, e.getMessage());
            }
        }
    }

    /** Groups may have moved while the node was away. With one table, none has. */
    private void suspectAfterReturn(NodeInfo node) {
        Connection now = members.checks().connection(node);
        if (seen.put(node.id(), now) != now && catalog.places().count() > 1) {
            for (GroupInfo group : catalog.named()) {
                if (group.placement() != null) {
                    moved(group.id(), List.of(node.id()));
                }
            }
        }
    }

    private void forget(NodeInfo node) {
        List<GroupInfo> groups = free(node);
        for (int from = 0; from < groups.size(); from += AT_ONCE) {
            List<GroupInfo> some = groups.subList(from, Math.min(groups.size(), from + AT_ONCE));
            List<DescribedPart> parts = describe(node, some);
            for (int i = 0; i < some.size(); i++) {
                if (hasTooMuch(node, some.get(i), parts.get(i))) {
                    forget(node, some.get(i));
                }
                done(node, some.get(i).id());
            }
        }
    }

    /** The suspects that may be looked at now. */
    private synchronized List<GroupInfo> free(NodeInfo node) {
        List<GroupInfo> free = new ArrayList<>();
        for (long id : List.copyOf(suspects.getOrDefault(node.id(), Set.of()))) {
            GroupInfo group = catalog.find(id).orElse(null);
            if (group == null || group.placement() == null) {
                done(node, id);
            } else if (!catalog.isPinned(id) && catalog.losses().lacking(group).isEmpty()) {
                free.add(group);
            }
        }
        return free;
    }

    private synchronized void done(NodeInfo node, long group) {
        suspects.getOrDefault(node.id(), Set.of()).remove(group);
    }

    private List<DescribedPart> describe(NodeInfo node, List<GroupInfo> groups) {
        return members.describe(node, groups.stream().map(GroupInfo::key).toList())
                .handle((parts, e) -> {
                    if (e != null) {
                        throw SssException.of(e, "reading the descriptions of groups of " + node);
                    }
                    return parts;
                })
                .join();
    }

    private boolean hasTooMuch(NodeInfo node, GroupInfo group, DescribedPart part) {
        long[] there = part.subgroups() == null ? new long[0] : part.subgroups().all();
        Places table = catalog.places().of(group.placement());
        return IntStream.range(0, there.length)
                .anyMatch(subgroup -> there[subgroup] > 0 && !table.holds(node.id(), subgroup, table.copies()));
    }

    private void forget(NodeInfo node, GroupInfo group) {
        Places table = catalog.places().of(group.placement());
        List<Integer> keep = IntStream.range(0, table.subgroups())
                .filter(subgroup -> table.holds(node.id(), subgroup, table.copies()))
                .boxed()
                .toList();
        forget(members, node, group, keep);
        LOG.info("{} has deleted copies of group {} that other nodes have", node, group.id());
    }

    /** @throws SssException {@link ErrorCode#STORAGE}, and nothing has changed */
    static void forget(Members members, NodeInfo node, GroupInfo group, List<Integer> keep) {
        Rpc.call(
                members.data(node),
                DataVerbs.FORGET,
                new Forget(group.key(), keep, members.map().epoch()),
                CommittedPart.class,
                CALL_TIMEOUT);
    }
}
