package org.sss.client;

import java.util.List;
import java.util.Map;
import org.sss.net.control.WorkflowSpec;

/**
 * What a workflow consists of, as it was submitted. Immutable.
 *
 * @param jobs in the order of the workflow
 */
public record WorkflowDefinition(List<DefinedJob> jobs, List<DefinedLoop> loops) {
    public WorkflowDefinition {
        jobs = List.copyOf(jobs);
        loops = List.copyOf(loops);
    }

    /**
     * The groups of a job.
     *
     * @param side groups in which its functions look up keys
     */
    public record DefinedJob(
            String name, List<DefinedGroup> inputs, List<DefinedGroup> outputs, List<DefinedGroup> side) {
        private static DefinedJob of(WorkflowSpec.JobSpec job) {
            return new DefinedJob(
                    job.name(),
                    DefinedGroup.of(job.inputs()),
                    DefinedGroup.of(job.outputs()),
                    DefinedGroup.of(job.side()));
        }
    }

    /** @param temporary whether it is dropped at the end of the workflow, if the workflow writes it */
    public record DefinedGroup(String name, boolean temporary) {
        private static List<DefinedGroup> of(List<WorkflowSpec.GroupSpec> groups) {
            return groups.stream()
                    .map(group -> new DefinedGroup(group.name(), group.temporary()))
                    .toList();
        }
    }

    /**
     * Jobs that are repeated.
     *
     * @param carried names of groups that they write, by the names under which the next iteration reads them
     */
    public record DefinedLoop(int firstJob, int jobCount, int maxIterations, Map<String, String> carried) {
        public DefinedLoop {
            carried = Map.copyOf(carried);
        }
    }

    static WorkflowDefinition of(WorkflowSpec spec) {
        return new WorkflowDefinition(
                spec.jobs().stream().map(DefinedJob::of).toList(),
                spec.loops().stream()
                        .map(loop ->
                                new DefinedLoop(loop.firstJob(), loop.jobCount(), loop.maxIterations(), loop.carried()))
                        .toList());
    }
}
