package org.sss.server.coordinator.state;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/** The nodes that are lost for good, with their disks, until they are replaced. In the journal. Thread-safe. */
public final class LostNodes {
    private final EntryLog log;
    private final Object lock;
    /** Replaced with each change, guarded by the lock. */
    private volatile Set<Integer> nodes = Set.of();

    /** @param lock of the catalog */
    LostNodes(EntryLog log, Object lock) {
        this.log = log;
        this.lock = lock;
    }

    public boolean contains(int node) {
        return nodes.contains(node);
    }

    /** Their numbers. */
    public Set<Integer> all() {
        return nodes;
    }

    /** Records that a node is lost for good, durably. */
    public void lost(int node) {
        write(new Entry.NodeLost(node, false));
    }

    /** Records that a node runs again, durably. */
    public void replaced(int node) {
        write(new Entry.NodeLost(node, true));
    }

    private void write(Entry.NodeLost entry) {
        long position;
        synchronized (lock) {
            position = log.write(entry);
            replay(entry);
        }
        log.sync(position);
    }

    /** Applies one entry of the journal; the caller has the lock. */
    void replay(Entry.NodeLost entry) {
        Set<Integer> changed = new TreeSet<>(nodes);
        if (entry.replaced()) {
            changed.remove(entry.node());
        } else {
            changed.add(entry.node());
        }
        nodes = Set.copyOf(changed);
    }

    /** The entries of the current state. */
    Collection<Entry> snapshot() {
        return nodes.stream()
                .sorted()
                .<Entry>map(node -> new Entry.NodeLost(node, false))
                .toList();
    }
}
