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
 * Groups that were committed on nodes and that the journal does not know, as each node said when it was last asked: at most as many as
 * fit into its answer. Thread-safe.
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

    /** An orphaned group and the numbers of the nodes that have any of it. */
    public record Found(GroupKey group, List<Integer> nodes) {
    }

    /** What a node has now. */
    void found(int node, Collection<StoredGroup> orphans) {
        synchronized (lock) {
            ofNodes.put(node, orphans.stream().filter(StoredGroup::committed).map(group -> new GroupKey(group.id(), group.identity()))
                    .collect(Collectors.toCollection(() -> new TreeSet<>(ORDER))));
        }
    }

    /** They are known to the journal now, as groups or as dropped ones. */
    void remove(Collection<GroupKey> groups) {
        synchronized (lock) {
            ofNodes.values().forEach(node -> groups.forEach(node::remove));
        }
    }

    /** Different groups, on however many nodes. */
    public int count() {
        synchronized (lock) {
            return all(null).size();
        }
    }

    /** The first {@code max} after {@code behind}, or of all when that is null, by number. */
    public List<Found> page(GroupKey behind, int max) {
        synchronized (lock) {
            List<Found> page = new ArrayList<>();
            for (GroupKey group : all(behind)) {
                if (page.size() == max) {
                    break;
                }
                page.add(new Found(group, ofNodes.entrySet().stream().filter(node -> node.getValue().contains(group)).map(Map.Entry::getKey)
                        .toList()));
            }
            return page;
        }
    }

    private Set<GroupKey> all(GroupKey behind) {
        Set<GroupKey> all = new TreeSet<>(ORDER);
        ofNodes.values().forEach(node -> all.addAll(behind == null ? node : node.tailSet(behind, false)));
        return all;
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} unless it is one */
    public void check(GroupKey group) {
        synchronized (lock) {
            if (ofNodes.values().stream().noneMatch(node -> node.contains(group))) {
                throw new SssException(ErrorCode.NOT_FOUND, "there is no orphaned group " + group + "; 'sss group orphans' lists them");
            }
        }
    }
}
