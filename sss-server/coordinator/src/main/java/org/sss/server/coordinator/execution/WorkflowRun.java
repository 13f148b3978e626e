package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ErrorInfo;
import org.sss.net.control.SpecSize;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.LoopSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.peer.LimitedLog;
import org.sss.net.rpc.Json;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.Message;
import org.sss.server.coordinator.execution.job.JobRun;
import org.sss.server.coordinator.execution.job.RunContext;
import org.sss.server.coordinator.execution.job.Step;

/**
 * One workflow from submission to its end. {@link #run} is called by one thread, all other methods by any.
 *
 * <pre>
 *   WAITING --run--> RUNNING --> SUCCEEDED | FAILED | CANCELLED
 *      +------------stop---------------------------^
 * </pre>
 */
final class WorkflowRun implements Runnable, Comparable<WorkflowRun> {
    private static final Logger LOG = LoggerFactory.getLogger(WorkflowRun.class);
    private static final LimitedLog FAILED = new LimitedLog(LOG, "workflows that failed", 50);

    private final String id;
    private final WorkflowSpec spec;
    private final RunContext context;
    private final Resources resources;
    private final List<JobRun> jobs;
    private final long submittedMillis;
    private final String submittedBy;
    private final long specBytes;
    private final CompletableFuture<Void> stop = new CompletableFuture<>();
    private final CompletableFuture<WorkflowStatus> over = new CompletableFuture<>();
    private final Set<WorkflowSubscription> followers = ConcurrentHashMap.newKeySet();
    /** The reason of {@link #fail}, or null. */
    private volatile SssException failure;
    /** Changed under the lock of this. */
    private volatile State state = State.WAITING;

    /**
     * @param submittedBy name of the principal; null if it is unknown
     * @param resources   closed at the end of the run
     */
    WorkflowRun(String id, WorkflowSpec spec, String submittedBy, RunContext context, Resources resources) {
        this.id = id;
        this.spec = spec;
        this.submittedBy = submittedBy;
        this.context = context.ofWorkflow();
        this.resources = resources;
        this.jobs = spec.jobs().stream()
                .map(job -> new JobRun(id, job, spec, this.context))
                .toList();
        this.specBytes = SpecSize.bytes(spec);
        this.submittedMillis = context.clock().millis();
    }

    String id() {
        return id;
    }

    String name() {
        return spec.name();
    }

    /** Returns a group that both replace, if they have one name and the other one still runs; else null. */
    String replacedWith(WorkflowRun other) {
        if (!name().equals(other.name()) || other.stop.isDone() || other.over.isDone()) {
            return null;
        }
        Set<String> names = other.outputs().stream().map(GroupSpec::name).collect(Collectors.toSet());
        return outputs().stream()
                .filter(GroupSpec::replace)
                .map(GroupSpec::name)
                .filter(names::contains)
                .findFirst()
                .orElse(null);
    }

    /** Approximate size of its specification. */
    long specBytes() {
        return specBytes;
    }

    int priority() {
        return spec.limits().priority();
    }

    /** The depth of the code that has submitted it. */
    int depth() {
        return spec.limits().depth();
    }

    /** Higher priority first, then earlier submission. */
    @Override
    public int compareTo(WorkflowRun other) {
        return priority() != other.priority()
                ? Integer.compare(other.priority(), priority())
                : Long.compare(number(), other.number());
    }

    long number() {
        return number(id);
    }

    static long number(String id) {
        return Long.parseLong(id.substring("wf-".length()));
    }

    /** Completed with the final status. */
    CompletableFuture<WorkflowStatus> over() {
        return over;
    }

    /**
     * Adds a follower, which gets the final status, unless the workflow ends before this returns: then it may not get
     * it.
     */
    void add(WorkflowSubscription follower) {
        followers.add(follower);
    }

    /** Removes a follower that has stopped. */
    void remove(WorkflowSubscription follower) {
        followers.remove(follower);
    }

    @Override
    public void run() {
        if (!tryStart()) {
            return;
        }
        SssException error = null;
        try {
            context.catalog().names().promise(id, outputs());
            new Graph(steps(), context, true, Set.of()).run(resources.groups(), -1, stop);
        } catch (RuntimeException | Error e) {
            MemoryErrors.report(e);
            error = context.shortages().explained(id, SssException.of(e, "running workflow " + id));
        }
        SssException cause = failure;
        end(error != null && cause != null ? cause : error);
    }

    boolean isWaiting() {
        return state == State.WAITING;
    }

    private List<GroupSpec> outputs() {
        return jobs.stream()
                .flatMap(job -> job.writes().stream())
                .filter(group -> !group.temporary())
                .toList();
    }

    private List<Step> steps() {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            int first = i;
            LoopSpec loop = spec.loops().stream()
                    .filter(l -> l.firstJob() == first)
                    .findFirst()
                    .orElse(null);
            if (loop == null) {
                steps.add(jobs.get(i));
            } else {
                int end = i + loop.jobCount();
                steps.add(new LoopRun(spec.name(), loop, jobs.subList(i, end), readFrom(end), context));
                i = end - 1;
            }
        }
        return steps;
    }

    /** Names of the groups that the jobs from this one on read. */
    private Set<String> readFrom(int job) {
        return jobs.stream().skip(job).flatMap(j -> j.reads().stream()).collect(Collectors.toSet());
    }

    private synchronized boolean tryStart() {
        if (state == State.WAITING) {
            state = State.RUNNING;
            return true;
        }
        return false;
    }

    /**
     * The location of the code of a running job without a sign of life, as the end of a sentence; empty if there is
     * none.
     */
    String stallLocation() {
        return jobs.stream()
                .map(JobRun::status)
                .filter(job -> job.state() == State.RUNNING && job.progress().at() != null)
                .findFirst()
                .map(job -> "; job '" + job.name() + "' showed no sign of life: "
                        + job.progress().at())
                .orElse("");
    }

    /** Stops the workflow soon, in any state; {@link ErrorCode#CANCELLED} makes it CANCELLED, other codes FAILED. */
    void stop(SssException why) {
        boolean waiting;
        synchronized (this) {
            stop.completeExceptionally(why);
            waiting = state == State.WAITING;
            if (waiting) {
                state = State.RUNNING;
            }
        }
        if (waiting) {
            end(why);
        }
    }

    /** As {@link #stop}; {@code why} is reported even if the stop makes something else fail first. */
    void fail(SssException why) {
        failure = why;
        stop(why);
    }

    private void end(SssException error) {
        State end = error == null
                ? State.SUCCEEDED
                : error.code() == ErrorCode.CANCELLED && stop.isCompletedExceptionally()
                        ? State.CANCELLED
                        : State.FAILED;
        ErrorInfo info = error == null ? null : ErrorInfo.of(error);
        long now = context.clock().millis();
        WorkflowStatus status = new WorkflowStatus(
                id, spec.name(), end, List.of(), info, new WorkflowStatus.Run(submittedMillis, now, submittedBy), null);
        try {
            status = status(end, info, now);
        } finally {
            end(status, error); // without the jobs, if there is no memory for them
        }
    }

    private void end(WorkflowStatus status, SssException error) {
        State end = status.state();
        try {
            release();
            record(status);
            if (end == State.FAILED) {
                FAILED.info("Workflow {} ({}) failed: {}", id, spec.name(), error.getMessage());
            }
        } finally {
            state = end;
            over.complete(status);
            Message message = Json.asMessage(status);
            for (WorkflowSubscription follower : followers) {
                notify(follower, status, message);
            }
        }
    }

    private static void notify(WorkflowSubscription follower, WorkflowStatus status, Message message) {
        try {
            follower.finish(status, message);
        } catch (RuntimeException e) {
            LOG.error("The end of {} could not be sent to a client", status.id(), e);
        }
    }

    private void release() {
        context.code().leave(id);
        context.catalog().names().release(id);
        try {
            resources.close();
        } catch (RuntimeException e) {
            LOG.error("The resources of workflow {} could not be released", id, e);
        }
    }

    /** Records the end. Clients get the end even if this fails: the named groups exist. */
    private void record(WorkflowStatus status) {
        try {
            context.history().ended(status);
        } catch (RuntimeException e) {
            LOG.error("The end of workflow {} is not on the disk yet: {}", id, e.getMessage());
        }
    }

    WorkflowStatus status() {
        WorkflowStatus end = over.getNow(null);
        return end != null ? end : status(state.isOver() ? State.RUNNING : state, null, 0);
    }

    private WorkflowStatus status(State now, ErrorInfo error, long endedMillis) {
        return new WorkflowStatus(
                id,
                spec.name(),
                now,
                jobs.stream().map(JobRun::status).toList(),
                error,
                new WorkflowStatus.Run(submittedMillis, endedMillis, submittedBy),
                now.isOver() ? null : context.nodeWait().text());
    }
}
