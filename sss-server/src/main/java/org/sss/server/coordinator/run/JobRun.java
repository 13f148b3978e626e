package org.sss.server.coordinator.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.server.coordinator.members.Tie;

/** One job of a workflow. The workflow's thread calls {@link #run}; {@link #status} is for all threads. */
final class JobRun {
    private static final Logger LOG = LoggerFactory.getLogger(JobRun.class);
    private static final long NODE_POLL_MILLIS = 100;

    private final String workflow;
    private final JobSpec spec;
    private final Map<String, String> parameters;
    private final List<String> code;
    private final RunContext context;
    /** Since the output was begun; null while some node cannot be reached. Of the workflow's thread. */
    private Tie tie;
    private volatile State state = State.WAITING;
    private volatile JobTasks tasks;
    private volatile long beganMillis;
    private volatile long endedMillis;

    /** @param all of which the job is one */
    JobRun(String workflow, JobSpec spec, WorkflowSpec all, RunContext context) {
        this.workflow = workflow;
        this.spec = spec;
        this.code = all.code();
        Map<String, String> merged = new HashMap<>(all.parameters());
        merged.putAll(spec.parameters());
        parameters = Map.copyOf(merged);
        this.context = context;
    }

    JobSpec spec() {
        return spec;
    }

    /**
     * Runs the job to its end. The outputs are pinned then.
     *
     * @param inputs in the order of the job, as are {@code side} and what is returned
     * @param stop   ends exceptionally when the job is to stop
     * @throws SssException the best explanation; nothing of the outputs is left then
     */
    List<GroupInfo> run(List<GroupInfo> inputs, List<GroupInfo> side, CompletableFuture<Void> stop) {
        begin();
        State end = State.FAILED;
        try {
            List<GroupInfo> outputs = writeAndRepeat(inputs, side, stop);
            end = State.SUCCEEDED;
            return outputs;
        } finally {
            endedMillis = context.clock().millis();
            state = end == State.FAILED && stop.isCompletedExceptionally() ? State.CANCELLED : end;
        }
    }

    private void begin() {
        beganMillis = context.clock().millis();
        state = State.RUNNING;
    }

    /** A node that was lost and came back has lost what the job had stored there, so the job begins anew. */
    private List<GroupInfo> writeAndRepeat(List<GroupInfo> inputs, List<GroupInfo> side, CompletableFuture<Void> stop) {
        for (int attempt = 1; ; attempt++) {
            try {
                return write(inputs, side, stop);
            } catch (SssException e) {
                if (!isNodeLost(e) || attempt >= context.retry().attempts() || stop.isDone()) {
                    throw e;
                }
                awaitNodes(e, stop);
                LOG.info("job '{}' of {} begins anew: {}", spec.name(), workflow, e.getMessage());
            }
        }
    }

    private boolean isNodeLost(SssException e) {
        return e.code().kind() == ErrorCode.Kind.RETRYABLE && (tie == null || tie.isBroken());
    }

    /** @throws SssException {@code lost} when some node stays away */
    private void awaitNodes(SssException lost, CompletableFuture<Void> stop) {
        long deadlineNanos = System.nanoTime() + context.retry().nodePatience().toNanos();
        while (!context.members().areAllReachable()) {
            if (System.nanoTime() > deadlineNanos) {
                throw lost;
            }
            await(new CompletableFuture<Void>().completeOnTimeout(null, NODE_POLL_MILLIS, TimeUnit.MILLISECONDS), stop);
        }
    }

    private List<GroupInfo> write(List<GroupInfo> inputs, List<GroupInfo> side, CompletableFuture<Void> stop) {
        List<GroupInfo> outputs = new ArrayList<>();
        try {
            spec.outputs().forEach(output -> outputs.add(begin(output)));
            tie = null;
            tie = context.members().tie();
            List<TaskSpec> specs = tasks(inputs, outputs, side);
            runTasks(specs, stop);
            checkAllRead(inputs, tasks.progress().tuplesIn());
            List<Stored> stored = commit(outputs, tasks.attempts(), stop);
            tie.checkUnbroken(names(outputs) + " of job '" + spec.name() + "' in " + workflow);
            return publish(outputs, stored);
        } catch (RuntimeException e) {
            for (GroupInfo output : outputs) {
                context.catalog().discard(output.id());
                context.catalog().unpin(output.id());
            }
            throw e;
        }
    }

    private GroupInfo begin(GroupSpec o) {
        GroupInfo output = context.catalog().begin(new NewGroup(o.name(), o.keyType(), o.valueType(), o.hashed(), o.replace(),
                workflow + "/" + spec.name(), o.compression()), o.temporary());
        context.catalog().pin(output.id());
        return output;
    }

    private List<Stored> commit(List<GroupInfo> outputs, List<AttemptId> attempts, CompletableFuture<Void> stop) {
        List<CompletableFuture<Stored>> commits = outputs.stream()
                .map(output -> context.members().commit(output.id(), attempts)).toList();
        return commits.stream().map(commit -> await(commit, stop)).toList();
    }

    private List<GroupInfo> publish(List<GroupInfo> outputs, List<Stored> stored) {
        List<GroupInfo> published = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            published.add(context.catalog().publish(outputs.get(i).id(), stored.get(i)));
        }
        return published;
    }

    /** A node whose directory was lost or emptied has no files that could be found damaged. */
    private void checkAllRead(List<GroupInfo> inputs, long tuplesRead) {
        long expected = inputs.stream().mapToLong(GroupInfo::tuples).sum();
        // Nobody knows how many tuples a source has.
        boolean wrong = spec.splits().isEmpty() ? tuplesRead != expected : tuplesRead < expected;
        if (wrong) {
            throw new SssException(ErrorCode.CORRUPT, "job '" + spec.name() + "' of " + workflow + " read " + tuplesRead
                    + " tuples of " + names(inputs) + ", which " + (inputs.size() == 1 ? "was" : "were")
                    + " committed with " + expected + ": some of its files are gone. Look whether data.dir of each node is what"
                    + " it was, or drop the group and write it again");
        }
    }

    private List<TaskSpec> tasks(List<GroupInfo> inputs, List<GroupInfo> outputs, List<GroupInfo> side) {
        ClusterMap map = context.members().map();
        int ofSubgroups = inputs.isEmpty() ? 0 : map.subgroupCount();
        List<byte[]> bounds = bounds(side);
        return IntStream.range(0, ofSubgroups + spec.splits().size()).mapToObj(i -> {
            boolean split = i >= ofSubgroups;
            return new TaskSpec(workflow, spec.name(), spec.kind(), split ? map.subgroupCount() + i - ofSubgroups : i, 0, 0,
                    split ? List.of() : ids(inputs), ids(outputs), sideGroups(side), split ? spec.splits().get(i - ofSubgroups) : null,
                    bounds, parameters, spec.functions(), code, map);
        }).toList();
    }

    private List<byte[]> bounds(List<GroupInfo> side) {
        return side.stream().filter(group -> group.name().equals(spec.rangesOf())).findFirst()
                .map(group -> RangeBounds.of(group, context.members())).orElse(List.of());
    }

    private static String names(List<GroupInfo> groups) {
        return groups.stream().map(g -> "group '" + g.name() + "' (number " + g.id() + ")").collect(Collectors.joining(", "));
    }

    private static List<TaskSpec.SideGroup> sideGroups(List<GroupInfo> groups) {
        return groups.stream().map(g -> new TaskSpec.SideGroup(g.id(), g.hashed(), g.tuples(), g.dataBytes())).toList();
    }

    private static List<Long> ids(List<GroupInfo> groups) {
        return groups.stream().map(GroupInfo::id).toList();
    }

    private void runTasks(List<TaskSpec> specs, CompletableFuture<Void> stop) {
        JobTasks all = new JobTasks(specs, context, tie);
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
        int subgroupTasks = spec.inputs().isEmpty() ? 0 : context.members().map().subgroupCount();
        return new JobStatus(spec.name(), spec.kind(), now, inputNames(), spec.outputs().stream().map(GroupSpec::name).toList(),
                subgroupTasks + spec.splits().size(), all == null ? 0 : all.succeededCount(),
                beganMillis == 0 ? 0 : end - beganMillis, all == null ? Progress.NONE : all.progress());
    }

    private List<String> inputNames() {
        return spec.inputs().stream().map(GroupSpec::name).toList();
    }
}
