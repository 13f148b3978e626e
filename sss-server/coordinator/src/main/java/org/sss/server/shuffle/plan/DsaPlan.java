package org.sss.server.shuffle.plan;

import java.util.List;

/**
 * Sizes first, then blocks; in neither step a node has a partner of the plan (Tsukuba 2019, DSA).
 *
 * @param startsAtFirstNode see {@link ShufflePlan#startsAtFirstNode}
 */
public record DsaPlan(boolean startsAtFirstNode) implements ShufflePlan {
    /** All nodes get the sizes of all blocks. */
    public static final String META = "meta";
    /** Each node sends its blocks to all others. */
    public static final String MOVE = "move";

    private static final List<PlannedStep> STEPS =
            List.of(new PlannedStep(META, List.of()), new PlannedStep(MOVE, List.of()));

    @Override
    public List<PlannedStep> steps(int nodeCount) {
        return STEPS;
    }
}
