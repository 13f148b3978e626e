package org.sss.server.coordinator.execution;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.Counters;
import org.sss.net.control.JobReport;
import org.sss.net.control.NodeInfo;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.peer.LimitedLog;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.MemoryErrors;
import org.sss.net.transport.Work;
import org.sss.server.coordinator.members.Members;
import org.sss.server.coordinator.members.RestartGuard;

/**
 * All tasks of one job, each on the owner of its subgroup. Thread-safe. The nodes queue what they cannot run at once; of very many
 * tasks only so many are given to a node that it always has enough to do, and the next one when one has succeeded.
 *
 * <pre>
 *   failed --by the user's code, or its node is lost----------------------> the job fails
 *      |---else, a moment later: no node is lost, attempts are left, and
 *      |   its node has not reported that it cannot reach another one ----> another attempt, what this one wrote is aborted
 *                                otherwise -------------------------------> the job fails
 * </pre>
 *
 * The moment is there for a better explanation: what fails first is often the consequence of something else.
 */
final class JobTasks {
    private static final Logger LOG = LoggerFactory.getLogger(JobTasks.class);
    private static final LimitedLog AGAIN = new LimitedLog(LOG, "tasks that are tried again", 20);
    private static final long EXPLANATION_MILLIS = 400;
    /** On one node: more than its threads need, and so few that the streams of a connection do for many jobs. */
    static final int MAX_GIVEN = 500;
    /** Further attempts of a task that has met a heap which others have filled. */
    static final int MAX_PARDONS = 10;
    /** What is said of these together, which waits for the socket at once and is held by the node. */
    private static final int MAX_GIVEN_BYTES = 8 << 20;
    /** So many of the largest: most jobs have no more tasks, and need no look at what is said of them. */
    private static final int FEW = 32;

    private final int userCodeAttempts;
    private final RunContext context;
    private final RestartGuard tie;
    /** On one node. */
    private final int mostGiven;
    /** The latest attempt of each task. */
    private final AtomicReferenceArray<TaskCall> calls;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    /** Guarded by this, as what follows. */
    private int succeeded;
    /** Of the tasks that have not succeeded since, by their place. */
    private final TreeMap<Integer, TaskFailure> failures = new TreeMap<>();
    /** By node; a task that has failed counts on, for it will be tried again. */
    private final Map<NodeInfo, Integer> given = new HashMap<>();
    /** By node: tasks that were not given to it yet. */
    private final Map<NodeInfo, Deque<TaskCall>> waiting = new HashMap<>();
    /** Of the tasks that have succeeded. */
    private Progress done = Progress.NONE;
    private final BitSet doneTasks = new BitSet();
    /** By place of the task: attempts that do not count. */
    private final Map<Integer, Integer> pardons = new HashMap<>();

    /**
     * @param userCodeAttempts of a task whose user code fails
     * @param tie              from before anything was written
     */
    JobTasks(List<TaskSpec> specs, int userCodeAttempts, RunContext context, RestartGuard tie) {
        this.userCodeAttempts = userCodeAttempts;
        this.context = context;
        this.tie = tie;
        mostGiven = mostGiven(specs);
        calls = new AtomicReferenceArray<>(specs.size());
        for (int place = 0; place < specs.size(); place++) {
            calls.set(place, call(place, specs.get(place)));
        }
    }

    /** Tasks of a job differ in their splits, and hardly in anything else. */
    private static int mostGiven(List<TaskSpec> specs) {
        if (specs.size() <= FEW) {
            return MAX_GIVEN;
        }
        return specs.stream().max(Comparator.comparingInt(JobTasks::splitLength))
                .map(largest -> Math.max(1, Math.min(MAX_GIVEN, MAX_GIVEN_BYTES / Json.write(largest).length))).orElse(MAX_GIVEN);
    }

    private static int splitLength(TaskSpec spec) {
        return spec.split() == null ? 0 : spec.split().data().length + spec.split().description().length();
    }

    private TaskCall call(int place, TaskSpec spec) {
        return new TaskCall(place, spec, spec.node(), this);
    }

    /** Starts all; the future ends when all tasks have, or with the {@link SssException} that explains the failure best. */
    CompletableFuture<Void> start() {
        for (int place = 0; place < calls.length() && !over.isDone(); place++) {
            TaskCall call = calls.get(place);
            if (mayBeGiven(call)) {
                start(call);
            }
        }
        return over;
    }

    private synchronized boolean mayBeGiven(TaskCall call) {
        int before = given.getOrDefault(call.node(), 0);
        if (before == mostGiven) {
            waiting.computeIfAbsent(call.node(), node -> new ArrayDeque<>()).add(call);
            return false;
        }
        given.put(call.node(), before + 1);
        return true;
    }

    /** Takes the place of one that has succeeded; null when there is none. */
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
                // Tasks of other jobs have all streams to the node until they end, which is no failure of this one.
                context.timer().schedule(() -> elsewhere(call, () -> startNext(call)), EXPLANATION_MILLIS, TimeUnit.MILLISECONDS);
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

    /** Tells all nodes to stop; those tasks that are over stay as they are. */
    void cancel(SssException why) {
        over.completeExceptionally(why);
        for (int place = 0; place < calls.length(); place++) {
            calls.get(place).cancel(why);
        }
    }

    synchronized int succeededCount() {
        return succeeded;
    }

    /** The attempts to commit, once all have succeeded. */
    List<AttemptId> attempts() {
        return all().stream().map(call -> call.spec().attemptId()).toList();
    }

    private List<TaskCall> all() {
        return java.util.stream.IntStream.range(0, calls.length()).mapToObj(calls::get).toList();
    }

    /** Up to now. @param written groups, of a job that has succeeded */
    JobReport report(List<JobReport.Size> read, List<JobReport.Size> written) {
        long[] millis = new long[calls.length()];
        int begun = 0;
        TaskCall largest = calls.get(0);
        TaskCall slowest = largest;
        long slowestMillis = 0;
        long readTuples = 0;
        int repeated = 0;
        for (int place = 0; place < calls.length(); place++) {
            TaskCall call = calls.get(place);
            long taken = call.millis();
            if (call.hasBegun()) {
                millis[begun++] = taken;
            }
            if (taken > slowestMillis) {
                slowest = call;
                slowestMillis = taken;
            }
            readTuples += call.progress().tuplesIn();
            largest = call.progress().tuplesIn() > largest.progress().tuplesIn() ? call : largest;
            repeated += call.spec().attempt() > 0 ? 1 : 0;
        }
        Arrays.sort(millis, 0, begun);
        return new JobReport(read, written, readTuples, largest.spec().task(), largest.progress().tuplesIn(), slowest.spec().task(),
                slowestMillis, begun == 0 ? 0 : millis[(begun - 1) / 2], repeated);
    }

    Progress progress() {
        Progress sum;
        List<TaskCall> others;
        synchronized (this) {
            sum = done;
            others = all().stream().filter(call -> !doneTasks.get(call.place()) && call.progress() != Progress.NONE).toList();
        }
        return others.stream().map(TaskCall::progress).reduce(sum, Progress::plus);
    }

    void succeeded(TaskCall call) {
        boolean last;
        SssException wrongCounters;
        TaskCall next;
        synchronized (this) {
            failures.remove(call.place());
            succeeded++;
            doneTasks.set(call.place());
            wrongCounters = wrongCounters(call);
            done = done.plus(call.progress());
            last = succeeded == calls.length();
            next = next(call.node());
        }
        if (wrongCounters != null) {
            failed(call, TaskFailure.of(wrongCounters));
        } else if (last) {
            over.complete(null);
        } else if (next != null) {
            elsewhere(next, () -> startNext(next));
        }
    }

    /** Why the counters of a task cannot be added to those of the tasks before it, or null when they can. */
    private SssException wrongCounters(TaskCall call) {
        Map<String, Long> more = call.progress().counters();
        SssException overflow = Counters.overflow(done.counters(), more);
        if (overflow != null) {
            return new SssException(overflow.code(), "job '" + call.spec().job() + "': " + overflow.getMessage());
        }
        boolean tooMany = Counters.areTooMany(done.plus(call.progress()).counters());
        return tooMany ? Counters.tooMany("the tasks of job '" + call.spec().job() + "' together count") : null;
    }

    /** When there is no thread for it the task would not go on, and its job never end. */
    private void elsewhere(TaskCall call, Runnable work) {
        try {
            Work.begin(context.executor(), work, "going on with " + call.spec());
        } catch (SssException e) {
            failed(call, TaskFailure.withoutThread(e));
        }
    }

    void failed(TaskCall call, TaskFailure failure) {
        synchronized (this) {
            failures.put(call.place(), failure);
            if (failure.error().code() == ErrorCode.HEAP_FULL) {
                pardons.merge(call.place(), 1, Integer::sum);
            }
        }
        if (failure.isCertain() && !mayTryAgain(call, failure)) {
            settle();
        } else {
            context.timer().schedule(() -> elsewhere(call, () -> tryAgain(call, failure)),
                    EXPLANATION_MILLIS * (call.spec().attempt() + 1), TimeUnit.MILLISECONDS);
        }
    }

    private synchronized int pardons(TaskCall call) {
        return pardons.getOrDefault(call.place(), 0);
    }

    private boolean mayTryAgain(TaskCall call, TaskFailure failure) {
        int pardoned = pardons(call);
        if (failure.error().code() == ErrorCode.HEAP_FULL) {
            return pardoned <= MAX_PARDONS && !tie.isBroken();
        }
        int attempts = failure.error().code() == ErrorCode.USER_CODE ? userCodeAttempts
                : failure.isWorthAnotherTry() ? context.retry().attempts() : 1;
        return call.spec().attempt() + 1 - pardoned < attempts && !tie.isBroken();
    }

    private void tryAgain(TaskCall call, TaskFailure failure) {
        if (over.isDone()) {
            return;
        }
        if (!mayTryAgain(call, failure)) {
            settle();
            return;
        }
        AGAIN.info("{} is tried again: {}", call.spec(), failure.error().getMessage());
        call.spec().outputGroups().forEach(group -> context.members().abort(group, call.spec().attemptId()));
        TaskCall next = call(call.place(), call.spec().nextAttempt());
        calls.set(call.place(), next);
        start(next);
        if (over.isDone()) {
            next.cancel(new SssException(ErrorCode.CANCELLED, "the job ended meanwhile"));
        }
    }

    private void settle() {
        TaskFailure best = null;
        synchronized (this) {
            for (TaskFailure failure : failures.values()) {
                best = failure.isBetterThan(best) ? failure : best;
            }
        }
        if (best != null && over.completeExceptionally(best.error())) {
            cancel(new SssException(ErrorCode.CANCELLED, "another task of the job failed: " + best.error().getMessage()));
        }
    }
}
