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
 * Groups that the journal says are dropped or replaced, until every node has said that it has nothing of them: what a node that was down
 * still has of them is deleted, and nothing else. Beyond {@link #MAX} the oldest are forgotten; their data is then kept as orphaned.
 * Guarded by the lock of the catalog.
 */
final class DroppedGroups {
    static final int MAX = 100_000;

    private final int nodes;
    /** With the nodes that have nothing of them. */
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

    /** It has a name again. */
    void remove(GroupKey group) {
        pending.remove(group);
    }

    boolean contains(GroupKey group) {
        return pending.containsKey(group);
    }

    /** A node has these groups and no others. */
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
