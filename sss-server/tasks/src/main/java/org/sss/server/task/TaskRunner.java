package org.sss.server.task;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Job;
import org.sss.api.JobOptions;
import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.net.control.TaskSpec;
import org.sss.net.data.SubgroupSource;
import org.sss.net.peer.LimitedLog;
import org.sss.server.code.JobCode;
import org.sss.server.shuffle.method.ShuffleOutputs;
import org.sss.server.task.input.FailurePolicy;
import org.sss.server.task.input.TimedSource;
import org.sss.server.task.output.TaskOutputs;
import org.sss.server.task.side.SideGroups;
import org.sss.server.task.side.SideMaps;
import org.sss.server.task.side.SideSources;
import org.sss.server.task.spill.ScratchDirectory;
import org.sss.server.task.state.CallSite;
import org.sss.server.task.state.HeapEndListener;
import org.sss.server.task.state.OutOfMemoryReserve;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;
import org.sss.server.task.state.ThreadLeakDetector;
import org.sss.server.timing.JvmMeter;
import org.sss.server.timing.PhaseTimer;

/**
 * Runs one attempt of a job on one subgroup or split: reads it, calls the user's code, and sends the output to its
 * owners. One thread calls {@link #run}, once; {@link #progress} and {@link #cancel} may be called by any thread at any
 * time.
 */
public final class TaskRunner {
    private static final Logger LOG = LoggerFactory.getLogger(TaskRunner.class);
    private static final long MIN_BUFFER_BYTES = 1 << 20;
    private static final LimitedLog LEFT = new LimitedLog(LOG, "tasks that have left threads", 20);

    private final TaskSpec spec;
    private final Job job;
    private final JobCode code;
    private final SubgroupSource input;
    private final SideSources sides;
    private final ShuffleOutputs shuffles;
    private final long bufferBytes;
    private final Grouping grouping;
    private final ScratchDirectory scratch;
    private final SideMaps sideMaps;
    private final TaskErrors errors;
    private final TaskState state = new TaskState();

    /**
     * @param job         a copy used only by this task
     * @param code        origin of its classes
     * @param input       source of the subgroup
     * @param sides       opens the side groups
     * @param shuffles    opens the outputs, and finds the input
     * @param bufferBytes memory for unsent output; 8 to 64 MiB are reasonable
     * @param grouping    grouping of output without a combiner, unless the job sets it
     * @param scratch     parent of temporary directories
     * @param sideMaps    side groups of the workflow
     */
    public TaskRunner(
            TaskSpec spec,
            Job job,
            JobCode code,
            SubgroupSource input,
            SideSources sides,
            ShuffleOutputs shuffles,
            long bufferBytes,
            Grouping grouping,
            ScratchDirectory scratch,
            SideMaps sideMaps) {
        this.spec = spec;
        this.job = job;
        this.code = code;
        this.input = input;
        this.sides = sides;
        this.shuffles = shuffles;
        this.bufferBytes = bufferBytes;
        this.grouping = grouping;
        this.scratch = scratch;
        this.sideMaps = sideMaps;
        errors = new TaskErrors(spec);
        OutOfMemoryReserve.keep();
    }

    /**
     * Returns the output buffer of a task of a job: less for jobs whose result depends on it, so that it is the same
     * however many tasks share the memory.
     *
     * @param bufferBytes of other jobs
     * @param isShort     whether the memory was not planned for the task
     */
    public static long bufferBytes(Job job, long bufferBytes, boolean isShort) {
        boolean less = isShort || ((JobOptions<?, ?, ?>) job).dependsOnGrouping();
        return less ? Math.max(Math.min(bufferBytes, MIN_BUFFER_BYTES), bufferBytes / 4) : bufferBytes;
    }

    /**
     * Runs the task to its end. The data servers then have all output, ready to be committed.
     *
     * @return the progress; output is counted as emitted, before the combiner
     * @throws SssException {@link ErrorCode#USER_CODE} with key and trace if the user's code failed,
     *     {@link ErrorCode#CANCELLED}, or the error of reading or writing; the output is then dropped
     */
    public Progress run() {
        Thread thread = Thread.currentThread();
        ThreadSettings before = ThreadSettings.of(thread);
        ThreadLeakDetector threads = new ThreadLeakDetector(code);
        code.started(thread.getThreadGroup(), this::broken);
        state.start();
        JvmMeter jvm = new JvmMeter();
        PhaseTimer all = new PhaseTimer().start();
        try {
            thread.setContextClassLoader(code.loader());
            runToEnd(all, jvm);
            logLeft(threads.left());
            state.remark(before.changed(thread));
            state.ran(all.microsSinceStart());
            return state.publish();
        } catch (Throwable t) {
            throw failure(t);
        } finally {
            state.over();
            code.ended(thread.getThreadGroup());
            before.restore(thread);
        }
    }

    /** Called by a thread whose code broke a rule: the task fails, even if it catches the exception that follows. */
    private void broken(String what) {
        state.fail(errors.broken(state.place(), what));
    }

    private void logLeft(LeftThreads left) {
        state.left(left);
        if (left.count() > 0) {
            LEFT.warn("{} has left threads, {} in all: {}", spec, left.count(), String.join(", ", left.names()));
        }
    }

    private void runToEnd(PhaseTimer all, JvmMeter jvm) {
        PhaseTimer open = new PhaseTimer().start();
        try (RunningTask task = new RunningTask(spec, state, scratch, sides(), false);
                TaskOutputs outputs = new TaskOutputs(state, grouping())) {
            outputs.open(spec, job, task, shuffles, bufferBytes);
            state.checkCancelled();
            open.stop();
            TimedSource source = new TimedSource(shuffles.input(spec, input));
            runJob(task, source, outputs);
            // An abandoned call that returns late must not rename files of a job that has ended.
            state.checkCancelled();
            outputs.finish();
            task.succeeded();
            all.stop();
            state.timed(outputs.times(all.phase(), open.phase(), source.times(), jvm.costs()));
        }
    }

    private Grouping grouping() {
        String own = spec.code().parameters().get(Grouping.PARAMETER);
        return own == null ? grouping : Grouping.of(own);
    }

    /** Returns the progress so far; up to about a thousand tuples late. */
    public Progress progress() {
        return state.progress();
    }

    /**
     * Returns a number that changes when something is read, emitted, counted or iterated over. For any thread; exact if
     * the caller has called {@link #site} before.
     */
    public long signs() {
        return state.signs();
    }

    /**
     * Returns the current position of user code. For any thread; memory is bounded by the size of a key.
     *
     * @param thread thread that runs the task
     */
    public CallSite site(Thread thread) {
        // The stack first: taking it makes the writes of that thread visible here.
        StackTraceElement[] stack = thread.getStackTrace();
        return new CallSite(state.place(), stack);
    }

    /**
     * Returns the error of a task whose code is stopped from outside.
     *
     * @param what problem and remedy, without a full stop
     */
    public SssException ended(CallSite site, String what) {
        return errors.ended(site, what);
    }

    /**
     * Makes {@link #run} end with CANCELLED at the next tuple. Also interrupt its thread, which may be waiting for
     * input or credit.
     */
    public void cancel() {
        state.cancel();
    }

    /** Called before {@link #run}, by the thread that runs the task. */
    public void onHeapEnd(HeapEndListener listener) {
        errors.onHeapEnd(listener);
    }

    /** Returns whether user code or the engine ran out of memory in this task. */
    public boolean ranOutOfMemory() {
        return errors.ranOutOfMemory();
    }

    private SideGroups sides() {
        return new SideGroups(spec, job.sideGroups(), sides, sideMaps, bufferBytes / 2, state);
    }

    private void runJob(RunningTask task, SubgroupSource source, TaskOutputs outputs) {
        FailurePolicy failures = FailurePolicy.ofJob((JobOptions<?, ?, ?>) job, spec, outputs, errors);
        new JobBody(spec, source, task, outputs, errors, failures, bufferBytes / 2).run(job);
    }

    private SssException failure(Throwable t) {
        if (state.isCancelled()) {
            return errors.cancelled();
        }
        if (state.failure() != null) {
            return errors.withTask(state.failure());
        }
        if (t instanceof SssException e) {
            return errors.withTask(e);
        }
        return errors.ofEngine(t);
    }
}
