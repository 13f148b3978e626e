package org.sss.server.shuffle.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairwisePlanTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 31, 100})
    void eachPairMeetsOnce(int nodes) {
        Set<Set<Integer>> pairs = new HashSet<>();
        List<PlannedStep> steps = new PairwisePlan().steps(nodes);
        assertThat(steps).hasSize(nodes == 1 ? 0 : nodes % 2 == 0 ? nodes - 1 : nodes);
        for (PlannedStep step : steps) {
            int resting = 0;
            for (int node = 0; node < nodes; node++) {
                if (!step.includes(node)) {
                    resting++;
                } else {
                    int partner = step.partner(node);
                    assertThat(step.partner(partner)).isEqualTo(node).isNotEqualTo(partner);
                    if (node < partner) {
                        assertThat(pairs.add(Set.of(node, partner)))
                                .as("%s meets %s again", node, partner)
                                .isTrue();
                    }
                }
            }
            assertThat(resting).isEqualTo(nodes % 2);
        }
        assertThat(pairs).hasSize(nodes * (nodes - 1) / 2);
    }

    @Test
    void planOfFourAndOfThreeNodes() {
        assertThat(new PairwisePlan().steps(4))
                .extracting(PlannedStep::partners)
                .containsExactly(List.of(1, 0, 3, 2), List.of(2, 3, 0, 1), List.of(3, 2, 1, 0));
        assertThat(new PairwisePlan().steps(3))
                .extracting(PlannedStep::partners)
                .containsExactly(List.of(-1, 2, 1), List.of(1, 0, -1), List.of(2, -1, 0));
    }
}
