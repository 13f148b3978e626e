package org.sss.server.coordinator.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.ServerVerbs.NewGroup;

/**
 * The tables of places in the journal. New groups are stored by the newest one, with as many of its copies as are
 * wanted. Without tables all groups have one copy, by the rule {@code s mod n}. Thread-safe.
 */
public final class PlaceTables {
    /** With at least so many hosts, a new cluster has two copies of each group unless it is configured otherwise. */
    private static final long HOSTS_FOR_COPIES = 3;

    /** More are only kept if groups are stored by them. */
    private static final int MAX_TABLES = 64;

    private static final Logger LOG = LoggerFactory.getLogger(PlaceTables.class);

    private final EntryLog log;
    /** Guarded by this, like the following field. */
    private final TreeMap<Integer, Places> tables = new TreeMap<>();

    private int wanted = 1;
    /** True if all nodes are in this process, so that copies are of no use. */
    private boolean ignoresRequests;
    /** The table of all nodes; null if there is none. */
    private Places all;
    /** The table by which new groups are stored; null for the rule. */
    private Places active;

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
            all = newestOfAllNodes(map);
            int inUse = all == null ? 1 : all.copies();
            wanted = configured > 0 ? configured : isNew ? byHosts(map) : inUse;
            if (wanted > inUse) {
                Places table = TablePlanner.first(
                        nextNumber(),
                        map.nodes().size(),
                        map.subgroupCount(),
                        wanted,
                        node -> map.node(node).server().host());
                position = log.write(new Entry.Table(table));
                tables.put(table.number(), table);
                all = table;
                LOG.info("New groups are stored with {} copies, by {}", wanted, table);
            }
            active = all;
            prepared = map.withTables(active == null ? 0 : active.number(), List.copyOf(tables.values()));
        }
        if (position >= 0) {
            log.sync(position);
        }
        return prepared;
    }

    /** Makes no copies, whatever groups ask for: all nodes are in this process. */
    public synchronized void ignoreRequests() {
        ignoresRequests = true;
    }

    private static int byHosts(ClusterMap map) {
        long hosts = map.nodes().stream()
                .map(NodeInfo::server)
                .map(address -> address.host())
                .distinct()
                .count();
        return hosts >= HOSTS_FOR_COPIES ? 2 : 1;
    }

    private int nextNumber() {
        return tables.isEmpty() ? 1 : tables.lastKey() + 1;
    }

    /** Later tables may have been made when nodes were missing. Returns null if there is none. */
    private Places newestOfAllNodes(ClusterMap map) {
        return tables.descendingMap().values().stream()
                .filter(table -> map.nodes().stream().allMatch(node -> table.has(node.id())))
                .findFirst()
                .orElse(null);
    }

    /** True if groups have copies, so that their subgroups have other owners when a node is missing. */
    public synchronized boolean haveCopies() {
        return all != null && all.copies() > 1;
    }

    /**
     * Stores new groups without some nodes: by a table that is made if there is none like it yet.
     *
     * @param lost   numbers of nodes; none to use all
     * @param stored numbers of the tables by which groups are stored: others are forgotten if there are many
     * @param use    gets the number of the table, and all tables
     */
    void useWithout(Set<Integer> lost, ClusterMap map, Set<Integer> stored, BiConsumer<Integer, List<Places>> use) {
        synchronized (this) {
            Places next = all;
            if (!lost.isEmpty()) {
                Places planned = TablePlanner.afterLoss(
                        nextNumber(),
                        all,
                        lost,
                        map.nodes().size(),
                        node -> map.node(node).server().host());
                next = tables.values().stream()
                        .filter(planned::hasSameHolders)
                        .findFirst()
                        .orElse(planned);
            }
            if (tables.putIfAbsent(next.number(), next) == null) {
                log.write(new Entry.Table(next));
            }
            active = next;
            if (tables.size() > MAX_TABLES) {
                tables.keySet()
                        .removeIf(number ->
                                number != all.number() && number != active.number() && !stored.contains(number));
            }
            use.accept(next.number(), List.copyOf(tables.values()));
        }
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it asks for more copies than the cluster makes */
    synchronized void checkCopies(NewGroup group) {
        int most = wanted;
        if (group.copies() < 0 || group.copies() > most && !ignoresRequests) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "group '" + group.name() + "' shall have " + group.copies() + " copies, and this cluster makes "
                            + most + " of each group: set replication = " + group.copies()
                            + " for node 0 and restart it, or write the group with fewer");
        }
    }

    /** How many copies groups with names shall have. */
    public synchronized int wanted() {
        return wanted;
    }

    /** The table by which new groups are stored; null for the rule. */
    public synchronized Places active() {
        return active;
    }

    /** The table of a placement. */
    public Places of(Placement placement) {
        return table(placement.table());
    }

    /** The table of this number, which must exist. */
    public synchronized Places table(int number) {
        return tables.get(number);
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} if the table was forgotten, as no group used it */
    synchronized void checkExists(int number) {
        if (!tables.containsKey(number)) {
            throw new SssException(ErrorCode.NOT_FOUND, "table of places " + number + " is not used any more");
        }
    }

    /** Number of tables. */
    public synchronized int count() {
        return tables.size();
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
