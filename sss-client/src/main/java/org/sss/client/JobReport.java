package org.sss.client;

import java.util.List;
import org.sss.net.control.WorkflowStatus.JobStatus;

/** The state of a job of a workflow. Immutable. */
public final class JobReport {
    private final JobStatus status;
    private final Progress progress;

    /** What a job calls: mappers, reducers, or functions of several groups. */
    public enum Kind {
        MAP,
        REDUCE,
        CO_GROUP
    }

    JobReport(JobStatus status) {
        this.status = status;
        progress = new Progress(status.progress());
    }

    public String name() {
        return status.name();
    }

    public Kind kind() {
        return Kind.valueOf(status.kind().name());
    }

    public WorkflowReport.State state() {
        return WorkflowReport.State.of(status.state());
    }

    /** Returns the names of the groups that it reads; sources outside SSS have tasks, but no name here. */
    public List<String> inputs() {
        return status.inputs();
    }

    /** Returns the names of the groups that it writes. */
    public List<String> outputs() {
        return status.outputs();
    }

    /** Returns the number of tasks: one for each subgroup, and one for each split of a source. */
    public int tasks() {
        return status.work().tasks();
    }

    /** Returns the number of tasks that have ended. */
    public int tasksDone() {
        return status.work().tasksDone();
    }

    /**
     * Returns the time from the start of the job to its end or until now; in a loop, of all its iterations together.
     */
    public long millis() {
        return status.work().millis();
    }

    /** Returns the number of started iterations; 0 outside of loops. */
    public int iterations() {
        return status.work().iterations();
    }

    /** Returns what all its tasks have done so far. */
    public Progress progress() {
        return progress;
    }

    /** Returns the statistics of the job when it has ended, or null before. */
    public JobStatistics statistics() {
        return status.report() == null ? null : new JobStatistics(status.report());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobReport report && status.equals(report.status);
    }

    @Override
    public int hashCode() {
        return status.hashCode();
    }

    @Override
    public String toString() {
        return "job '" + name() + "', " + state() + ", " + tasksDone() + " of " + tasks() + " tasks";
    }
}
