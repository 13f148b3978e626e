package org.sss.net.control;

import java.util.List;
import org.sss.net.rpc.ImmutableMessage;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;

/**
 * Status of a workflow.
 *
 * @param id      {@code wf-N}
 * @param error   why it failed, or null
 * @param waiting what lost nodes it waits for, such as {@code waiting for node 1, 7 s}; or null
 */
public record WorkflowStatus(
        String id,
        String name,
        State state,
        List<JobStatus> jobs,
        @Nullable ErrorInfo error,
        @Unwrapped Run run,
        @Nullable String waiting)
        implements ImmutableMessage {
    public WorkflowStatus {
        jobs = List.copyOf(jobs);
    }

    /** For a workflow that does not wait for lost nodes, and whose submitter is unknown. */
    public WorkflowStatus(
            String id,
            String name,
            State state,
            List<JobStatus> jobs,
            ErrorInfo error,
            long submittedMillis,
            long endedMillis) {
        this(id, name, state, jobs, error, new Run(submittedMillis, endedMillis, null), null);
    }

    /**
     * When a workflow was submitted, by whom, and when it ended.
     *
     * @param endedMillis 0 while it runs
     * @param submittedBy the {@link org.sss.net.peer.Principal#name principal} that submitted it; null if that is
     *     unknown, as without security
     */
    public record Run(
            long submittedMillis,
            long endedMillis,
            @Nullable String submittedBy) {}

    public enum State {
        WAITING,
        RUNNING,
        SUCCEEDED,
        FAILED,
        CANCELLED;

        public boolean isOver() {
            return this == SUCCEEDED || this == FAILED || this == CANCELLED;
        }
    }

    /**
     * @param inputs   groups; sources have splits, which are counted in {@code tasks}
     * @param report   once the job has succeeded
     * @param progress of all tasks together
     */
    public record JobStatus(
            String name,
            WorkflowSpec.JobKind kind,
            State state,
            List<String> inputs,
            List<String> outputs,
            @Unwrapped Work work,
            Progress progress,
            @Nullable JobReport report) {
        public JobStatus {
            inputs = List.copyOf(inputs);
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * How far a job is.
     *
     * @param tasks      number of tasks: one per subgroup, one per split
     * @param millis     time from the start of the job to its end; in a loop, of all its iterations together
     * @param iterations number of started iterations, 0 outside of loops
     */
    public record Work(int tasks, int tasksDone, long millis, int iterations) {}
}
