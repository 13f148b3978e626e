package org.sss.server.shuffle.plan;

import java.util.List;

/** The steps of a shuffle method. Stateless. */
@FunctionalInterface
public interface ShufflePlan {
    /** Tasks write to the owners, and nodes are not asked to take part. */
    ShufflePlan NONE = new ShufflePlan() {
        @Override
        public boolean isCoordinated() {
            return false;
        }

        @Override
        public List<PlannedStep> steps(int nodeCount) {
            return List.of();
        }
    };

    /** True if all nodes take part, from before the first task until the commit. */
    default boolean isCoordinated() {
        return true;
    }

    /** True if other nodes start when node 0 has started. */
    default boolean startsAtFirstNode() {
        return false;
    }

    /** The steps before the first task, when all nodes take part. The default has none. */
    default List<PlannedStep> before(int nodeCount) {
        return List.of();
    }

    /**
     * The steps between the last task and the commit, without the last one, {@link
     * org.sss.net.control.ShuffleStep#END}. A step starts when all nodes have ended the one before: the coordinator is
     * the barrier.
     */
    List<PlannedStep> steps(int nodeCount);
}
