package org.sss.server.shuffle.meta;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * All nodes get the meta-blocks of all nodes in ceil(log2 n) rounds, without a barrier (Bruck et al. 1997). A node
 * starts with its own ones. In round k it sends to node - 2^k what it knows and that one does not, and waits for the
 * same from node + 2^k (all modulo n). A message waits at its receiver until that one needs it, so no node must wait to
 * send. Stateless.
 *
 * <pre>
 *   n = 5      node 0 knows   round 0        round 1           round 2
 *              0              0 1 from 1     0 1 2 3 from 2    0 1 2 3 4 from 4
 * </pre>
 */
public final class BruckGather {
    private BruckGather() {}

    /**
     * @param own   of this node
     * @param moved runs after each message
     * @throws SssException naming this node and the one that it could not send to or waited for
     */
    public static MetaTable run(int self, NodeSizes own, MetaMessages messages, Runnable moved) {
        int nodes = messages.cluster().nodes().size();
        SortedMap<Integer, NodeSizes> known = new TreeMap<>();
        known.put(self, own);
        for (int round = 0; round < rounds(nodes); round++) {
            SortedMap<Integer, NodeSizes> part = new TreeMap<>();
            sent(self, round, nodes).forEach(node -> part.put(node, known.get(node)));
            messages.send(to(self, round, nodes), round, part);
            moved.run();
            known.putAll(received(self, round, messages));
            moved.run();
        }
        return new MetaTable(messages.cluster(), known);
    }

    private static SortedMap<Integer, NodeSizes> received(int self, int round, MetaMessages messages) {
        int nodes = messages.cluster().nodes().size();
        int from = from(self, round, nodes);
        SortedMap<Integer, NodeSizes> part = messages.await(from, round);
        TreeSet<Integer> expected = new TreeSet<>(sent(from, round, nodes));
        if (!part.keySet().equals(expected)) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "node " + from + " sent to node " + self + " in round " + round + " the meta-blocks of nodes "
                            + part.keySet() + " instead of " + expected);
        }
        return part;
    }

    static int rounds(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    static int to(int node, int round, int ranks) {
        return Math.floorMod(node - (1 << round), ranks);
    }

    static int from(int node, int round, int ranks) {
        return (node + (1 << round)) % ranks;
    }

    /** The nodes whose meta-blocks a node sends in a round. */
    static List<Integer> sent(int node, int round, int ranks) {
        int count = Math.min(1 << round, ranks - (1 << round));
        return IntStream.range(0, count).mapToObj(i -> (node + i) % ranks).toList();
    }
}
