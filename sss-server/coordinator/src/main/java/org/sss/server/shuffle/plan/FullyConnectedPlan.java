package org.sss.server.shuffle.plan;

import java.util.List;

/** All nodes exchange blocks while the tasks run (Tsukuba 2016, Fully-Connected). Stateless. */
public final class FullyConnectedPlan implements ShufflePlan {
    /** The step in which each node opens a stream to each other one. Before it, all nodes take part in the shuffle. */
    public static final String PULL = "pull";
    /** The step in which each node sends and stores the rest. */
    public static final String DRAIN = "drain";

    @Override
    public List<PlannedStep> before(int nodeCount) {
        return List.of(new PlannedStep(PULL, List.of()));
    }

    @Override
    public List<PlannedStep> steps(int nodeCount) {
        return List.of(new PlannedStep(DRAIN, List.of()));
    }
}
