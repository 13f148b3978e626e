package org.sss.server.coordinator.execution.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.JobOptions;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DeadLink;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.JobReport;
import org.sss.net.control.Progress;
import org.sss.net.control.ShuffleReport;
import org.sss.net.control.ShuffleSpec;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.data.RangeBounds;
import org.sss.server.coordinator.members.RestartGuard;
import org.sss.server.coordinator.state.Committed;

/**
 * One job of a workflow; in a loop, all its iterations. {@link #status} is thread-safe, everything else is for one
 * thread at a time.
 */
public final class JobRun implements Step {
    private static final Logger LOG = LoggerFactory.getLogger(JobRun.class);

    private final String workflow;
    private final JobSpec spec;
    private final WorkflowSpec all;
    private final Map<String, String> parameters;
    private final RunContext context;
    private final TaskSpecs specs;
    private final TupleChecks checks;
    private volatile RestartGuard guard;
    private volatile boolean spent;
    /** The latest iteration whose commit has started: all its tasks had checked that their files did not exist. */
    private int committing = Integer.MIN_VALUE;

    private volatile State state = State.WAITING;
    /**
     * The tasks of the latest run, until it has succeeded: then they are released, as a workflow may have very many.
     */
    private volatile JobTasks tasks;
    /** The result of the latest run, once it has succeeded; set before {@link #tasks} is cleared. */
    private volatile Finished finished;
    /** The report of the latest run at its failure, or null. */
    private volatile JobReport failed;

    private volatile long startedMillis;
    private volatile long endedMillis;
    private volatile int iterations;
    /** The sum of the earlier iterations. */
    private volatile Progress before = Progress.NONE;

    private volatile long millisBefore;

    private record Finished(int tasks, Progress progress, JobReport report) {
        static final Finished NOTHING = new Finished(0, Progress.NONE, null);
    }

    /** @param all the workflow of the job */
    public JobRun(String workflow, JobSpec spec, WorkflowSpec all, RunContext context) {
        this.workflow = workflow;
        this.spec = spec;
        this.all = all;
        Map<String, String> merged = new HashMap<>(all.parameters());
        merged.putAll(spec.parameters());
        parameters = Map.copyOf(merged);
        this.context = context;
        specs = new TaskSpecs(workflow, spec, all, parameters, context);
        checks = new TupleChecks(workflow, spec, context);
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public Set<String> reads() {
        Set<String> names = new LinkedHashSet<>();
        spec.inputs().forEach(input -> names.add(input.name()));
        spec.side().forEach(side -> names.add(side.name()));
        return names;
    }

    @Override
    public Set<String> lookups() {
        return spec.side().stream().map(GroupSpec::name).collect(Collectors.toSet());
    }

    @Override
    public List<GroupSpec> writes() {
        return spec.outputs();
    }

    @Override
    public Map<String, String> aliases() {
        return Map.of();
    }

    @Override
    public RestartGuard guard() {
        return guard;
    }

    @Override
    public Map<String, GroupInfo> run(
            Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
        startIteration(iteration);
        long startNanos = System.nanoTime();
        State end = State.FAILED;
        try {
            List<GroupInfo> outputs = writeWithRestarts(groups, iteration, repeats, stop);
            end = State.SUCCEEDED;
            Map<String, GroupInfo> named = new LinkedHashMap<>();
            for (int i = 0; i < outputs.size(); i++) {
                named.put(spec.outputs().get(i).name(), outputs.get(i));
            }
            return named;
        } finally {
            endedMillis = context.clock().millis();
            end = end == State.FAILED && stop.isCompletedExceptionally() ? State.CANCELLED : end;
            context.times().job(end, System.nanoTime() - startNanos);
            state = end;
        }
    }

    /** Changes everything atomically for {@link #status}: an ended iteration is either in the sums or the latest. */
    private synchronized void startIteration(int iteration) {
        if (iteration >= iterations && (tasks != null || finished != null)) {
            before = before.plus(latest());
            millisBefore += endedMillis - startedMillis;
        } else if (iteration + 1 < iterations) {
            // The loop restarts: the counts of its earlier run are discarded.
            before = Progress.NONE;
            millisBefore = 0;
        }
        iterations = iteration + 1;
        tasks = null;
        finished = null;
        failed = null;
        guard = null;
        spent = false;
        startedMillis = context.clock().millis();
        state = State.RUNNING;
    }

    @Override
    public int pardons() {
        return context.shortages().besideOthers(workflow);
    }

    @Override
    public boolean isSpent() {
        return spent;
    }

    @Override
    public void cancelled() {
        state = state == State.FAILED ? State.FAILED : startedMillis == 0 ? State.WAITING : State.CANCELLED;
    }

    /** Restarts the job after the loss of a node, which has lost the data that the job had stored there. */
    private List<GroupInfo> writeWithRestarts(
            Map<String, GroupInfo> groups, int iteration, boolean repeats, CompletableFuture<Void> stop) {
        for (int attempt = 1; ; attempt++) {
            try {
                return write(groups, iteration, stop);
            } catch (SssException e) {
                if (leavesOut(e, stop)) {
                    attempt--;
                    continue;
                }
                if (attempt < context.retry().attempts() && findsDamage(e, groups)) {
                    continue;
                }
                boolean helps = repeats && isNodeLost(e);
                if (!helps) {
                    throw e;
                }
                if (stop.isDone()) {
                    throw RunContext.stopped(stop, e);
                }
                context.awaitNodes(e, named(groups), stop);
                if (!context.catalog().areReadable(groups.values())) {
                    throw e; // a temporary group was lost with a node: its step, or the loop, runs again
                }
                // A node that comes back reports which workflow has filled its heap.
                spent = attempt - pardons() >= context.retry().attempts();
                if (spent) {
                    throw e;
                }
                LOG.info("job '{}' of {} restarts: {}", spec.name(), workflow, e.getMessage());
            }
        }
    }

    /** True if tasks have met damaged copies, and other ones are read in another run of the job. */
    private boolean findsDamage(SssException e, Map<String, GroupInfo> groups) {
        JobTasks failedTasks = tasks;
        return e.code() == ErrorCode.CORRUPT
                && failedTasks != null
                && context.damagedCopies().find(named(groups), failedTasks.corruptSubgroups());
    }

    /** The groups that no step of this workflow can write again. */
    private List<GroupInfo> named(Map<String, GroupInfo> groups) {
        return groups.values().stream()
                .filter(group -> context.catalog().hasName(group.id()))
                .toList();
    }

    /**
     * True if nodes that cannot reach another node were left out, so that the job can run again: all nodes are there,
     * and have what they have stored.
     */
    private boolean leavesOut(SssException e, CompletableFuture<Void> stop) {
        JobTasks failedTasks = tasks;
        Set<DeadLink.Report> reports =
                new LinkedHashSet<>(DeadLink.report(e).stream().toList());
        if (reports.isEmpty() || stop.isDone() || guard == null || guard.isBroken()) {
            return false;
        }
        if (failedTasks != null) {
            reports.addAll(failedTasks.deadLinks());
        }
        return context.members().health().areAllReachable()
                && context.deadLinks().leaveOut(reports, context.members().map(), workflow);
    }

    private boolean isNodeLost(SssException e) {
        return e.code().kind() == ErrorCode.Kind.RETRYABLE
                && (guard == null || guard.isBroken() || wasCutOff(e) || isLostForOthers(e));
    }

    /** True if another node cannot reach a node that is lost; the coordinator may not have noticed it yet. */
    private boolean isLostForOthers(SssException e) {
        return DeadLink.isReportedBy(e) && !context.members().health().areAllReachable();
    }

    /**
     * True if a connection of the coordinator broke, even one without a guard, such as that to the data server of a
     * node that was paused. An error that a node reports about its own connections has a remote trace.
     */
    public static boolean wasCutOff(SssException e) {
        return e.code() == ErrorCode.NODE_UNREACHABLE && e.remoteTrace() == null;
    }

    private List<GroupInfo> write(Map<String, GroupInfo> groups, int iteration, CompletableFuture<Void> stop) {
        JobWrite write = new JobWrite(workflow, spec, context);
        JobGroups used = JobGroups.read(spec, groups);
        guard = null;
        long startNanos = System.nanoTime();
        try {
            used = used.writing(write.create(iteration >= 0));
            guard = context.nodesInUse().guardForWriting();
            TaskNodes nodes = context.deadLinks().nodes(guard.map());
            Shuffle method = nodes.areAll() && guard.isOfAllNodes() ? method() : Shuffle.DIRECT;
            checks.checkWhole(used.inputs());
            checks.checkWhole(used.side());
            List<byte[]> bounds = bounds(used.side(), stop);
            try (ShuffleRun shuffle = ShuffleRun.open(
                    method,
                    workflow + "/" + spec.name(),
                    shuffled(used.outputs()),
                    context.shuffles().memoryLimitBytes(parameters),
                    guard.map().forTasks(),
                    context,
                    stop)) {
                TaskSpec.Outputs written =
                        new TaskSpec.Outputs(used.outputIds(), bounds, iteration <= committing, shuffle.key());
                runTasks(specs.of(used, written, iteration, nodes), nodes, shuffle, stop);
                long endedNanos = System.nanoTime();
                checks.checkAllRead(used.inputs(), tasks.progress().tuplesIn());
                shuffle.exchange(tasks.attempts(), stop);
                long movedNanos = System.nanoTime();
                committing = Math.max(committing, iteration);
                List<Committed> committed = shuffle.located(write.commit(tasks.attempts(), guard, stop));
                guard.checkUnbroken(write.names() + " of job '" + spec.name() + "' in " + workflow);
                checks.checkAllStored(used.outputs(), committed, tasks.progress());
                List<GroupInfo> ready = write.finish(committed);
                context.times().commit(System.nanoTime() - movedNanos);
                succeeded(used.writing(ready), startNanos, report(method, shuffle, endedNanos, movedNanos));
                return ready;
            }
        } catch (SssException e) {
            failed = soFar(used.inputs(), startNanos);
            write.discard();
            throw used.named(e);
        } catch (RuntimeException | Error e) {
            failed = soFar(used.inputs(), startNanos);
            write.discard();
            throw e;
        }
    }

    private void succeeded(JobGroups groups, long startNanos, ShuffleReport shuffle) {
        JobReport report = tasks.report(sizes(spec.inputs(), groups.inputs()), sizes(spec.outputs(), groups.outputs()))
                .withShuffle(shuffle)
                .withTimes(tasks.times(startNanos, all.jobs().size()));
        finished = new Finished(tasks.succeededCount(), tasks.progress(), report);
        tasks = null;
    }

    /**
     * @param endedNanos when the last task ended
     * @param movedNanos when the last step of the shuffle ended
     */
    private ShuffleReport report(Shuffle method, ShuffleRun shuffle, long endedNanos, long movedNanos) {
        return new ShuffleReport(
                method.methodName(),
                millis(tasks.startedNanos(), endedNanos),
                millis(endedNanos, movedNanos),
                millis(movedNanos, System.nanoTime()),
                shuffle.times(() -> tasks.sent(context.members().map().nodes().size())),
                shuffle.chosen());
    }

    /**
     * What a Reduce or co-group writes and no job of the workflow reads needs no exchange of its own: it is written to
     * its owners at once, unless the job itself names a method.
     */
    private Shuffle method() {
        String own = spec.parameters().get(Shuffle.PARAMETER);
        if (own == null && spec.kind() != JobKind.MAP && !isAnyOutputRead()) {
            return Shuffle.DIRECT;
        }
        String common = parameters.get(Shuffle.PARAMETER);
        return common == null ? context.shuffles().method() : Shuffle.of(common);
    }

    private boolean isAnyOutputRead() {
        return spec.outputs().stream().anyMatch(output -> GroupUses.isRead(all, output.name()));
    }

    /**
     * Parts of a temporary group may be stored elsewhere than at their owners, if it is only read subgroup by subgroup.
     */
    private List<ShuffleSpec.Output> shuffled(List<GroupInfo> outputs) {
        List<ShuffleSpec.Output> shuffled = new ArrayList<>(outputs.size());
        for (int i = 0; i < outputs.size(); i++) {
            GroupSpec output = spec.outputs().get(i);
            shuffled.add(new ShuffleSpec.Output(
                    outputs.get(i).key(),
                    output.temporary(),
                    output.temporary() && !GroupUses.isReadByKey(all, output.name()),
                    output.inMemory(),
                    (output.temporary() || output.inMemory()) && JobOptions.isMemoryOnly(parameters)));
        }
        return shuffled;
    }

    private static long millis(long fromNanos, long toNanos) {
        return TimeUnit.NANOSECONDS.toMillis(toNanos - fromNanos);
    }

    private JobReport soFar(List<GroupInfo> inputs, long startNanos) {
        JobTasks now = tasks;
        return now == null
                ? null
                : now.report(sizes(spec.inputs(), inputs), List.of())
                        .withTimes(now.times(startNanos, all.jobs().size()));
    }

    /** The bounds of a range partitioner, from its sample; empty for others. */
    private List<byte[]> bounds(List<GroupInfo> side, CompletableFuture<Void> stop) {
        for (int i = 0; i < side.size(); i++) {
            if (spec.side().get(i).name().equals(spec.rangesOf())) {
                int subgroups = context.members().map().subgroupCount();
                Sample request = RangeBounds.request(side.get(i), subgroups);
                return RangeBounds.choose(JobWrite.await(context.members().sample(request), stop), subgroups);
            }
        }
        return List.of();
    }

    /** @param shuffle whose failure ends the tasks, or null */
    private void runTasks(List<TaskSpec> specs, TaskNodes nodes, ShuffleRun shuffle, CompletableFuture<Void> stop) {
        JobTasks now = new JobTasks(specs, all.limits().userCodeAttempts(), context, guard, nodes);
        tasks = now;
        try {
            CompletableFuture<Void> ended = now.start();
            shuffle.onFailure(ended::completeExceptionally);
            JobWrite.await(ended, stop);
        } catch (RuntimeException | Error e) {
            now.cancel(new SssException(
                    ErrorCode.CANCELLED,
                    "job '" + spec.name() + "' of " + workflow + " was stopped: " + e.getMessage()));
            throw e;
        }
    }

    /** The progress of the latest iteration only. */
    public Progress latest() {
        return latestRun().progress;
    }

    private Finished latestRun() {
        JobTasks now = tasks; // read first: finished is set before tasks is cleared
        Finished end = finished;
        return now != null
                ? new Finished(now.succeededCount(), now.progress(), null)
                : end != null ? end : Finished.NOTHING;
    }

    private static List<JobReport.Size> sizes(List<GroupSpec> named, List<GroupInfo> groups) {
        List<JobReport.Size> sizes = new ArrayList<>(groups.size());
        for (int i = 0; i < groups.size(); i++) {
            sizes.add(JobReport.Size.of(named.get(i).name(), groups.get(i)));
        }
        return sizes;
    }

    private static List<String> names(List<GroupSpec> groups) {
        List<String> names = new ArrayList<>(groups.size());
        for (GroupSpec group : groups) {
            names.add(group.name());
        }
        return names;
    }

    public synchronized JobStatus status() {
        Finished now = latestRun();
        State current = state;
        long end = current.isOver() ? endedMillis : context.clock().millis();
        int subgroupTasks =
                spec.inputs().isEmpty() ? 0 : context.members().map().subgroupCount();
        return new JobStatus(
                spec.name(),
                spec.kind(),
                current,
                names(spec.inputs()),
                names(spec.outputs()),
                new WorkflowStatus.Work(
                        subgroupTasks + spec.splits().size(),
                        now.tasks,
                        startedMillis == 0 ? 0 : millisBefore + end - startedMillis,
                        iterations),
                before.plus(now.progress),
                current == State.SUCCEEDED ? now.report : current.isOver() ? failed : null);
    }
}
