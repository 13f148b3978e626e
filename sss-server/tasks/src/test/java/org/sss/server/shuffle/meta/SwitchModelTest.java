package org.sss.server.shuffle.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sss.server.shuffle.plan.PairwisePlan;
import org.sss.server.shuffle.plan.PlannedStep;
import org.sss.server.shuffle.staged.Senders;

/**
 * How long the methods take if links are the limit, in times of the least that is possible. The table of
 * docs/design/032-order-of-partners.md is what {@link #toString} of the cases returns.
 */
class SwitchModelTest {
    /** Bytes between nodes, and a name. */
    private record Sizes(String name, long[][] bytes) {
        int nodes() {
            return bytes.length;
        }

        private double overFloor(double seconds) {
            return seconds / new SwitchModel(bytes).floorSeconds();
        }

        double dsa() {
            return overFloor(new SwitchModel(bytes)
                    .seconds(orders(node -> PartnerOrder.of(node, bytes[node])), Senders.AT_ONCE));
        }

        double pairwise() {
            return overFloor(new SwitchModel(bytes)
                    .secondsInSteps(new PairwisePlan()
                            .steps(nodes()).stream().map(PlannedStep::partners).toList()));
        }

        /** Fully-connected and direct. */
        double allAtOnce() {
            return overFloor(new SwitchModel(bytes)
                    .seconds(orders(node -> PartnerOrder.of(node, bytes[node])), nodes()));
        }

        /** One partner at a time, the one that gets most first. */
        double mostBytesFirst() {
            return overFloor(new SwitchModel(bytes)
                    .seconds(
                            orders(node -> PartnerOrder.of(node, bytes[node]).stream()
                                    .sorted(Comparator.comparingLong((Integer to) -> bytes[node][to])
                                            .reversed())
                                    .toList()),
                            1));
        }

        private List<List<Integer>> orders(java.util.function.IntFunction<List<Integer>> order) {
            return IntStream.range(0, nodes()).mapToObj(order).toList();
        }

        @Override
        public String toString() {
            return String.format(
                    "%-28s %2d nodes: pairwise, csa %.2f; dsa, dsa-sms, on-disk, auto %.2f; fully-connected, direct"
                            + " %.2f; most bytes first %.2f",
                    name, nodes(), pairwise(), dsa(), allAtOnce(), mostBytesFirst());
        }
    }

    static Stream<Sizes> sizes() {
        return IntStream.of(2, 3, 4, 5, 8, 16, 24, 32).boxed().flatMap(SwitchModelTest::sizes);
    }

    private static Stream<Sizes> sizes(int nodes) {
        Random random = new Random(7);
        long[] recurring = random.longs(nodes, 950_000, 1_050_000).toArray();
        return Stream.of(
                byReceiver("equal", nodes, to -> 1_000_000),
                byReceiver("recurring keys, 5 %", nodes, to -> recurring[to]),
                new Sizes("unique keys, 5 %", random(nodes, random, () -> 950_000 + random.nextInt(100_000))),
                byReceiver("Zipf 0.5", nodes, to -> zipf(to, 0.5)),
                byReceiver("Zipf 1.0", nodes, to -> zipf(to, 1.0)),
                byReceiver("Zipf 2.5", nodes, to -> zipf(to, 2.5)),
                byReceiver("Zipf 3.0", nodes, to -> zipf(to, 3.0)),
                new Sizes(
                        "half of the pairs empty", random(nodes, random, () -> random.nextBoolean() ? 1_000_000 : 0)));
    }

    private static long zipf(int rank, double exponent) {
        return Math.round(1e6 * Math.pow(rank + 1, -exponent));
    }

    private static Sizes byReceiver(String name, int nodes, IntToLongFunction bytes) {
        return new Sizes(
                name,
                IntStream.range(0, nodes)
                        .mapToObj(from -> IntStream.range(0, nodes)
                                .mapToLong(bytes::applyAsLong)
                                .toArray())
                        .toArray(long[][]::new));
    }

    private static long[][] random(int nodes, Random random, java.util.function.LongSupplier bytes) {
        return IntStream.range(0, nodes)
                .mapToObj(from -> IntStream.range(0, nodes)
                        .mapToLong(to -> bytes.getAsLong())
                        .toArray())
                .toArray(long[][]::new);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void noReceiverIsACrowdWhileOthersAreIdle(Sizes sizes) {
        assertThat(sizes.dsa()).as("%s", sizes).isBetween(0.999, 1.11);
        assertThat(sizes.allAtOnce()).as("%s", sizes).isBetween(0.999, 1.02);
        assertThat(sizes.pairwise()).as("%s", sizes).isBetween(0.999, 2.0);
        assertThat(sizes.dsa()).as("%s", sizes).isLessThanOrEqualTo(sizes.pairwise() + 0.02);
    }

    /** What the model is for: an order that all nodes have in common makes them all send to one node at a time. */
    @Test
    void aCommonOrderIsAConvoy() {
        Sizes sizes = sizes(16)
                .filter(of -> of.name.startsWith("recurring"))
                .findFirst()
                .orElseThrow();
        assertThat(sizes.mostBytesFirst()).isGreaterThan(7);
        assertThat(sizes.dsa()).isLessThan(1.02);
    }

    @Test
    void aNodeSendsToThePartnersOfPairwiseInEachStep() {
        // 0 and 1 exchange 3 and 5 bytes, then 2 and 3 rest: the step takes as long as its longest flow
        SwitchModel model = new SwitchModel(new long[][] {{0, 3, 1}, {5, 0, 2}, {4, 1, 0}});
        assertThat(model.secondsInSteps(List.of(List.of(1, 0, -1), List.of(2, -1, 0), List.of(-1, 2, 1))))
                .isEqualTo(5 + 4 + 2);
        assertThat(model.floorSeconds()).isEqualTo(9);
    }

    @Test
    void flowsShareALinkFairly() {
        // both senders have the link of node 0 for themselves half of the time
        SwitchModel model = new SwitchModel(new long[][] {{0, 0, 0}, {6, 0, 0}, {6, 4, 0}});
        assertThat(model.seconds(List.of(List.of(), List.of(0), List.of(0, 1)), 1))
                .isEqualTo(16);
        assertThat(model.seconds(List.of(List.of(), List.of(0), List.of(0, 1)), 2))
                .isEqualTo(12);
    }
}
