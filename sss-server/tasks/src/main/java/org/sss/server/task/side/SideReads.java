package org.sss.server.task.side;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
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
import org.sss.server.task.input.EncodedTuples;
import org.sss.server.task.state.TaskErrors;

/** Reads a side group from its owners. Thread-safe. */
final class SideReads<K, V> implements KeyReadFallback {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final TupleGroup<K, V> group;
    /** Decodes to objects that may be retained. */
    private final Codec<K> keys;

    private final Codec<V> values;
    private final SideGroup info;
    private final GroupKey key;
    private final ClusterMap cluster;
    private final Function<NodeAddress, Connection> connections;
    private final RemoteSource source;
    private final KeyReads<V> reads;
    /** Subgroups that are known to have no tuples; null before the first request. */
    private volatile BitSet emptySubgroups;

    /** Called for each tuple, key by key. */
    interface TupleSink<V> {
        void accept(byte[] key, int keyLength, List<V> values);
    }

    SideReads(
            TupleGroup<K, V> group,
            SideGroup info,
            String identity,
            ClusterMap cluster,
            Function<NodeAddress, Connection> connections) {
        this.group = group;
        keys = Codecs.keeping(group.keys());
        values = Codecs.keeping(group.values());
        this.info = info;
        key = new GroupKey(info.id(), identity);
        this.cluster = cluster;
        this.connections = connections;
        source = new RemoteSource(connections, cluster, TIMEOUT, group.name(), identity);
        reads = new KeyReads<>(
                connections, cluster, new KeyReads.Source(key, group.name(), info.hashed()), this::decodedValue, this);
    }

    /** Decodes a value of a key that user code has requested. */
    private V decodedValue(byte[] bytes, int offset, int length) {
        try {
            return values.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw TaskErrors.decodingAside(e, "value", values, described());
        }
    }

    private String described() {
        return "side group '" + group.name() + "'";
    }

    /** @param valueBytes receives the encoded size of the values of each key */
    List<List<V>> read(List<byte[]> keys, long[] valueBytes) {
        return reads.read(keys, valueBytes);
    }

    /** Returns the whole group, as objects that may be retained. */
    Map<K, List<V>> readAll() {
        Map<K, List<V>> all = new HashMap<>();
        readAll((key, length, ofKey) -> all.computeIfAbsent(
                        decoded(keys, "key", key, 0, length, key, length), k -> new ArrayList<>(1))
                .addAll(ofKey));
        return all;
    }

    /** Decodes; the error for tasks that wait for the whole group has the exception of the codec and the key. */
    private <T> T decoded(
            Codec<T> codec, String what, byte[] bytes, int offset, int length, byte[] key, int keyLength) {
        try {
            return codec.decode(bytes, offset, length);
        } catch (OutOfMemoryError | InternalError e) {
            throw e;
        } catch (Throwable e) {
            throw TaskErrors.decodingAside(e, what, codec, described() + TaskErrors.ofKey(key, 0, keyLength));
        }
    }

    /** Like {@link #readAll()}, without decoding. */
    EncodedTuples readEncoded() {
        EncodedTuples all = new EncodedTuples();
        eachSubgroup(merge -> {
            long tuples = 0;
            while (merge.nextKey()) {
                for (boolean newKey = true; merge.nextValue(); newKey = false) {
                    all.add(
                            newKey,
                            merge.key(),
                            merge.keyLength(),
                            merge.valueArray(),
                            merge.valueOffset(),
                            merge.valueLength());
                    tuples++;
                }
            }
            return tuples;
        });
        return all.complete();
    }

    void readAll(TupleSink<V> sink) {
        eachSubgroup(merge -> {
            long tuples = 0;
            while (merge.nextKey()) {
                List<V> ofKey = new ArrayList<>(1);
                while (merge.nextValue()) {
                    ofKey.add(decoded(
                            values,
                            "value",
                            merge.valueArray(),
                            merge.valueOffset(),
                            merge.valueLength(),
                            merge.key(),
                            merge.keyLength()));
                }
                tuples += ofKey.size();
                sink.accept(merge.key(), merge.keyLength(), ofKey);
            }
            return tuples;
        });
    }

    /**
     * @param reader returns the number of tuples that it has read
     * @throws SssException {@link ErrorCode#CORRUPT} if tuples are missing
     */
    private void eachSubgroup(ToLongFunction<RunMerge> reader) {
        long tuples = 0;
        for (int subgroup = 0; subgroup < cluster.subgroupCount(); subgroup++) {
            try (RunMerge merge = merged(subgroup)) {
                tuples += reader.applyAsLong(merge);
            }
        }
        checkCount(tuples);
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
                    "side group '" + group.name() + "' (number " + info.id() + "): subgroup " + subgroup
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
        checkCount(tuples);
        return empty;
    }

    int subgroupCount() {
        return cluster.subgroupCount();
    }

    /** Returns the tuples of a subgroup in the order of their keys; the caller closes it. */
    RunMerge merged(int subgroup) {
        return source.merged(info.id(), subgroup);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} if the whole group has another number of tuples */
    void checkCount(long tuples) {
        if (tuples != info.tuples()) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "side group '" + group.name() + "' (number " + info.id()
                            + ") was committed with " + info.tuples() + " tuples, and " + tuples
                            + " are there: some of its files are gone."
                            + " Check whether data.dir of each node is unchanged, or drop the group and write it "
                            + "again");
        }
    }
}
