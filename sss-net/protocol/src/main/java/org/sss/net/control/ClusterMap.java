package org.sss.net.control;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The nodes of a cluster, and the number of subgroups that they share. Immutable; the same on all nodes and clients.
 * The first node is the coordinator.
 *
 * @param clusterId     created at the first start of the coordinator; nodes refuse to serve another cluster's data
 * @param epoch         of this start of the coordinator: later starts have higher ones, usually the time in
 *                      milliseconds since 1970. Nodes refuse a coordinator with a lower epoch than that of another one
 *                      which they have served
 * @param nodes         by node id, {@code nodes.get(i).id() == i}
 * @param subgroupCount subgroups of every group, see {@link #locations()}
 * @param active        number of the table by which groups are written now; 0 for the rule {@code s mod n}
 * @param tables        those that are in use
 */
public record ClusterMap(
        String clusterId, long epoch, List<NodeInfo> nodes, int subgroupCount, int active, List<Places> tables) {
    public ClusterMap {
        nodes = List.copyOf(nodes);
        tables = tables == null ? List.of() : List.copyOf(tables);
    }

    /** A cluster where all groups are stored by the rule. */
    public ClusterMap(String clusterId, long epoch, List<NodeInfo> nodes, int subgroupCount) {
        this(clusterId, epoch, nodes, subgroupCount, 0, List.of());
    }

    /** Returns the node with a number. */
    public NodeInfo node(int id) {
        return nodes.get(id);
    }

    /** Where a group is stored that is written now. */
    public Locations locations() {
        return active == 0 ? Locations.computed(nodes.size()) : Locations.of(table(active), 1);
    }

    /** Where a group with a name is stored, with all its copies. */
    public Locations locations(GroupInfo group) {
        Placement placement = group.placement();
        return placement == null
                ? Locations.computed(nodes.size())
                : Locations.of(table(placement.table()), placement.copies());
    }

    /**
     * Returns this map for the writer of a group that is stored by another table than the active one.
     *
     * @throws SssException as {@link #table}
     */
    public ClusterMap writtenBy(Placement placement) {
        return withTables(placement.table(), List.of(table(placement.table())));
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} if this map does not have it: it is older than the table */
    public Places table(int number) {
        for (Places table : tables) {
            if (table.number() == number) {
                return table;
            }
        }
        throw new SssException(ErrorCode.NOT_FOUND, "this map of the cluster has no table of places " + number);
    }

    /**
     * Returns the map that tasks get: without tables if new tuples go where the rule sends them, since tasks read
     * whatever else there is by {@link Relocation}s.
     */
    public ClusterMap forTasks() {
        if (active == 0) {
            return tables.isEmpty() ? this : withTables(0, List.of());
        }
        Places table = table(active);
        for (int subgroup = 0; subgroup < subgroupCount; subgroup++) {
            if (table.owner(subgroup) != subgroup % nodes.size()) {
                return withTables(active, List.of(table.owners()));
            }
        }
        return withTables(0, List.of());
    }

    /** Returns this map with other tables. */
    public ClusterMap withTables(int nowActive, List<Places> all) {
        return new ClusterMap(clusterId, epoch, nodes, subgroupCount, nowActive, all);
    }

    public NodeInfo ownerOf(int subgroup) {
        return node(locations().owner(subgroup));
    }

    /** Returns the node that reads a split: those in use take turns. */
    public NodeInfo readerOf(int split) {
        return active == 0 ? node(split % nodes.size()) : ownerOf(split % subgroupCount);
    }

    /** The nodes that get new tuples and run tasks: those in the active table. */
    public List<NodeInfo> inUse() {
        return active == 0
                ? nodes
                : nodes.stream().filter(node -> table(active).has(node.id())).toList();
    }

    /** Returns this map with another epoch. */
    public ClusterMap withEpoch(long other) {
        return new ClusterMap(clusterId, other, nodes, subgroupCount, active, tables);
    }

    public NodeInfo coordinator() {
        return node(0);
    }
}
