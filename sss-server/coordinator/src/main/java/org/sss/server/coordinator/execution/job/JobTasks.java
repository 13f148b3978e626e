package org.sss.server.coordinator.execution.job;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.Counters;
import org.sss.net.control.DeadLink;
import org.sss.net.control.JobReport;
import org.sss.net.control.JobTimes;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.TaskSpec;
import org.sss.net.control.TaskTimes;
import org.sss.net.control.ThreadTimes;
import org.sss.net.peer.LimitedLog;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.RestartGuard;

/**
 * All tasks of one job, each on the owner of its subgroup, or on another node if that is left out. Thread-safe. The
 * nodes queue tasks that they cannot run yet. The number of tasks that a node has at once is limited; when one has
 * succeeded, the node gets the next one.
 *
 * <pre>
 *   failed --by the user's code, or its node is lost----------------------> the job fails
 *      |---else, a moment later: no node is lost, attempts are left, and
 *      |   its node has not reported that it cannot reach another one ----> another attempt, what this one wrote is aborted
 *                                otherwise -------------------------------> the job fails
 * </pre>
 *
 * The delay gives a better explanation time to arrive: the first failure is often the consequence of another one.
 */
final class JobTasks {
    private static final Logger LOG = LoggerFactory.getLogger(JobTasks.class);
    private static final LimitedLog AGAIN = new LimitedLog(LOG, "retried tasks", 20);
    private static final long EXPLANATION_MILLIS = 400;
    /** Further nodes that cannot reach another one report it within this time, so that the job restarts only once. */
    private static final long REPORTS_MILLIS = 1_000;
    /**
     * Tasks on one node: more than its threads need, and few enough that the streams of a connection suffice for many
     * jobs.
     */
    static final int MAX_GIVEN = 500;
    /** Further attempts of a task that failed because others had filled the heap. */
    static final int MAX_PARDONS = 10;
    /** Limit of the descriptions of these tasks, which are in memory here until they are sent, and on the node. */
    private static final int MAX_GIVEN_BYTES = 8 << 20;
    /** Jobs with at most this many tasks, as most have, need no check of the bytes. */
    private static final int FEW = 32;

    private final int userCodeAttempts;
    private final RunContext context;
    private final RestartGuard guard;
    private final TaskNodes nodes;
    /** Limit of tasks on one node. */
    private final int maxGiven;
    /** The latest attempt of each task. */
    private final AtomicReferenceArray<TaskCall> calls;

    private volatile long startedNanos;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    /** Guarded by this, like the following fields. */
    private int succeeded;
    /** Failures of tasks that have not succeeded since, by the index of the task. */
    private final TreeMap<Integer, TaskFailure> failures = new TreeMap<>();
    /** Number of tasks on each node, including failed ones, which will be retried. */
    private final Map<NodeInfo, Integer> given = new HashMap<>();
    /** Tasks that were not sent to their node yet, by node. */
    private final Map<NodeInfo, Deque<TaskCall>> waiting = new HashMap<>();
    /** The sum of the succeeded tasks. */
    private Progress done = Progress.NONE;

    private final BitSet doneTasks = new BitSet();
    /** Attempts that do not count, by the index of the task. */
    private final Map<Integer, Integer> pardons = new HashMap<>();

    /**
     * @param userCodeAttempts of a task whose user code fails
     * @param guard            from before the first write
     * @param nodes            that run the tasks
     */
    JobTasks(List<TaskSpec> specs, int userCodeAttempts, RunContext context, RestartGuard guard, TaskNodes nodes) {
        this.nodes = nodes;
        this.userCodeAttempts = userCodeAttempts;
        this.context = context;
        this.guard = guard;
        maxGiven = maxGiven(specs);
        calls = new AtomicReferenceArray<>(specs.size());
        for (int index = 0; index < specs.size(); index++) {
            calls.set(index, call(index, specs.get(index)));
        }
    }

    /** Limits the tasks on a node by the size of the largest. Tasks of a job differ mainly in their splits. */
    private static int maxGiven(List<TaskSpec> specs) {
        if (specs.size() <= FEW) {
            return MAX_GIVEN;
        }
        return specs.stream()
                .max(Comparator.comparingInt(JobTasks::splitLength))
                .map(largest -> Math.max(1, Math.min(MAX_GIVEN, MAX_GIVEN_BYTES / Json.message(largest).length)))
                .orElse(MAX_GIVEN);
    }

    private static int splitLength(TaskSpec spec) {
        return spec.inputs().split() == null
                ? 0
                : spec.inputs().split().data().length
                        + spec.inputs().split().description().length();
    }

    private TaskCall call(int index, TaskSpec spec) {
        return new TaskCall(index, spec, nodes.of(spec), this);
    }

    /**
     * Starts all tasks; the future completes when all have ended, or with the {@link SssException} that explains the
     * failure best.
     */
    CompletableFuture<Void> start() {
        startedNanos = System.nanoTime();
        for (int index = 0; index < calls.length() && !over.isDone(); index++) {
            TaskCall call = calls.get(index);
            if (mayBeGiven(call)) {
                start(call);
            }
        }
        return over;
    }

    long startedNanos() {
        return startedNanos;
    }

    private synchronized boolean mayBeGiven(TaskCall call) {
        int before = given.getOrDefault(call.node(), 0);
        if (before == maxGiven) {
            waiting.computeIfAbsent(call.node(), node -> new ArrayDeque<>()).add(call);
            return false;
        }
        given.put(call.node(), before + 1);
        return true;
    }

    /** Removes the next waiting task, for a node on which one has succeeded; null if there is none. */
    private TaskCall next(NodeInfo node) {
        TaskCall next = waiting.containsKey(node) ? waiting.get(node).poll() : null;
        given.merge(node, next == null ? -1 : 0, Integer::sum);
        return next;
    }

    private void start(TaskCall call) {
        Members members = context.members();
        boolean connected = false;
        try {
            Connection node = members.server(call.node());
            connected = true;
            call.start(node);
        } catch (RuntimeException | Error e) {
            MemoryErrors.report(e);
            SssException error = SssException.of(e, "starting " + call.spec());
            if (connected && error.code() == ErrorCode.OVERLOADED) {
                // Tasks of other jobs use all streams to the node; this task is started later.
                context.timer()
                        .schedule(
                                () -> onExecutor(call, () -> startNext(call)),
                                EXPLANATION_MILLIS,
                                TimeUnit.MILLISECONDS);
            } else {
                failed(call, TaskFailure.notStarted(error));
            }
        }
    }

    private void startNext(TaskCall next) {
        if (!over.isDone()) {
            start(next);
        }
    }

    /** Cancels all tasks that have not ended. */
    void cancel(SssException why) {
        over.completeExceptionally(why);
        for (int index = 0; index < calls.length(); index++) {
            calls.get(index).cancel(why);
        }
    }

    synchronized int succeededCount() {
        return succeeded;
    }

    /** The attempts to commit, once all have succeeded. */
    List<AttemptId> attempts() {
        List<AttemptId> attempts = new ArrayList<>(calls.length());
        for (int index = 0; index < calls.length(); index++) {
            attempts.add(calls.get(index).spec().attemptId());
        }
        return attempts;
    }

    /**
     * The report up to now.
     *
     * @param written groups, if the job has succeeded
     */
    JobReport report(List<JobReport.Size> read, List<JobReport.Size> written) {
        long[] millis = new long[calls.length()];
        int started = 0;
        TaskCall largest = calls.get(0);
        TaskCall slowest = largest;
        long slowestMillis = 0;
        long readTuples = 0;
        int repeated = 0;
        for (int index = 0; index < calls.length(); index++) {
            TaskCall call = calls.get(index);
            long taken = call.millis();
            if (call.hasStarted()) {
                millis[started++] = taken;
            }
            if (taken > slowestMillis) {
                slowest = call;
                slowestMillis = taken;
            }
            readTuples += call.progress().tuplesIn();
            largest = call.progress().tuplesIn() > largest.progress().tuplesIn() ? call : largest;
            repeated += call.spec().id().attempt() > 0 ? 1 : 0;
        }
        Arrays.sort(millis, 0, started);
        return new JobReport(
                read,
                written,
                readTuples,
                new JobReport.Tasks(
                        largest.spec().id().task(),
                        largest.progress().tuplesIn(),
                        slowest.spec().id().task(),
                        slowestMillis,
                        started == 0 ? 0 : millis[(started - 1) / 2],
                        repeated),
                null,
                null);
    }

    /**
     * @param jobStartNanos when the job started, before its tasks
     * @param jobs          number of the jobs of the workflow
     */
    JobTimes times(long jobStartNanos, int jobs) {
        List<ThreadTimes> times = new ArrayList<>(calls.length());
        List<TaskTimes> tasks = new ArrayList<>();
        boolean isShort = isShort();
        for (int index = 0; index < calls.length(); index++) {
            TaskCall call = calls.get(index);
            if (call.hasEnded() && call.progress().times() != null) {
                times.add(call.progress().times());
                if (!isShort) {
                    tasks.add(call.times(jobStartNanos));
                }
            }
        }
        long openMillis = Math.max(0, TimeUnit.NANOSECONDS.toMillis(startedNanos - jobStartNanos));
        return JobTimes.of(openMillis, times, tasks, jobs);
    }

    private boolean isShort() {
        for (int index = 0; index < calls.length(); index++) {
            if (calls.get(index).endMillis(startedNanos) >= JobTimes.SHORT_MILLIS) {
                return false;
            }
        }
        return true;
    }

    /** What tasks that write directly have sent to other nodes, by the number of their node. */
    List<ShuffleTimes> sent(int nodeCount) {
        ShuffleTimes[] sums = new ShuffleTimes[nodeCount];
        Arrays.fill(sums, ShuffleTimes.NONE);
        for (int index = 0; index < calls.length(); index++) {
            TaskCall call = calls.get(index);
            ShuffleTimes sent = call.progress().shuffle();
            if (sent != null) {
                sums[call.node().id()] = sums[call.node().id()].plus(sent);
            }
        }
        return List.of(sums);
    }

    Progress progress() {
        Progress sum;
        List<Progress> others = List.of();
        synchronized (this) {
            sum = done;
            if (succeeded < calls.length()) {
                others = running();
            }
        }
        for (Progress other : others) {
            sum = sum.plus(other);
        }
        return sum;
    }

    /** The progress of the tasks that have not succeeded. */
    private synchronized List<Progress> running() {
        List<Progress> running = new ArrayList<>();
        for (int index = 0; index < calls.length(); index++) {
            Progress progress = calls.get(index).progress();
            if (!doneTasks.get(index) && !progress.equals(Progress.NONE)) {
                running.add(progress);
            }
        }
        return running;
    }

    void succeeded(TaskCall call) {
        boolean last;
        SssException wrongCounters;
        TaskCall next;
        synchronized (this) {
            failures.remove(call.index());
            succeeded++;
            doneTasks.set(call.index());
            wrongCounters = wrongCounters(call);
            done = done.plus(call.progress());
            call.forgetLoad();
            last = succeeded == calls.length();
            next = next(call.node());
        }
        if (wrongCounters != null) {
            failed(call, TaskFailure.of(wrongCounters));
        } else if (last) {
            over.complete(null);
        } else if (next != null) {
            onExecutor(next, () -> startNext(next));
        }
    }

    /** Returns the error if the counters of a task cannot be added to those of the earlier tasks, else null. */
    private SssException wrongCounters(TaskCall call) {
        Map<String, Long> more = call.progress().counters();
        SssException overflow = Counters.overflow(done.counters(), more);
        if (overflow != null) {
            return new SssException(overflow.code(), "job '" + call.spec().id().job() + "': " + overflow.getMessage());
        }
        boolean tooMany = Counters.areTooMany(done.plus(call.progress()).counters());
        return tooMany
                ? Counters.tooMany("the tasks of job '" + call.spec().id().job() + "' together count")
                : null;
    }

    /** Runs the work on another thread. If there is none, the task fails: otherwise its job would never end. */
    private void onExecutor(TaskCall call, Runnable work) {
        try {
            Work.execute(context.executor(), work, "continuing " + call.spec());
        } catch (SssException e) {
            failed(call, TaskFailure.withoutThread(e));
        }
    }

    /** The subgroups of tasks that have found damaged data. */
    synchronized Set<Integer> corruptSubgroups() {
        Set<Integer> subgroups = new TreeSet<>();
        failures.forEach((index, failure) -> {
            TaskSpec spec = calls.get(index).spec();
            if (failure.error().code() == ErrorCode.CORRUPT && spec.inputs().split() == null) {
                subgroups.add(spec.id().task());
            }
        });
        return subgroups;
    }

    void failed(TaskCall call, TaskFailure failure) {
        synchronized (this) {
            failures.put(call.index(), failure);
            if (failure.error().code() == ErrorCode.HEAP_FULL) {
                pardons.merge(call.index(), 1, Integer::sum);
            }
        }
        if (failure.isCertain() && !mayRetry(call, failure)) {
            settle();
        } else {
            context.timer()
                    .schedule(
                            () -> onExecutor(call, () -> retry(call, failure)),
                            failure.weight() == TaskFailure.Weight.LINK_DEAD
                                    ? REPORTS_MILLIS
                                    : EXPLANATION_MILLIS * (call.spec().id().attempt() + 1),
                            TimeUnit.MILLISECONDS);
        }
    }

    private synchronized int pardons(TaskCall call) {
        return pardons.getOrDefault(call.index(), 0);
    }

    private boolean mayRetry(TaskCall call, TaskFailure failure) {
        int pardoned = pardons(call);
        if (failure.error().code() == ErrorCode.HEAP_FULL) {
            return pardoned <= MAX_PARDONS && !guard.isBroken();
        }
        int attempts = failure.error().code() == ErrorCode.USER_CODE
                ? userCodeAttempts
                : failure.isRetryable() ? context.retry().attempts() : 1;
        return call.spec().id().attempt() + 1 - pardoned < attempts && !guard.isBroken();
    }

    private void retry(TaskCall call, TaskFailure failure) {
        if (over.isDone()) {
            return;
        }
        if (!mayRetry(call, failure)) {
            settle();
            return;
        }
        AGAIN.info("{} is retried: {}", call.spec(), failure.error().getMessage());
        call.spec()
                .outputs()
                .outputGroups()
                .forEach(group ->
                        context.members().writes().abort(group, call.spec().attemptId()));
        TaskCall next = call(call.index(), call.spec().nextAttempt());
        calls.set(call.index(), next);
        start(next);
        if (over.isDone()) {
            next.cancel(new SssException(ErrorCode.CANCELLED, "the job has ended"));
        }
    }

    /** The links that failed tasks have found dead. */
    synchronized List<DeadLink.Report> deadLinks() {
        return failures.values().stream()
                .flatMap(failure -> DeadLink.report(failure.error()).stream())
                .distinct()
                .toList();
    }

    private void settle() {
        TaskFailure best = null;
        synchronized (this) {
            for (TaskFailure failure : failures.values()) {
                best = failure.isBetterThan(best) ? failure : best;
            }
        }
        if (best != null && over.completeExceptionally(best.error())) {
            cancel(new SssException(
                    ErrorCode.CANCELLED,
                    "another task of the job failed: " + best.error().getMessage()));
        }
    }
}
