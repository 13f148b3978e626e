package org.sss.server.shuffle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FullyConnectedPlanTest {
    @Test
    void allNodesPullBeforeTheTasksAndDrainAfterThem() {
        ShufflePlan plan = new FullyConnectedPlan();
        assertThat(plan.before(4)).extracting(PlannedStep::name).containsExactly("pull");
        assertThat(plan.steps(4)).extracting(PlannedStep::name).containsExactly("drain");
        for (int node = 0; node < 4; node++) {
            assertThat(plan.before(4).get(0).includes(node)).isTrue();
            assertThat(plan.steps(4).get(0).includes(node)).isTrue();
        }
    }
}
