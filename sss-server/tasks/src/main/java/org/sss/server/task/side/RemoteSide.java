package org.sss.server.task.side;

import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.RunMerge;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.TaskSpec.SideGroup;
import org.sss.net.data.KeyReadFallback;
import org.sss.net.data.KeyReads;
import org.sss.net.data.RemoteSource;
import org.sss.net.rpc.Rpc;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/** Reads a side group from its owners. Thread-safe. */
public final class RemoteSide implements SideSource, KeyReadFallback {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final SideGroup info;
    private final GroupKey key;
    private final ClusterMap cluster;
    private final Function<NodeAddress, Connection> connections;
    private final RemoteSource source;
    /** Subgroups that are known to have no tuples; null before the first request. */
    private volatile BitSet emptySubgroups;

    private RemoteSide(
            String name,
            SideGroup info,
            GroupKey key,
            ClusterMap cluster,
            Function<NodeAddress, Connection> connections) {
        this.name = name;
        this.info = info;
        this.key = key;
        this.cluster = cluster;
        this.connections = connections;
        source = new RemoteSource(connections, cluster, TIMEOUT, name, key.identity());
    }

    /** @param connections returns open connections to data servers; it remains their owner */
    public static SideSources by(Function<NodeAddress, Connection> connections) {
        return (spec, group, name) -> new RemoteSide(
                name,
                group,
                new GroupKey(group.id(), spec.key(group.id()).identity()),
                spec.clusterOfSide(group.id()),
                connections);
    }

    @Override
    public <V> Lookup<V> lookup(KeyReads.Decoder<V> decoder) {
        KeyReads<V> reads =
                new KeyReads<>(connections, cluster, new KeyReads.Source(key, name, info.hashed()), decoder, this);
        return reads::read;
    }

    @Override
    public void scan(int subgroup, byte[] key, Consumer<byte[]> values) {
        try (RunMerge merge = source.merged(info.id(), subgroup, key, Arrays.copyOf(key, key.length + 1))) {
            while (merge.nextKey()) {
                boolean wanted = Arrays.equals(merge.key(), 0, merge.keyLength(), key, 0, key.length);
                while (wanted && merge.nextValue()) {
                    int offset = merge.valueOffset();
                    values.accept(Arrays.copyOfRange(merge.valueArray(), offset, offset + merge.valueLength()));
                }
            }
        }
    }

    /** A node without tuples of a subgroup may have lost them; the tuple counts of all nodes show that. */
    @Override
    public void checkEmpty(int subgroup) {
        BitSet empty = emptySubgroups;
        if (empty == null) {
            empty = findEmpty();
            emptySubgroups = empty;
        }
        if (!empty.get(subgroup)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "side group '" + name + "' (number " + info.id() + "): subgroup " + subgroup
                            + " is missing on its owner; check data.dir of the nodes");
        }
    }

    private BitSet findEmpty() {
        BitSet empty = new BitSet();
        empty.set(0, cluster.subgroupCount());
        long tuples = 0;
        for (NodeInfo node : cluster.inUse()) {
            DataVerbs.GroupStat stat = Rpc.call(
                    connections.apply(node.data()),
                    DataVerbs.STAT,
                    new DataVerbs.Stat(key.id(), key.identity()),
                    DataVerbs.GroupStat.class,
                    TIMEOUT);
            for (DataVerbs.SubgroupStat subgroup : stat.subgroups()) {
                if (cluster.ownerOf(subgroup.subgroup()).id() == node.id()) { // others have copies
                    tuples += subgroup.tuples();
                    empty.set(subgroup.subgroup(), subgroup.tuples() == 0);
                }
            }
        }
        SideReads.checkCount(name, info, tuples);
        return empty;
    }

    @Override
    public int subgroupCount() {
        return cluster.subgroupCount();
    }

    @Override
    public RunMerge merged(int subgroup) {
        return source.merged(info.id(), subgroup);
    }
}
