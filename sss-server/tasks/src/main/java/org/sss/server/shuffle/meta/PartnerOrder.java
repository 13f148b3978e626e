package org.sss.server.shuffle.meta;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The order in which a node sends blocks to the others: the one that gets most comes first. Of those that get the same,
 * the next higher number than the sender's comes first, then on to the highest, then from 0: nodes with equal sizes do
 * not start with the same receiver. Stateless.
 */
final class PartnerOrder {
    private PartnerOrder() {}

    /** @param bytes by receiver; those that get nothing, and the sender, are left out */
    static List<Integer> of(int sender, long[] bytes) {
        return IntStream.range(1, bytes.length)
                .mapToObj(distance -> (sender + distance) % bytes.length)
                .filter(node -> bytes[node] > 0)
                .sorted(Comparator.comparingLong((Integer node) -> bytes[node]).reversed())
                .toList();
    }
}
