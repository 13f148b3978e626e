package org.sss.net.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.sss.api.SssException;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.KeyHash;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Reads the values of encoded keys of one group. Thread-safe; each call does its work in its own thread.
 *
 * <pre>
 *   keys --hash--> subgroups --sort--> per node: requests, two in flight per node, all nodes concurrently
 *                                                  |
 *   lists, in the order asked  &lt;--decoded-- answers, frame by frame as they arrive
 * </pre>
 *
 * <p>What a node does not answer, or has lost, is asked again at the next holder of its subgroup.
 */
public final class KeyReads<V> {
    /** Decodes a value. Must copy the bytes that it retains. */
    @FunctionalInterface
    public interface Decoder<V> {
        V decode(byte[] bytes, int offset, int length);
    }

    /** @param hashed whether each key is in the subgroup of its hash; otherwise all are queried */
    public record Source(GroupKey key, String name, boolean hashed) {
        long id() {
            return key.id();
        }
    }

    private final Function<NodeAddress, Connection> connections;
    private final ClusterMap cluster;
    private final GroupHolders holders;
    private final Source group;
    private final Decoder<V> decoder;
    private final KeyReadFallback fallback;

    /**
     * For a group whose owners alone have it.
     *
     * @param connections returns open connections to data servers, which it still owns
     */
    public KeyReads(
            Function<NodeAddress, Connection> connections,
            ClusterMap cluster,
            Source group,
            Decoder<V> decoder,
            KeyReadFallback fallback) {
        this(connections, cluster, GroupHolders.owners(cluster), group, decoder, fallback);
    }

    /** @param connections returns open connections to data servers, which it still owns */
    public KeyReads(
            Function<NodeAddress, Connection> connections,
            ClusterMap cluster,
            GroupHolders holders,
            Source group,
            Decoder<V> decoder,
            KeyReadFallback fallback) {
        this.connections = connections;
        this.cluster = cluster;
        this.holders = holders;
        this.group = group;
        this.decoder = decoder;
        this.fallback = fallback;
    }

    Connection connection(NodeAddress data) {
        return connections.apply(data);
    }

    Source group() {
        return group;
    }

    Decoder<V> decoder() {
        return decoder;
    }

    public List<V> read(byte[] key) {
        return read(List.of(key)).get(0);
    }

    /** One list for each key, in the order of the keys. */
    public List<List<V>> read(List<byte[]> keys) {
        return read(keys, new long[keys.size()]);
    }

    /**
     * The same.
     *
     * @param valueBytes receives the encoded size of the values of each key
     */
    public List<List<V>> read(List<byte[]> keys, long[] valueBytes) {
        List<List<AskedKey<V>>> asked = new ArrayList<>(keys.size());
        List<AskedKey<V>> all = new ArrayList<>(keys.size());
        Set<Integer> suspected = holders.suspected();
        for (byte[] key : keys) {
            List<AskedKey<V>> lookups = lookups(key, suspected);
            asked.add(lookups);
            all.addAll(lookups);
        }
        Collections.sort(all);
        List<AskedKey<V>> distinct = distinct(all);
        ask(distinct);
        complete(distinct);
        if (holders.isCopied()) {
            askOthers(distinct);
        }
        share(all);
        for (int i = 0; i < valueBytes.length; i++) {
            for (AskedKey<V> lookup : asked.get(i)) {
                valueBytes[i] += lookup.valueBytes();
            }
        }
        return asked.stream().map(KeyReads::values).toList();
    }

    /** Returns the lookups of a key: in one subgroup, or in all if a user's partitioner chose the subgroup. */
    private List<AskedKey<V>> lookups(byte[] key, Set<Integer> suspected) {
        if (key.length > BlockFormat.MAX_KEY_BYTES) {
            return List.of();
        }
        if (group.hashed()) {
            int subgroup = KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), cluster.subgroupCount());
            return List.of(new AskedKey<>(holders.first(subgroup, suspected), subgroup, key));
        }
        List<AskedKey<V>> lookups = new ArrayList<>();
        for (int subgroup = 0; subgroup < cluster.subgroupCount(); subgroup++) {
            lookups.add(new AskedKey<>(holders.first(subgroup, suspected), subgroup, key));
        }
        return lookups;
    }

    private static <V> List<AskedKey<V>> distinct(List<AskedKey<V>> sorted) {
        List<AskedKey<V>> distinct = new ArrayList<>(sorted.size());
        for (int i = 0; i < sorted.size(); i++) {
            if (i == 0 || !sorted.get(i).isSame(sorted.get(i - 1))) {
                distinct.add(sorted.get(i));
            }
        }
        return distinct;
    }

    private static <V> void share(List<AskedKey<V>> sorted) {
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).isSame(sorted.get(i - 1))) {
                sorted.get(i).take(sorted.get(i - 1));
            }
        }
    }

    /** Asks the next holders for what has failed, until each lookup has an answer or the error of all holders. */
    private void askOthers(List<AskedKey<V>> keys) {
        Map<Integer, CopyErrors> errors = new HashMap<>();
        for (List<AskedKey<V>> left = failed(keys); !left.isEmpty(); left = failed(left)) {
            for (AskedKey<V> key : left) {
                CopyErrors ofSubgroup =
                        errors.computeIfAbsent(key.subgroup(), subgroup -> new CopyErrors(holders, subgroup));
                key.moveTo(ofSubgroup.next(key.node(), key.error()));
            }
            Collections.sort(left);
            ask(left);
            complete(left);
        }
        errors.values().forEach(CopyErrors::report);
    }

    private static <V> List<AskedKey<V>> failed(List<AskedKey<V>> keys) {
        List<AskedKey<V>> failed = new ArrayList<>();
        for (AskedKey<V> key : keys) {
            if (key.error() != null) {
                failed.add(key);
            }
        }
        return failed;
    }

    private void ask(List<AskedKey<V>> keys) {
        try (PendingRequests<V> requests = new PendingRequests<>(this, keys)) {
            requests.awaitAll();
        }
    }

    /** Returns true if other holders can be asked after this error of a node. */
    boolean othersMayAnswer(SssException e) {
        return holders.isCopied() && CopyErrors.isOfNode(e);
    }

    private void complete(List<AskedKey<V>> keys) {
        AskedKey<V> lost = null;
        for (AskedKey<V> key : keys) {
            if (key.isTooLarge()) {
                fallback.scan(
                        key.subgroup(),
                        key.key(),
                        bytes -> key.add(decoder.decode(bytes, 0, bytes.length), bytes.length));
            } else if (key.isNothingThere()) {
                if (lost != null && lost.node().equals(key.node()) && lost.subgroup() == key.subgroup()) {
                    key.fail(lost.error()); // the check may have asked other nodes
                } else if (!isEmpty(key)) {
                    lost = key;
                }
            }
        }
    }

    /** Returns false if the node has lost the subgroup, and other nodes have copies. */
    private boolean isEmpty(AskedKey<V> key) {
        try {
            fallback.checkEmpty(key.subgroup());
            return true;
        } catch (SssException e) {
            if (!othersMayAnswer(e)) {
                throw e;
            }
            key.fail(NodeRequests.named(e, group, key.node()));
            return false;
        }
    }

    private static <V> List<V> values(List<AskedKey<V>> lookups) {
        if (lookups.size() == 1) {
            return lookups.get(0).values();
        }
        List<V> values = new ArrayList<>();
        lookups.forEach(lookup -> values.addAll(lookup.values()));
        return values;
    }
}
