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
import org.sss.server.shuffle.plan.HeldPlan.Part;

class HeldPlanTest {
    private static final long SEED = 20_261_127;

    /** A load in which the tasks 0, 1, ... wrote these bytes. */
    private static SubgroupLoad load(int subgroup, int owner, long... bytes) {
        return new SubgroupLoad(0, subgroup, owner, IntStream.range(0, bytes.length).toArray(), bytes, 0);
    }

    private static List<Part> plan(long limit, int nodes, SubgroupLoad... loads) {
        return HeldPlan.of(List.of(loads), nodes, limit, false).parts();
    }

    @Test
    void nothingMovesBelowTheLimit() {
        assertThat(plan(100, 2, load(0, 0, 50, 50), load(1, 1, 0))).isEmpty();
        assertThat(HeldPlan.of(List.of(), 3, 0, false).isEmpty()).isTrue();
    }

    @Test
    void theLastTasksMoveToTheFreestNode() {
        assertThat(plan(100, 3, load(0, 0, 50, 40, 30, 20), load(1, 1, 30), load(2, 2, 20)))
                .containsExactly(new Part(0, 0, 2, 2, 50));
    }

    @Test
    void ofEqualNodesTheFirstOneIsTaken() {
        assertThat(plan(100, 4, load(0, 0, 90, 20))).containsExactly(new Part(0, 0, 1, 1, 20));
    }

    @Test
    void aPartThatDoesNotFitIsSplit() {
        assertThat(plan(100, 3, load(0, 0, 50, 50, 50, 50, 50), load(1, 1, 20), load(2, 2, 30)))
                .containsExactly(new Part(0, 0, 3, 2, 50), new Part(0, 0, 4, 1, 50));
    }

    @Test
    void theLargestSubgroupMovesFirst() {
        assertThat(plan(120, 2, load(0, 0, 30, 30), load(2, 0, 60, 60))).containsExactly(new Part(0, 2, 1, 1, 60));
        assertThat(plan(80, 2, load(0, 0, 30, 30), load(2, 0, 60, 50))).containsExactly(new Part(0, 0, 1, 1, 30), new Part(0, 2, 1, 1, 50));
    }

    @Test
    void whatFitsNowhereStays() {
        assertThat(plan(100, 2, load(0, 0, 150), load(1, 1, 60))).isEmpty();
        assertThat(plan(10, 2, load(0, 0, 50, 50), load(1, 1, 50, 50))).isEmpty();
        assertThat(plan(100, 1, load(0, 0, 150))).isEmpty();
    }

    @Test
    void isNeededOnlyAboveTheLimit() {
        assertThat(HeldPlan.of(List.of(load(0, 0, 60, 40), load(1, 1, 10)), 2, 100, false).isNeeded()).isFalse();
        assertThat(HeldPlan.of(List.of(load(0, 0, 60, 41), load(1, 1, 10)), 2, 100, false).isNeeded()).isTrue();
        assertThat(HeldPlan.of(List.of(load(0, 0, 60), load(2, 0, 41)), 2, 100, false).isNeeded()).as("the sum of its subgroups").isTrue();
        assertThat(HeldPlan.of(List.of(load(0, 0, 150)), 1, 100, false).isNeeded()).as("even if nothing fits elsewhere").isTrue();
    }

    @Test
    void subgroupsOfUnknownTasksStay() {
        SubgroupLoad unknown = new SubgroupLoad(0, 0, 0, new int[] {3}, new long[] {40}, 80);
        assertThat(plan(100, 2, unknown)).isEmpty();
        assertThat(plan(100, 2, unknown, load(2, 0, 10, 10))).containsExactly(new Part(0, 2, 0, 1, 20));
    }

    @Test
    void filesTakeWhatNoNodeCould() {
        HeldPlan plan = HeldPlan.of(List.of(load(0, 0, 70, 80, 90), load(1, 1, 60, 60)), 2, 100, true);
        assertThat(plan.parts()).containsExactly(new Part(0, 0, 1, HeldPlan.FILES, 170), new Part(0, 1, 1, HeldPlan.FILES, 60));
    }

    @Test
    void tasksBetweenTwoFirstSourcesBelongToThePartBefore() {
        HeldPlan plan = HeldPlan.of(List.of(new SubgroupLoad(1, 4, 0, new int[] {2, 7, 9}, new long[] {60, 60, 60}, 0)), 3, 60, false);
        assertThat(plan.parts()).containsExactly(new Part(1, 4, 7, 2, 60), new Part(1, 4, 9, 1, 60));
        assertThat(IntStream.range(0, 12).map(source -> plan.nodeOf(1, 4, source, 0))).containsExactly(0, 0, 0, 0, 0, 0, 0, 2, 2, 1, 1, 1);
        assertThat(plan.movesFrom(1, 4)).isTrue();
        assertThat(plan.movesFrom(0, 4)).isFalse();
        assertThat(plan.nodeOf(0, 4, 9, 0)).isZero();
    }

    @Test
    void noNodeExceedsTheLimitBecauseOfAPart() {
        Random random = new Random(SEED);
        for (int round = 0; round < 500; round++) {
            int nodes = 1 + random.nextInt(6);
            List<SubgroupLoad> loads = new ArrayList<>();
            for (int subgroup = 0; subgroup < nodes * 3; subgroup++) {
                long scale = 1 + random.nextInt(200);
                loads.add(load(subgroup, subgroup % nodes, random.longs(1 + random.nextInt(8), 1, 1 + scale).toArray()));
            }
            long limit = random.nextInt(1500);
            check(loads, nodes, limit, HeldPlan.of(loads, nodes, limit, false), "seed " + SEED + ", round " + round);
        }
    }

    private static void check(List<SubgroupLoad> loads, int nodes, long limit, HeldPlan plan, String what) {
        long[] before = new long[nodes];
        long[] after = new long[nodes];
        Set<List<Integer>> holders = new HashSet<>();
        for (SubgroupLoad load : loads) {
            before[load.owner()] += load.total();
            for (int i = 0; i < load.sources().length; i++) {
                after[plan.nodeOf(load.output(), load.subgroup(), load.sources()[i], load.owner())] += load.bytes()[i];
            }
        }
        for (Part part : plan.parts()) {
            assertThat(holders.add(List.of(part.subgroup(), part.node()))).as(what).isTrue();
            assertThat(part.node()).as(what).isNotEqualTo(part.subgroup() % nodes);
        }
        assertThat(Arrays.stream(after).sum()).as(what).isEqualTo(Arrays.stream(before).sum());
        for (int node = 0; node < nodes; node++) {
            assertThat(after[node]).as(what).isLessThanOrEqualTo(Math.max(before[node], limit));
        }
    }
}
