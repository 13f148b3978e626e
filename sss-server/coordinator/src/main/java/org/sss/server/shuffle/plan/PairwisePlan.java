package org.sss.server.shuffle.plan;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Pairs of nodes that exchange blocks, step by step, until each has met each other one: n-1 steps, or n for an odd
 * number n, where one node rests in each step (Tsukuba 2016, Pairwise). Stateless.
 */
public final class PairwisePlan implements ShufflePlan {
    /** The step in which each node sends all blocks for its partner. */
    public static final String EXCHANGE = "exchange";

    @Override
    public List<PlannedStep> steps(int nodeCount) {
        return IntStream.range(0, rounds(nodeCount))
                .mapToObj(round -> new PlannedStep(
                        EXCHANGE,
                        IntStream.range(0, nodeCount)
                                .mapToObj(node -> partner(round, node, nodeCount))
                                .toList()))
                .toList();
    }

    private static int rounds(int nodeCount) {
        return nodeCount % 2 == 0 ? nodeCount - 1 : nodeCount == 1 ? 0 : nodeCount;
    }

    /**
     * The partner in a round: by XOR for powers of two, else by the circle method, in which node n-1 stays in place and
     * the others move around it.
     *
     * @return -1 if it rests
     */
    static int partner(int round, int node, int nodeCount) {
        if (Integer.bitCount(nodeCount) == 1) {
            return node ^ (round + 1);
        }
        int circle = nodeCount % 2 == 0 ? nodeCount - 1 : nodeCount;
        if (node == circle) {
            // The fixed node meets the one that would meet itself.
            return IntStream.range(0, circle)
                    .filter(other -> Math.floorMod(round - other, circle) == other)
                    .findFirst()
                    .orElseThrow();
        }
        int partner = Math.floorMod(round - node, circle);
        return partner != node ? partner : nodeCount % 2 == 0 ? circle : -1;
    }
}
