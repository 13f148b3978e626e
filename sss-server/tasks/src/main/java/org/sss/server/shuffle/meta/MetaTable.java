package org.sss.server.shuffle.meta;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToIntFunction;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.Locations;

/** The meta-blocks of all nodes, as each node knows them before the blocks move; the same on all nodes. Immutable. */
public final class MetaTable {
    private final SortedMap<Integer, NodeSizes> byNode;
    /** By sender and owner. */
    private final long[][] bytes;

    private final long[] subgroupBytes;

    /** @param byNode of each node what it sends, its own subgroups included */
    MetaTable(ClusterMap cluster, SortedMap<Integer, NodeSizes> byNode) {
        int nodes = cluster.nodes().size();
        Locations locations = cluster.locations();
        this.byNode = byNode;
        bytes = new long[nodes][nodes];
        subgroupBytes = new long[cluster.subgroupCount()];
        for (Map.Entry<Integer, NodeSizes> sender : byNode.entrySet()) {
            for (MetaBlock block : sender.getValue().blocks()) {
                bytes[sender.getKey()][locations.owner(block.subgroup())] += block.bytes();
                subgroupBytes[block.subgroup()] += block.bytes();
            }
        }
    }

    /** What a node sends, in ascending order of output, task, attempt and subgroup; its own subgroups included. */
    public List<MetaBlock> of(int node) {
        return byNode.get(node).blocks();
    }

    /** What a node could still store in memory before the blocks move. */
    public long freeBytes(int node) {
        return byNode.get(node).freeBytes();
    }

    /** The bytes that one node sends to another one, or that are its own. */
    public long bytes(int from, int to) {
        return bytes[from][to];
    }

    /** The bytes of all subgroups that a node owns. */
    public long bytesAt(int owner) {
        long sum = 0;
        for (long[] from : bytes) {
            sum += from[owner];
        }
        return sum;
    }

    public long bytesOf(int subgroup) {
        return subgroupBytes[subgroup];
    }

    /** The nodes to which a node sends blocks, in the order of {@link PartnerOrder}. */
    public List<Integer> partners(int from) {
        return PartnerOrder.of(from, bytes[from]);
    }

    /** As {@link #partners(int)}, if blocks go to {@code target} instead of the owners of their subgroups. */
    public List<Integer> partners(int from, ToIntFunction<MetaBlock> target) {
        long[] sent = new long[bytes.length];
        of(from).forEach(block -> sent[target.applyAsInt(block)] += block.bytes());
        return PartnerOrder.of(from, sent);
    }
}
