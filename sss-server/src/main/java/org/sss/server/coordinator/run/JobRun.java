package org.sss.server.coordinator.run;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.server.coordinator.members.Tie;

/** One job of a workflow. The workflow's thread calls {@link #run}; {@link #status} is for all threads. */
final class JobRun {
    private final String workflow;
    private final JobSpec spec;
    private final List<String> code;
    private final RunContext context;
    private volatile State state = State.WAITING;
    private volatile JobTasks tasks;
    private volatile long beganMillis;
    private volatile long endedMillis;

    JobRun(String workflow, JobSpec spec, List<String> code, RunContext context) {
        this.workflow = workflow;
        this.spec = spec;
        this.code = code;
        this.context = context;
    }

    JobSpec spec() {
        return spec;
    }

    /**
     * Runs the job to its end. The output is pinned then.
     *
     * @param stop ends exceptionally when the job is to stop
     * @throws SssException the best explanation; nothing of the output is left then
     */
    GroupInfo run(GroupInfo input, CompletableFuture<Void> stop) {
        begin();
        State end = State.FAILED;
        try {
            GroupInfo output = write(input, stop);
            end = State.SUCCEEDED;
            return output;
        } finally {
            endedMillis = context.clock().millis();
            state = end == State.FAILED && stop.isCompletedExceptionally() ? State.CANCELLED : end;
        }
    }

    private void begin() {
        beganMillis = context.clock().millis();
        state = State.RUNNING;
    }

    private GroupInfo write(GroupInfo input, CompletableFuture<Void> stop) {
        GroupSpec o = spec.output();
        GroupInfo output = context.catalog().begin(new NewGroup(o.name(), o.keyType(), o.valueType(), o.hashed(), o.replace(),
                workflow + "/" + spec.name(), o.compression()), o.temporary());
        context.catalog().pin(output.id());
        try {
            Tie tie = context.members().tie();
            List<TaskSpec> specs = tasks(input, output);
            runTasks(specs, stop);
            checkAllRead(input, tasks.progress().tuplesIn());
            Stored stored = await(context.members().commit(output.id(), specs.stream().map(TaskSpec::attemptId).toList()), stop);
            tie.checkUnbroken("group '" + output.name() + "' of job '" + spec.name() + "' in " + workflow);
            return context.catalog().publish(output.id(), stored);
        } catch (RuntimeException e) {
            context.catalog().discard(output.id());
            context.catalog().unpin(output.id());
            throw e;
        }
    }

    /** A node whose directory was lost or emptied has no files that could be found damaged. */
    private void checkAllRead(GroupInfo input, long tuplesRead) {
        if (tuplesRead != input.tuples()) {
            throw new SssException(ErrorCode.CORRUPT, "job '" + spec.name() + "' of " + workflow + " read " + tuplesRead
                    + " tuples of group '" + input.name() + "' (number " + input.id() + "), which was committed with "
                    + input.tuples() + ": some of its files are gone. Look whether data.dir of each node is what it was, or drop"
                    + " the group and write it again");
        }
    }

    private List<TaskSpec> tasks(GroupInfo input, GroupInfo output) {
        ClusterMap map = context.members().map();
        return IntStream.range(0, map.subgroupCount()).mapToObj(subgroup -> new TaskSpec(workflow, spec.name(), spec.kind(),
                subgroup, 0, input.id(), output.id(), spec.functions(), code, map)).toList();
    }

    private void runTasks(List<TaskSpec> specs, CompletableFuture<Void> stop) {
        JobTasks all = new JobTasks(specs, context.members(), context.timer());
        tasks = all;
        try {
            await(all.start(), stop);
        } catch (SssException e) {
            all.cancel(new SssException(ErrorCode.CANCELLED, "job '" + spec.name() + "' of " + workflow + " was stopped: "
                    + e.getMessage()));
            throw e;
        }
    }

    /** Has no deadline of its own: a job may take days, and the loss of a node ends it. */
    private static <T> T await(CompletableFuture<T> result, CompletableFuture<Void> stop) {
        try {
            CompletableFuture.anyOf(result, stop).get();
            return result.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "the workflow's thread was interrupted", e);
        } catch (ExecutionException e) {
            throw SssException.of(e, "running a job");
        }
    }

    JobStatus status() {
        JobTasks all = tasks;
        State now = state;
        long end = now.isOver() ? endedMillis : context.clock().millis();
        return new JobStatus(spec.name(), spec.kind(), now, spec.input().name(), spec.output().name(),
                context.members().map().subgroupCount(), all == null ? 0 : all.succeededCount(),
                beganMillis == 0 ? 0 : end - beganMillis, all == null ? Progress.NONE : all.progress());
    }
}
