package org.sss.net.control;

import java.util.List;

/**
 * What a node needs to take part in the shuffle of one run of a job.
 *
 * @param method name of the shuffle method
 * @param outputs in the order of the job's outputs
 * @param memoryLimitBytes what a node may get of the outputs that may be stored elsewhere
 */
public record ShuffleSpec(
        ShuffleKey key, String method, List<Output> outputs, long memoryLimitBytes, ClusterMap cluster) {
    public ShuffleSpec {
        outputs = List.copyOf(outputs);
    }

    /**
     * @param temporary see {@link DataVerbs.Put}
     * @param elsewhere whether parts of subgroups may be stored elsewhere than at their owners
     * @param inMemory  see {@link DataVerbs.Put}
     * @param memoryOnly see {@link DataVerbs.Put}
     */
    public record Output(GroupKey group, boolean temporary, boolean elsewhere, boolean inMemory, boolean memoryOnly) {
        public Output(GroupKey group, boolean temporary, boolean elsewhere) {
            this(group, temporary, elsewhere, false, false);
        }
    }
}
