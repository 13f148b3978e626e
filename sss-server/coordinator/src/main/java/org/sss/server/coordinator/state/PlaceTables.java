package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;

/**
 * The tables of places in the journal. New groups are stored by the newest one, with as many of its copies as are
 * wanted. Without tables all groups have one copy, by the rule {@code s mod n}. Thread-safe.
 */
public final class PlaceTables {
    /** With at least so many hosts, a new cluster has two copies of each group unless it is configured otherwise. */
    private static final long HOSTS_FOR_COPIES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(PlaceTables.class);

    private final EntryLog log;
    /** Guarded by this, like the following field. */
    private final TreeMap<Integer, Places> tables = new TreeMap<>();

    private int wanted = 1;

    PlaceTables(EntryLog log) {
        this.log = log;
    }

    /**
     * Decides how many copies new groups get, and makes a table for them unless the newest one has as many. Blocks on
     * the disk.
     *
     * @param configured number of copies; 0 for 2 on three hosts or more, else 1, decided at the first start
     * @param isNew      whether this is the first start of the cluster
     * @param map        of the cluster, whose tables it sets
     */
    public ClusterMap prepare(int configured, boolean isNew, ClusterMap map) {
        long position = -1;
        ClusterMap prepared;
        synchronized (this) {
            Places newest = newest();
            int inUse = newest == null ? 1 : newest.copies();
            wanted = configured > 0 ? configured : isNew ? byHosts(map) : inUse;
            if (wanted > inUse) {
                Places table = TablePlanner.first(
                        newest == null ? 1 : newest.number() + 1,
                        map.nodes().size(),
                        map.subgroupCount(),
                        wanted,
                        node -> map.node(node).server().host());
                position = log.write(new Entry.Table(table));
                tables.put(table.number(), table);
                LOG.info("New groups are stored with {} copies, by {}", wanted, table);
            }
            prepared = map.withTables(tables.isEmpty() ? 0 : tables.lastKey(), List.copyOf(tables.values()));
        }
        if (position >= 0) {
            log.sync(position);
        }
        return prepared;
    }

    private static int byHosts(ClusterMap map) {
        long hosts = map.nodes().stream()
                .map(NodeInfo::server)
                .map(address -> address.host())
                .distinct()
                .count();
        return hosts >= HOSTS_FOR_COPIES ? 2 : 1;
    }

    private Places newest() {
        return tables.isEmpty() ? null : tables.lastEntry().getValue();
    }

    /**
     * Where a new group is to be stored, as yet with one copy; null if it needs no table.
     *
     * @param copies wanted copies of this group; 0 for those of the cluster
     */
    public synchronized Placement forNewGroup(int copies) {
        int all = copies == 0 ? wanted : copies;
        return tables.isEmpty() || all == 1 ? null : new Placement(tables.lastKey(), 1, all);
    }

    /** The table of a placement. */
    public synchronized Places of(Placement placement) {
        return tables.get(placement.table());
    }

    /** Applies one entry of the journal, at start. */
    synchronized void replay(Entry.Table entry) {
        tables.put(entry.table().number(), entry.table());
    }

    /** The entries of the current state. */
    synchronized Collection<Entry> snapshot() {
        List<Entry> entries = new ArrayList<>();
        tables.values().forEach(table -> entries.add(new Entry.Table(table)));
        return entries;
    }
}
