package org.sss.client;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;

/** The state of a workflow and its jobs, as of the call that returned it. Immutable. */
public final class WorkflowReport {
    private final WorkflowStatus status;
    private final List<JobReport> jobs;

    /** The state of a workflow or a job. */
    public enum State {
        WAITING,
        RUNNING,
        SUCCEEDED,
        FAILED,
        CANCELLED;

        /** Returns whether the state cannot change any more. */
        public boolean isOver() {
            return this == SUCCEEDED || this == FAILED || this == CANCELLED;
        }

        static State of(WorkflowStatus.State state) {
            return valueOf(state.name());
        }
    }

    WorkflowReport(WorkflowStatus status) {
        this.status = status;
        jobs = status.jobs().stream().map(JobReport::new).toList();
    }

    static List<WorkflowReport> of(List<WorkflowStatus> workflows) {
        return workflows.stream().map(WorkflowReport::new).toList();
    }

    /**
     * Returns the report that {@link #toJson} has written, such as one from {@link ClusterAdmin#keepReports}.
     *
     * @throws SssException PROTOCOL if it is not such a JSON document
     */
    public static WorkflowReport ofJson(String json) {
        return new WorkflowReport(Json.read(json.getBytes(StandardCharsets.UTF_8), WorkflowStatus.class, "the report"));
    }

    /** Returns the id, such as {@code wf-12}. */
    public String id() {
        return status.id();
    }

    public String name() {
        return status.name();
    }

    public State state() {
        return State.of(status.state());
    }

    /** Returns the jobs in the order of the workflow. */
    public List<JobReport> jobs() {
        return jobs;
    }

    /** Returns why the workflow failed, or null. */
    public SssException error() {
        return status.error() == null ? null : status.error().toException();
    }

    /** Returns the time of the submission, in milliseconds since 1970 by the clock of node 0. */
    public long submittedMillis() {
        return status.run().submittedMillis();
    }

    /** Returns the time of the end, by the same clock; 0 if it has not ended. */
    public long endedMillis() {
        return status.run().endedMillis();
    }

    /** Returns the name of the token that submitted it; null if that is unknown, as without security. */
    public String submittedBy() {
        return status.run().submittedBy();
    }

    /** Returns what lost nodes it waits for, such as {@code waiting for node 1, 7 s}; or null. */
    public String waiting() {
        return status.waiting();
    }

    /** Returns the report as the JSON that {@code sss job ID --json} prints. */
    public String toJson() {
        return new String(Json.write(status), StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof WorkflowReport report && status.equals(report.status);
    }

    @Override
    public int hashCode() {
        return status.hashCode();
    }

    @Override
    public String toString() {
        return "workflow " + id() + " '" + name() + "', " + state()
                + (status.error() == null ? "" : ": " + status.error().message());
    }
}
