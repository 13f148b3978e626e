package org.sss.server.shuffle.meta;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which a node sends blocks to the others: first to the next higher number than its own, then on to the
 * highest, then from 0. No two nodes have the same order, so they do not all start at the same receiver, whatever the
 * sizes are: with the largest first, recurring keys would give all nodes the same order. Stateless.
 */
final class PartnerOrder {
    private PartnerOrder() {}

    /** @param bytes by receiver; those that get nothing, and the sender, are left out */
    static List<Integer> of(int sender, long[] bytes) {
        return IntStream.range(1, bytes.length)
                .map(distance -> (sender + distance) % bytes.length)
                .filter(node -> bytes[node] > 0)
                .boxed()
                .toList();
    }
}
