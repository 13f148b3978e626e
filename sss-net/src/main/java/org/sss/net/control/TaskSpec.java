package org.sss.net.control;

import java.util.List;

/**
 * One attempt of a job on one subgroup, sent to the owner of that subgroup.
 *
 * @param workflow  id of the workflow
 * @param job       name of the job
 * @param subgroup  of the input group; the node must own it
 * @param attempt   from 0
 * @param functions blob id of the serialized job
 * @param code      blob ids of the jars
 * @param cluster   where output goes
 */
public record TaskSpec(String workflow, String job, WorkflowSpec.JobKind kind, int subgroup, int attempt, long inputGroup,
        long outputGroup, String functions, List<String> code, ClusterMap cluster) {
    public TaskSpec {
        code = List.copyOf(code);
    }

    public AttemptId attemptId() {
        return new AttemptId(workflow + "/" + job, subgroup, attempt);
    }

    @Override
    public String toString() {
        return "task " + subgroup + " of job '" + job + "' in " + workflow;
    }
}
