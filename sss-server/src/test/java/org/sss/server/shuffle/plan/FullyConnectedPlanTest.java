package org.sss.server.shuffle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.api.Shuffle;

class FullyConnectedPlanTest {
    @Test
    void allNodesPullBeforeTheTasksAndDrainAfterThem() {
        ShufflePlan plan = ShufflePlans.of(Shuffle.FULLY_CONNECTED);
        assertThat(plan.before(4)).extracting(PlannedStep::name).containsExactly("pull");
        assertThat(plan.steps(4)).extracting(PlannedStep::name).containsExactly("drain");
        for (int node = 0; node < 4; node++) {
            assertThat(plan.before(4).get(0).includes(node)).isTrue();
            assertThat(plan.steps(4).get(0).includes(node)).isTrue();
        }
    }
}
