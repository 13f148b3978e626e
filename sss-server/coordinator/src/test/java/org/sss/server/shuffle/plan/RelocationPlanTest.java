package org.sss.server.shuffle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sss.net.control.Relocation;

class RelocationPlanTest {
    private static final long SEED = 20_261_127;

    /** A load in which the tasks 0, 1, ... wrote these bytes. */
    private static SubgroupLoad load(int subgroup, long... bytes) {
        return new SubgroupLoad(0, subgroup, IntStream.range(0, bytes.length).toArray(), bytes, 0);
    }

    private static List<Relocation> plan(long limit, int nodes, SubgroupLoad... loads) {
        return relocations(RelocationPlan.of(List.of(loads), same(limit, nodes), false));
    }

    private static long[] same(long limit, int nodes) {
        long[] limits = new long[nodes];
        Arrays.fill(limits, limit);
        return limits;
    }

    private static long[] limits(long... byNode) {
        return byNode;
    }

    /** Of the outputs 0 and 1, with their numbers instead of those of groups. */
    private static List<Relocation> relocations(RelocationPlan plan) {
        return IntStream.range(0, 2)
                .boxed()
                .flatMap(output -> plan.locations(output).relocations(output).stream())
                .toList();
    }

    @Test
    void nothingMovesBelowTheLimit() {
        assertThat(plan(100, 2, load(0, 50, 50), load(1, 0))).isEmpty();
        assertThat(RelocationPlan.of(List.of(), same(0, 3), false).isEmpty()).isTrue();
    }

    @Test
    void theLastTasksMoveToTheFreestNode() {
        assertThat(plan(100, 3, load(0, 50, 40, 30, 20), load(1, 30), load(2, 20)))
                .containsExactly(new Relocation(0, 0, 2, 2, 50));
    }

    @Test
    void ofEqualNodesTheFirstOneIsTaken() {
        assertThat(plan(100, 4, load(0, 90, 20))).containsExactly(new Relocation(0, 0, 1, 1, 20));
    }

    @Test
    void anExtentThatDoesNotFitIsSplit() {
        assertThat(plan(100, 3, load(0, 50, 50, 50, 50, 50), load(1, 20), load(2, 30)))
                .containsExactly(new Relocation(0, 0, 3, 2, 50), new Relocation(0, 0, 4, 1, 50));
    }

    @Test
    void theLargestSubgroupMovesFirst() {
        assertThat(plan(120, 2, load(0, 30, 30), load(2, 60, 60))).containsExactly(new Relocation(0, 2, 1, 1, 60));
        assertThat(plan(80, 2, load(0, 30, 30), load(2, 60, 50)))
                .containsExactly(new Relocation(0, 0, 1, 1, 30), new Relocation(0, 2, 1, 1, 50));
    }

    @Test
    void whatFitsNowhereStays() {
        assertThat(plan(100, 2, load(0, 150), load(1, 60))).isEmpty();
        assertThat(plan(10, 2, load(0, 50, 50), load(1, 50, 50))).isEmpty();
        assertThat(plan(100, 1, load(0, 150))).isEmpty();
    }

    @Test
    void isNeededOnlyAboveTheLimit() {
        assertThat(RelocationPlan.of(List.of(load(0, 60, 40), load(1, 10)), same(100, 2), false)
                        .isNeeded())
                .isFalse();
        assertThat(RelocationPlan.of(List.of(load(0, 60, 41), load(1, 10)), same(100, 2), false)
                        .isNeeded())
                .isTrue();
        assertThat(RelocationPlan.of(List.of(load(0, 60), load(2, 41)), same(100, 2), false)
                        .isNeeded())
                .as("the sum of its subgroups")
                .isTrue();
        assertThat(RelocationPlan.of(List.of(load(0, 150)), same(100, 1), false).isNeeded())
                .as("even if nothing fits elsewhere")
                .isTrue();
    }

    @Test
    void aNodeWithoutFreeMemoryGetsNothing() {
        RelocationPlan plan = RelocationPlan.of(List.of(load(0, 60, 60), load(1), load(2)), limits(60, 0, 100), false);
        assertThat(relocations(plan)).containsExactly(new Relocation(0, 0, 1, 2, 60));
        assertThat(plan.overflowBytes(0)).isZero();
    }

    @Test
    void theNodeWithTheMostMemoryLeftComesFirst() {
        assertThat(relocations(RelocationPlan.of(
                        List.of(load(0, 50, 50, 50), load(1, 70), load(2, 10)), limits(50, 130, 70, 40), false)))
                .as("2 and 1 have 60 left")
                .containsExactly(new Relocation(0, 0, 1, 2, 50), new Relocation(0, 0, 2, 1, 50));
    }

    @Test
    void anOwnerWhoseMemoryIsFullGivesAwayEverything() {
        RelocationPlan plan = RelocationPlan.of(List.of(load(1, 20, 20)), limits(100, 0), false);
        assertThat(relocations(plan)).containsExactly(new Relocation(0, 1, 0, 0, 40));
        assertThat(plan.isNeeded()).isTrue();
    }

    @Test
    void ifAllNodesAreFullEverythingStaysAndIsCounted() {
        RelocationPlan plan = RelocationPlan.of(List.of(load(0, 60, 60), load(1, 10)), limits(0, 0, 0), false);
        assertThat(plan.isEmpty()).isTrue();
        assertThat(plan.isNeeded()).isTrue();
        assertThat(plan.overflowBytes(0)).isEqualTo(120);
        assertThat(plan.overflowBytes(1)).isEqualTo(10);
        assertThat(plan.overflowBytes(2)).isZero();
    }

    @Test
    void subgroupsOfUnknownTasksStay() {
        SubgroupLoad unknown = new SubgroupLoad(0, 0, new int[] {3}, new long[] {40}, 80);
        assertThat(plan(100, 2, unknown)).isEmpty();
        assertThat(plan(100, 2, unknown, load(2, 10, 10))).containsExactly(new Relocation(0, 2, 0, 1, 20));
    }

    @Test
    void filesTakeWhatNoNodeCould() {
        RelocationPlan plan = RelocationPlan.of(List.of(load(0, 70, 80, 90), load(1, 60, 60)), same(100, 2), true);
        assertThat(relocations(plan))
                .containsExactly(new Relocation(0, 0, 1, null, 170), new Relocation(0, 1, 1, null, 60));
    }

    @Test
    void tasksBetweenTwoFirstSourcesBelongToTheExtentBefore() {
        RelocationPlan plan = RelocationPlan.of(
                List.of(new SubgroupLoad(1, 3, new int[] {2, 7, 9}, new long[] {60, 60, 60}, 0)), same(60, 3), false);
        assertThat(relocations(plan)).containsExactly(new Relocation(1, 3, 7, 2, 60), new Relocation(1, 3, 9, 1, 60));
        assertThat(IntStream.range(0, 12)
                        .map(source -> plan.locations(1).extent(3, source).node()))
                .containsExactly(0, 0, 0, 0, 0, 0, 0, 2, 2, 1, 1, 1);
        assertThat(plan.locations(0).isComputed()).isTrue();
    }

    @Test
    void noNodeExceedsTheLimitBecauseOfARelocation() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            int nodes = 1 + random.nextInt(6);
            List<SubgroupLoad> loads = new ArrayList<>();
            for (int subgroup = 0; subgroup < nodes * 3; subgroup++) {
                long scale = 1 + random.nextInt(200);
                loads.add(load(
                        subgroup,
                        random.longs(1 + random.nextInt(8), 1, 1 + scale).toArray()));
            }
            long[] limits = random.longs(nodes, 0, 1500).toArray();
            check(loads, nodes, limits, RelocationPlan.of(loads, limits, false), "seed " + SEED + ", round " + round);
        }
    }

    private static void check(List<SubgroupLoad> loads, int nodes, long[] limits, RelocationPlan plan, String what) {
        long[] before = new long[nodes];
        long[] after = new long[nodes];
        Set<List<Integer>> holders = new HashSet<>();
        for (SubgroupLoad load : loads) {
            before[load.subgroup() % nodes] += load.total();
            for (int i = 0; i < load.sources().length; i++) {
                after[
                        plan.locations(load.output())
                                .extent(load.subgroup(), load.sources()[i])
                                .node()] += load.bytes()[i];
            }
        }
        for (Relocation moved : relocations(plan)) {
            assertThat(holders.add(List.of(moved.subgroup(), moved.node())))
                    .as(what)
                    .isTrue();
            assertThat(moved.node()).as(what).isNotEqualTo(moved.subgroup() % nodes);
        }
        assertThat(Arrays.stream(after).sum())
                .as(what)
                .isEqualTo(Arrays.stream(before).sum());
        for (int node = 0; node < nodes; node++) {
            assertThat(after[node]).as(what).isLessThanOrEqualTo(Math.max(before[node], limits[node]));
            assertThat(plan.overflowBytes(node)).as(what).isEqualTo(Math.max(0, after[node] - limits[node]));
        }
    }
}
