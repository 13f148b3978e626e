package org.sss.server.shuffle.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class BruckGatherTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    static IntStream nodeCounts() {
        return IntStream.rangeClosed(1, 16);
    }

    @ParameterizedTest
    @MethodSource("nodeCounts")
    void roundsGiveEachNodeEverythingOnce(int nodes) {
        List<Set<Integer>> known = new ArrayList<>();
        IntStream.range(0, nodes).forEach(node -> known.add(new TreeSet<>(Set.of(node))));
        int rounds = BruckGather.rounds(nodes);
        assertThat(rounds).isEqualTo((int) Math.ceil(Math.log(nodes) / Math.log(2)));
        for (int round = 0; round < rounds; round++) {
            List<Set<Integer>> before =
                    known.stream().<Set<Integer>>map(TreeSet::new).toList();
            for (int node = 0; node < nodes; node++) {
                int to = BruckGather.to(node, round, nodes);
                assertThat(to).isNotEqualTo(node);
                assertThat(BruckGather.from(to, round, nodes)).isEqualTo(node);
                List<Integer> sent = BruckGather.sent(node, round, nodes);
                assertThat(before.get(node)).containsAll(sent);
                for (int other : sent) {
                    assertThat(known.get(to).add(other))
                            .as("%s of %s again for %s", other, node, to)
                            .isTrue();
                }
            }
        }
        assertThat(known).allSatisfy(all -> assertThat(all).hasSize(nodes));
    }

    @Test
    void roundsOfFiveNodes() {
        assertThat(IntStream.range(0, 3).mapToObj(round -> BruckGather.to(0, round, 5)))
                .containsExactly(4, 3, 1);
        assertThat(IntStream.range(0, 3).mapToObj(round -> BruckGather.from(0, round, 5)))
                .containsExactly(1, 2, 4);
        assertThat(IntStream.range(0, 3).mapToObj(round -> BruckGather.sent(3, round, 5)))
                .containsExactly(List.of(3), List.of(3, 4), List.of(3));
    }

    /** What node {@code from} sends in the tests: to each subgroup another number of bytes. */
    private static List<MetaBlock> own(int from, int nodes) {
        return IntStream.range(0, nodes * MetaBed.SUBGROUPS_PER_NODE)
                .mapToObj(subgroup -> new MetaBlock(0, from, 0, subgroup, 1, 1000L * from + subgroup, 7))
                .toList();
    }

    private static NodeSizes sizes(int from, int nodes) {
        return new NodeSizes(77L << from, own(from, nodes));
    }

    @ParameterizedTest
    @MethodSource("nodeCounts")
    void allNodesGetTheSameTable(int nodes) {
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        AtomicInteger moved = new AtomicInteger();
        try (MetaBed bed = new MetaBed(nodes, PATIENCE)) {
            List<CompletableFuture<MetaTable>> tables = IntStream.range(0, nodes)
                    .mapToObj(node -> CompletableFuture.supplyAsync(
                            () -> BruckGather.run(
                                    node, sizes(node, nodes), bed.nodes.get(node), moved::incrementAndGet),
                            threads))
                    .toList();
            for (CompletableFuture<MetaTable> future : tables) {
                MetaTable table = future.join();
                for (int from = 0; from < nodes; from++) {
                    assertThat(table.of(from)).isEqualTo(own(from, nodes));
                    assertThat(table.freeBytes(from)).isEqualTo(77L << from);
                    long expected = 0;
                    for (int i = 0; i < MetaBed.SUBGROUPS_PER_NODE; i++) {
                        expected += 1000L * from + i * nodes;
                    }
                    assertThat(table.bytes(from, 0)).isEqualTo(expected);
                }
                long all = IntStream.range(0, nodes * MetaBed.SUBGROUPS_PER_NODE)
                        .mapToLong(table::bytesOf)
                        .sum();
                assertThat(IntStream.range(0, nodes).mapToLong(table::bytesAt).sum())
                        .isEqualTo(all);
            }
            assertThat(moved).hasValue(2 * nodes * BruckGather.rounds(nodes));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void lostNodeFailsItsNeighboursWithBothNames() {
        int nodes = 4;
        int lost = 2;
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try (MetaBed bed = new MetaBed(nodes, Duration.ofMillis(500))) {
            bed.stop(lost);
            Set<String> messages = new HashSet<>();
            List<CompletableFuture<MetaTable>> tables = IntStream.range(0, nodes)
                    .filter(node -> node != lost)
                    .mapToObj(node -> CompletableFuture.supplyAsync(
                            () -> BruckGather.run(node, sizes(node, nodes), bed.nodes.get(node), () -> {}), threads))
                    .toList();
            for (CompletableFuture<MetaTable> table : tables) {
                assertThatThrownBy(table::join)
                        .isInstanceOf(CompletionException.class)
                        .cause()
                        .isInstanceOfSatisfying(SssException.class, e -> {
                            assertThat(e.code()).isIn(ErrorCode.TIMEOUT, ErrorCode.NODE_UNREACHABLE);
                            messages.add(e.getMessage());
                        });
            }
            // Node 3 sends to it in round 0, node 1 waits for it in round 0.
            assertThat(messages)
                    .anySatisfy(message -> assertThat(message).startsWith("node 3 cannot send meta-blocks to node 2"))
                    .anySatisfy(message -> assertThat(message).startsWith("node 1 waits for meta-blocks of node 2"));
        } finally {
            threads.shutdownNow();
        }
    }
}
