package org.sss.net.data;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.KeyHash;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.GroupKey;
import org.sss.net.control.Locations;
import org.sss.net.transport.Callbacks;
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

    private static final int REQUESTS_PER_NODE = 2;

    private final Function<NodeAddress, Connection> connections;
    private final ClusterMap cluster;
    private final Locations locations;
    private final Source group;
    private final Decoder<V> decoder;
    private final KeyReadFallback fallback;

    /** @param connections returns open connections to data servers, which it still owns */
    public KeyReads(
            Function<NodeAddress, Connection> connections,
            ClusterMap cluster,
            Source group,
            Decoder<V> decoder,
            KeyReadFallback fallback) {
        this.connections = connections;
        this.cluster = cluster;
        locations = cluster.locations();
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
        for (byte[] key : keys) {
            List<AskedKey<V>> lookups = lookups(key);
            asked.add(lookups);
            all.addAll(lookups);
        }
        Collections.sort(all);
        List<AskedKey<V>> distinct = distinct(all);
        ask(distinct);
        distinct.forEach(this::complete);
        share(all);
        for (int i = 0; i < valueBytes.length; i++) {
            for (AskedKey<V> lookup : asked.get(i)) {
                valueBytes[i] += lookup.valueBytes();
            }
        }
        return asked.stream().map(KeyReads::values).toList();
    }

    /** Returns the lookups of a key: in one subgroup, or in all if a user's partitioner chose the subgroup. */
    private List<AskedKey<V>> lookups(byte[] key) {
        if (key.length > BlockFormat.MAX_KEY_BYTES) {
            return List.of();
        }
        if (group.hashed()) {
            return List.of(lookup(KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), cluster.subgroupCount()), key));
        }
        List<AskedKey<V>> lookups = new ArrayList<>();
        for (int subgroup = 0; subgroup < cluster.subgroupCount(); subgroup++) {
            lookups.add(lookup(subgroup, key));
        }
        return lookups;
    }

    private AskedKey<V> lookup(int subgroup, byte[] key) {
        return new AskedKey<>(locations.owner(subgroup), subgroup, key);
    }

    private static <V> List<AskedKey<V>> distinct(List<AskedKey<V>> sorted) {
        List<AskedKey<V>> distinct = new ArrayList<>(sorted.size());
        for (int i = 0; i < sorted.size(); i++) {
            if (i == 0 || sorted.get(i).compareTo(sorted.get(i - 1)) != 0) {
                distinct.add(sorted.get(i));
            }
        }
        return distinct;
    }

    private static <V> void share(List<AskedKey<V>> sorted) {
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).compareTo(sorted.get(i - 1)) == 0) {
                sorted.get(i).take(sorted.get(i - 1));
            }
        }
    }

    private void ask(List<AskedKey<V>> keys) {
        Queue<NodeRequests<V>.Sent> waiting = new ArrayDeque<>();
        Thread reader = Thread.currentThread();
        Runnable whenReady = () -> LockSupport.unpark(reader);
        try {
            List<NodeRequests<V>> nodes = byNode(keys);
            for (int i = 0; i < REQUESTS_PER_NODE; i++) {
                nodes.forEach(node -> send(node, waiting, whenReady));
            }
            while (!waiting.isEmpty()) {
                NodeRequests<V>.Sent next = awaitReady(waiting);
                boolean whole = next.takeFrame();
                waiting.remove(next);
                if (whole) {
                    next.close();
                    send(next.node(), waiting, whenReady);
                } else {
                    waiting.add(next); // last, since a data server fails the stream of a slow reader
                }
            }
        } finally {
            waiting.forEach(NodeRequests.Sent::close);
        }
    }

    private void send(NodeRequests<V> node, Queue<NodeRequests<V>.Sent> waiting, Runnable whenReady) {
        NodeRequests<V>.Sent sent = node.send(whenReady);
        if (sent != null) {
            waiting.add(sent);
        }
    }

    /**
     * Returns a request whose next frame has arrived. If it is the only one, or the thread is interrupted, the first
     * one, which waits itself.
     */
    private NodeRequests<V>.Sent awaitReady(Queue<NodeRequests<V>.Sent> waiting) {
        long startNanos = System.nanoTime();
        while (waiting.size() > 1 && !Thread.currentThread().isInterrupted()) {
            for (NodeRequests<V>.Sent sent : waiting) {
                if (sent.isReady()) {
                    return sent;
                }
            }
            long leftNanos = NodeRequests.TIMEOUT.toNanos() - (System.nanoTime() - startNanos);
            if (leftNanos <= 0) {
                throw waiting.element().timedOut();
            }
            Callbacks.forbidWaiting("KeyReads.read");
            LockSupport.parkNanos(this, leftNanos);
        }
        return waiting.element();
    }

    private List<NodeRequests<V>> byNode(List<AskedKey<V>> keys) {
        List<NodeRequests<V>> nodes = new ArrayList<>();
        for (int first = 0, next; first < keys.size(); first = next) {
            int node = keys.get(first).node();
            next = first + 1;
            while (next < keys.size() && keys.get(next).node() == node) {
                next++;
            }
            nodes.add(new NodeRequests<>(this, cluster.node(node), keys.subList(first, next)));
        }
        return nodes;
    }

    private void complete(AskedKey<V> key) {
        if (key.isTooLarge()) {
            fallback.scan(
                    key.subgroup(), key.key(), bytes -> key.add(decoder.decode(bytes, 0, bytes.length), bytes.length));
        } else if (key.isNothingThere()) {
            fallback.checkEmpty(key.subgroup());
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
