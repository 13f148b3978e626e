package org.sss.server.shuffle.method;

import org.sss.api.TupleGroup;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;

/** Opens the outputs of tasks, and the inputs that earlier shuffles have stored. Thread-safe. */
@FunctionalInterface
public interface ShuffleOutputs {
    /**
     * @param output index among the outputs of the job
     * @param group  that output
     */
    ShuffleOutput open(TaskSpec spec, int output, TupleGroup<?, ?> group);

    /**
     * Returns the source of the input of a task, which shuffles of earlier jobs may have stored elsewhere than at this
     * node.
     *
     * @param own what this node stores
     */
    default SubgroupSource input(TaskSpec spec, SubgroupSource own) {
        return own;
    }
}
