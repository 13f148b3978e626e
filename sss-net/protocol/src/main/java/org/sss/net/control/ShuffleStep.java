package org.sss.net.control;

import java.util.Map;
import org.sss.net.rpc.Nullable;

/**
 * What the coordinator asks a node to do, before the tasks of the job start or after they have ended.
 *
 * @param number   from 0, in ascending order
 * @param name     one of those that the method defines, or {@link #END}
 * @param partner  the node that it exchanges blocks with, or null
 * @param attempts the attempt that counts, by the number of the task, of tasks of which it is not the first one
 */
public record ShuffleStep(int number, String name, @Nullable Integer partner, Map<String, Integer> attempts) {
    /** The last step of every method: the node checks that everything that it sent was stored. */
    public static final String END = "end";

    public ShuffleStep {
        attempts = attempts == null ? Map.of() : Map.copyOf(attempts);
    }

    /** True if this attempt of a task counts. */
    public boolean counts(AttemptId attempt) {
        return attempts.getOrDefault(Integer.toString(attempt.source()), 0) == attempt.attempt();
    }

    @Override
    public String toString() {
        return "step " + number + " (" + name + (partner == null ? "" : " with node " + partner) + ")";
    }
}
