package org.sss.server.coordinator.execution.job;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.server.timing.DurationHistogram;

/** How long jobs and commits took, and how workflows ended, since the coordinator started. Thread-safe. */
public final class RunTimes {
    private final DurationHistogram succeeded = new DurationHistogram();
    private final DurationHistogram failed = new DurationHistogram();
    private final DurationHistogram commits = new DurationHistogram();
    private final Map<State, LongAdder> workflows = new EnumMap<>(State.class);

    public RunTimes() {
        for (State state : State.values()) {
            if (state.isOver()) {
                workflows.put(state, new LongAdder());
            }
        }
    }

    /** Records a job, in a loop one of its iterations. One that was cancelled is not counted. */
    void job(State end, long nanos) {
        if (end != State.CANCELLED) {
            (end == State.SUCCEEDED ? succeeded : failed).add(nanos);
        }
    }

    void commit(long nanos) {
        commits.add(nanos);
    }

    /** Records the end of a workflow. */
    public void workflow(State end) {
        workflows.get(end).increment();
    }

    public DurationHistogram succeededJobs() {
        return succeeded;
    }

    public DurationHistogram failedJobs() {
        return failed;
    }

    public DurationHistogram commits() {
        return commits;
    }

    /** Returns the number of workflows by their last state. */
    public Map<State, Long> workflows() {
        Map<State, Long> ended = new EnumMap<>(State.class);
        workflows.forEach((state, count) -> ended.put(state, count.sum()));
        return ended;
    }
}
