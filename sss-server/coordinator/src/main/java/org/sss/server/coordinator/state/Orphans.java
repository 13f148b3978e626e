package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupKey;

/**
 * Orphaned groups: committed on nodes, unknown to the journal. As each node last reported them, at most as many as fit into its answer.
 * Thread-safe.
 */
public final class Orphans {
    private static final Comparator<GroupKey> ORDER = Comparator.comparingLong(GroupKey::id).thenComparing(GroupKey::identity);

    private final Object lock;
    /** By the number of the node. Guarded by the lock. */
    private final Map<Integer, TreeSet<GroupKey>> ofNodes = new TreeMap<>();

    /** @param lock of the catalog */
    Orphans(Object lock) {
        this.lock = lock;
    }

    /** An orphaned group and the numbers of the nodes that have data of it. */
    public record Found(GroupKey group, List<Integer> nodes) {
    }

    /** Replaces the orphaned groups of a node. */
    void found(int node, Collection<StoredGroup> orphans) {
        synchronized (lock) {
            ofNodes.put(node, orphans.stream().filter(StoredGroup::committed).map(group -> new GroupKey(group.id(), group.identity()))
                    .collect(Collectors.toCollection(() -> new TreeSet<>(ORDER))));
        }
    }

    /** Removes groups that the journal knows now, as named or dropped ones. */
    void remove(Collection<GroupKey> groups) {
        synchronized (lock) {
            ofNodes.values().forEach(node -> groups.forEach(node::remove));
        }
    }

    /** Number of distinct groups. */
    public int count() {
        synchronized (lock) {
            return all(null).size();
        }
    }

    /** The first {@code max} groups after {@code after}, or of all if it is null, by number. */
    public List<Found> page(GroupKey after, int max) {
        synchronized (lock) {
            List<Found> page = new ArrayList<>();
            for (GroupKey group : all(after)) {
                if (page.size() == max) {
                    break;
                }
                page.add(new Found(group, ofNodes.entrySet().stream().filter(node -> node.getValue().contains(group)).map(Map.Entry::getKey)
                        .toList()));
            }
            return page;
        }
    }

    private Set<GroupKey> all(GroupKey after) {
        Set<GroupKey> all = new TreeSet<>(ORDER);
        ofNodes.values().forEach(node -> all.addAll(after == null ? node : node.tailSet(after, false)));
        return all;
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} unless the group is orphaned */
    public void check(GroupKey group) {
        synchronized (lock) {
            if (ofNodes.values().stream().noneMatch(node -> node.contains(group))) {
                throw new SssException(ErrorCode.NOT_FOUND, "there is no orphaned group " + group + "; 'sss group orphans' lists them");
            }
        }
    }
}
