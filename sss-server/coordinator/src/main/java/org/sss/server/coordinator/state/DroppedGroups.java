package org.sss.server.coordinator.state;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.net.control.GroupKey;

/**
 * Dropped and replaced groups, until every node has reported that it has no data of them: only data of these groups is
 * deleted on a node that was down. Beyond {@link #MAX} the oldest are removed; their data is then orphaned. Guarded by
 * the lock of the catalog.
 */
final class DroppedGroups {
    static final int MAX = 100_000;

    private final int nodes;
    /** The groups, with the nodes that have no data of them. */
    private final Map<GroupKey, BitSet> pending = new LinkedHashMap<>();

    DroppedGroups(int nodes) {
        this.nodes = nodes;
    }

    void add(GroupKey group) {
        pending.putIfAbsent(group, new BitSet(nodes));
        if (pending.size() > MAX) {
            Iterator<GroupKey> oldest = pending.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    /** Called when the group has a name again. */
    void remove(GroupKey group) {
        pending.remove(group);
    }

    boolean contains(GroupKey group) {
        return pending.containsKey(group);
    }

    /** Called when a node has reported that it has these groups and no others. */
    void confirm(int node, Collection<GroupKey> stored) {
        if (pending.isEmpty()) {
            return;
        }
        Set<GroupKey> there = new HashSet<>(stored);
        pending.entrySet().removeIf(entry -> {
            if (!there.contains(entry.getKey())) {
                entry.getValue().set(node);
            }
            return entry.getValue().cardinality() >= nodes;
        });
    }

    List<GroupKey> all() {
        return List.copyOf(pending.keySet());
    }
}
