package org.sss.net.control;

/**
 * Where the tuples of a group are stored. Immutable.
 *
 * <p>The only place of the rule that assigns subgroups to nodes: everything that writes, reads or checks tuples asks here.
 */
public final class Locations {
    private final int nodeCount;

    private Locations(int nodeCount) {
        this.nodeCount = nodeCount;
    }

    /** The locations by the rule alone: subgroup {@code s} is stored by node {@code s mod nodeCount}. */
    public static Locations computed(int nodeCount) {
        return new Locations(nodeCount);
    }

    /** The number of the node that a new tuple of a subgroup is sent to, and that runs the tasks which read the subgroup. */
    public int owner(int subgroup) {
        return subgroup % nodeCount;
    }
}
