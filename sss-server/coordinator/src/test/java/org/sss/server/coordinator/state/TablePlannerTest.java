package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.net.control.Places;

class TablePlannerTest {
    private static final int CASES = 10_000;
    private static final IntFunction<String> APART = node -> "host" + node;

    @Test
    void firstTableIsBalancedIfTheNodesDivideTheSubgroups() {
        for (int nodes = 2; nodes <= 9; nodes++) {
            for (int copies = 1; copies <= Math.min(3, nodes); copies++) {
                int subgroups = nodes * (nodes - 1) * Math.max(1, nodes - 2);
                Places table = TablePlanner.first(1, nodes, subgroups, copies, APART);
                assertThat(loads(table, nodes)).containsOnly(copies * subgroups / nodes);
                for (int subgroup = 0; subgroup < subgroups; subgroup++) {
                    assertThat(table.owner(subgroup)).isEqualTo(subgroup % nodes);
                }
            }
        }
    }

    @Test
    void copiesOfOneNodeAreSpreadOverAllOthers() {
        Places table = TablePlanner.first(1, 5, 40, 2, APART);
        List<Integer> ofNode0 = IntStream.range(0, 40)
                .filter(subgroup -> table.owner(subgroup) == 0)
                .mapToObj(subgroup -> table.holder(subgroup, 1))
                .toList();
        assertThat(ofNode0).containsExactly(1, 2, 3, 4, 1, 2, 3, 4);
    }

    @Test
    void copiesAreOnOtherHostsWhileThereAreSome() {
        IntFunction<String> pairs = node -> "host" + node / 2;
        Places table = TablePlanner.first(1, 6, 12, 3, pairs);
        for (int subgroup = 0; subgroup < 12; subgroup++) {
            assertThat(hosts(table, subgroup, pairs)).hasSize(3);
        }
        assertThat(hosts(TablePlanner.first(1, 3, 3, 3, node -> "one"), 0, node -> "one"))
                .hasSize(1);
    }

    @Test
    void afterALossSurvivorsKeepTheirOrderAndSubstitutesFollow() {
        Places base = new Places(1, 3, new byte[] {0, 1, 2, 1, 2, 3, 3, 0, 1});
        Places after = TablePlanner.afterLoss(2, base, Set.of(1), 4, APART);
        assertThat(after).isEqualTo(new Places(2, 3, new byte[] {0, 2, 3, 2, 3, 0, 3, 0, 2}));
    }

    @Test
    void lostCopiesOfOneNodeAreSpreadOverAllOthers() {
        Places after = TablePlanner.afterLoss(2, TablePlanner.first(1, 5, 40, 2, APART), Set.of(2), 5, APART);
        assertThat(loads(after, 5)).containsExactly(20, 20, 0, 20, 20);
    }

    @Test
    void aSubgroupWithoutSurvivorsGetsNewHolders() {
        Places base = new Places(1, 2, new byte[] {0, 1, 2, 3});
        assertThat(TablePlanner.afterLoss(2, base, Set.of(0, 1), 4, APART))
                .isEqualTo(new Places(2, 2, new byte[] {2, 3, 2, 3}));
    }

    @Test
    void withFewNodesLeftThereAreFewerCopies() {
        Places base = TablePlanner.first(1, 3, 6, 3, APART);
        assertThat(TablePlanner.afterLoss(2, base, Set.of(0), 3, APART).copies())
                .isEqualTo(2);
        assertThatThrownBy(() -> TablePlanner.afterLoss(2, base, Set.of(0, 1, 2), 3, APART))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("no node of the cluster can be reached");
    }

    @Test
    void randomLossesFollowTheRules() {
        long seed = Long.getLong("sss.seed", System.nanoTime());
        System.out.println("TablePlannerTest: -Dsss.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            Case drawn = Case.draw(random);
            Places base = TablePlanner.first(1, drawn.nodes, drawn.subgroups, drawn.copies, drawn::host);
            for (int loss = 0; loss < 2; loss++) {
                Set<Integer> lost = drawn.drawLost(random);
                Places after = TablePlanner.afterLoss(loss + 2, base, lost, drawn.nodes, drawn::host);
                assertThat(TablePlanner.afterLoss(loss + 2, base, lost, drawn.nodes, drawn::host))
                        .isEqualTo(after);
                drawn.check(base, after, lost);
                base = after;
            }
        }
    }

    /** Hosts of a cluster, and the size of its tables. */
    private record Case(int nodes, int subgroups, int copies, int[] hosts) {
        static Case draw(Random random) {
            int nodes = 1 + random.nextInt(8);
            int copies = 1 + random.nextInt(Math.min(3, nodes));
            int hosts = 1 + random.nextInt(nodes);
            return new Case(
                    nodes,
                    nodes + random.nextInt(24),
                    copies,
                    random.ints(nodes, 0, hosts).toArray());
        }

        String host(int node) {
            return "host" + hosts[node];
        }

        Set<Integer> drawLost(Random random) {
            Set<Integer> lost = new HashSet<>();
            int count = random.nextInt(nodes);
            while (lost.size() < count) {
                lost.add(random.nextInt(nodes));
            }
            return lost;
        }

        void check(Places base, Places after, Set<Integer> lost) {
            Supplier<String> what = () -> this + ", lost " + lost + ": " + Arrays.toString(after.holders());
            assertTrue(after.copies() == Math.min(base.copies(), nodes - lost.size()), what);
            for (int subgroup = 0; subgroup < subgroups; subgroup++) {
                List<Integer> survivors = new ArrayList<>(base.holders(subgroup, base.copies()));
                survivors.removeAll(lost);
                List<Integer> now = after.holders(subgroup, after.copies());
                assertTrue(now.subList(0, survivors.size()).equals(survivors), what);
                assertTrue(Set.copyOf(now).size() == now.size(), what);
                assertTrue(now.stream().noneMatch(lost::contains), what);
                checkHosts(survivors, now, lost, what);
            }
            assertTrue(isLevel(base, after, lost), what);
        }

        /** As many hosts as survivors and substitutes can have. */
        private void checkHosts(List<Integer> survivors, List<Integer> now, Set<Integer> lost, Supplier<String> what) {
            Set<String> kept = new HashSet<>(survivors.stream().map(this::host).toList());
            Set<String> possible = new HashSet<>(kept);
            IntStream.range(0, nodes).filter(n -> !lost.contains(n)).forEach(n -> possible.add(host(n)));
            int expected = Math.min(possible.size(), kept.size() + now.size() - survivors.size());
            assertTrue(now.stream().map(this::host).distinct().count() == expected, what);
        }

        /** No substitute can be replaced by a node that has at least two subgroups less. */
        private boolean isLevel(Places base, Places after, Set<Integer> lost) {
            int[] loads = loads(after, nodes);
            for (int subgroup = 0; subgroup < subgroups; subgroup++) {
                List<Integer> now = after.holders(subgroup, after.copies());
                for (int node : now) {
                    for (int other = 0; other < nodes && !base.holds(node, subgroup, base.copies()); other++) {
                        boolean isEmptier = loads[node] - loads[other] >= 2 && !lost.contains(other);
                        if (isEmptier
                                && !now.contains(other)
                                && hostsWith(now, node, other) >= hostsWith(now, node, node)) {
                            return false;
                        }
                    }
                }
            }
            return true;
        }

        /** Number of hosts with another node instead of one. */
        private long hostsWith(List<Integer> holders, int node, int instead) {
            return holders.stream()
                    .map(h -> host(h == node ? instead : h))
                    .distinct()
                    .count();
        }
    }

    /** Cheaper than an assertion with a description that is made each time. */
    private static void assertTrue(boolean isRight, Supplier<String> what) {
        if (!isRight) {
            throw new AssertionError(what.get());
        }
    }

    private static int[] loads(Places table, int nodes) {
        int[] loads = new int[nodes];
        for (byte node : table.holders()) {
            loads[node]++;
        }
        return loads;
    }

    private static Set<String> hosts(Places table, int subgroup, IntFunction<String> host) {
        Set<String> hosts = new HashSet<>();
        table.holders(subgroup, table.copies()).forEach(node -> hosts.add(host.apply(node)));
        return hosts;
    }
}
