package org.sss.server.shuffle.plan;

import java.util.List;

/**
 * A step of all nodes.
 *
 * @param name     as the nodes know it
 * @param partners the partner of each node, by its number; -1 for a node without one, which does not take the step.
 *     Empty if nodes have no partners
 */
public record PlannedStep(String name, List<Integer> partners) {
    public PlannedStep {
        partners = List.copyOf(partners);
    }

    /** True if the node takes part. */
    public boolean includes(int node) {
        return partners.isEmpty() || partners.get(node) >= 0;
    }

    /** The partner of a node that takes part, or null. */
    public Integer partner(int node) {
        return partners.isEmpty() ? null : partners.get(node);
    }
}
