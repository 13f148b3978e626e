package org.sss.cli.local;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.Loop;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/**
 * Predicts which groups exist after a workflow. Checked before the jobs run, as their results are lost if an export
 * fails afterwards. One thread.
 */
final class LocalExports {
    /** Sorted for the error message. */
    private final Set<String> written = new TreeSet<>();

    private final Set<String> temporary = new TreeSet<>();
    private final Workflow workflow;

    LocalExports(Workflow workflow) {
        this.workflow = workflow;
        for (Job job : workflow.jobs()) {
            for (TupleGroup<?, ?> group : job.outputs()) {
                (group.temporary() ? temporary : written).add(group.name());
            }
        }
    }

    /**
     * @param others groups that exist independent of the jobs
     * @throws SssException NOT_FOUND for a group that no job writes, or that is temporary
     */
    void check(String group, Set<String> others) {
        if (written.contains(group) || others.contains(group) || isIteration(group)) {
            return;
        }
        throw new SssException(
                ErrorCode.NOT_FOUND,
                (temporary.contains(group)
                                ? "group '" + group + "' is temporary and is deleted when the workflow ends"
                                : "no job writes group '" + group + "'")
                        + "; the jobs write " + written);
    }

    /** Matches any iteration, as the number of iterations is not known in advance. */
    private boolean isIteration(String group) {
        Stream<Loop> loops = workflow.loops().stream().filter(loop -> loop.keptIterations() > 0);
        return loops.flatMap(loop -> loop.carried().keySet().stream())
                .anyMatch(current -> group.startsWith(current + ".iteration-"));
    }
}
