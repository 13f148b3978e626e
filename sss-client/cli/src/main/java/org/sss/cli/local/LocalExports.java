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
 * Which groups there will be after a workflow. It is asked before the jobs run: their results are gone when an export fails that comes
 * after them. One thread.
 */
final class LocalExports {
    /** Sorted, for the error. */
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
     * @param others groups that are there whatever the jobs do
     * @throws SssException NOT_FOUND for a group that nobody writes, or that ends with the workflow
     */
    void check(String group, Set<String> others) {
        if (written.contains(group) || others.contains(group) || isIteration(group)) {
            return;
        }
        throw new SssException(ErrorCode.NOT_FOUND, (temporary.contains(group) ? "group '" + group + "' is temporary and ends with the workflow"
                : "no job writes group '" + group + "'") + "; the jobs write " + written);
    }

    /** Those that a loop keeps are named by their numbers, which nobody knows before. */
    private boolean isIteration(String group) {
        Stream<Loop> loops = workflow.loops().stream().filter(loop -> loop.keptIterations() > 0);
        return loops.flatMap(loop -> loop.carried().keySet().stream()).anyMatch(current -> group.startsWith(current + ".iteration-"));
    }
}
