package org.sss.server.shuffle.plan;

import java.util.List;
import org.sss.api.Shuffle;

/** The plans of all shuffle methods. Stateless. */
public final class ShufflePlans {
    private ShufflePlans() {
    }

    public static ShufflePlan of(Shuffle method) {
        return switch (method) {
            case DIRECT -> nodeCount -> List.of();
            case FULLY_CONNECTED -> new FullyConnectedPlan();
            case PAIRWISE, CSA -> nodeCount -> PairwisePlan.steps(nodeCount, PairwisePlan.EXCHANGE);
            case DSA, DSA_SMS, ON_DISK, AUTO -> nodeCount -> DecoupledPlan.STEPS;
        };
    }
}
