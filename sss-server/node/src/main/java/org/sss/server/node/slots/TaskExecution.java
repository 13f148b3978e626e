package org.sss.server.node.slots;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.Progress;
import org.sss.net.control.TaskSpec;
import org.sss.net.rpc.Json;
import org.sss.net.transport.InterruptibleWork;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.server.node.memory.MemoryWatch;
import org.sss.server.node.memory.RunningFile;
import org.sss.server.node.memory.RunningTasks;
import org.sss.server.task.state.CallSite;
import org.sss.server.task.state.HeapEndListener;
import org.sss.server.timing.SharedTimer;

/**
 * One task of this node, and the stream on which the coordinator waits for its result. Thread-safe; {@link #run} is
 * called by the thread of a slot.
 *
 * <pre>
 *   WAITING --run--> RUNNING --> OVER
 *      +---cancelled--- | ---------^     its thread is interrupted, and abandoned if that does not help
 *                       +---no sign of life for too long: fails, then as cancelled
 * </pre>
 */
final class TaskExecution implements StreamHandler, TaskSlots.Task {
    private static final Logger LOG = LoggerFactory.getLogger(TaskExecution.class);
    static final long PROGRESS_MILLIS = 200;
    private static final long CANCEL_TIMEOUT_MILLIS = 2_000;
    private static final int MAX_SITE_CHARS = 500;

    private final TaskSpec spec;
    private final Stream stream;
    private final TaskServices services;
    private final Function<TaskSpec, TaskWork> works;
    private final Runnable tick = this::tick;
    private volatile TaskWork work;
    private volatile StallDetector stalls;
    /** Of the thread that runs the task now. */
    private final InterruptibleWork running = new InterruptibleWork();
    /** Guarded by this. */
    private boolean cancelled;
    /** Index in the table of running tasks. Used by the thread that runs the task, and by ticks while it runs. */
    private volatile int entry = -1;

    /**
     * The services that the tasks of a node share.
     *
     * @param timer        for work that does not block
     * @param ticks        at which progress is checked and reported
     * @param stallTimeout of workflows that do not set one
     * @param table        of running tasks
     * @param file         of running tasks, for the next process
     */
    record TaskServices(
            TaskLanes lanes,
            ScheduledExecutorService timer,
            SharedTimer ticks,
            Duration stallTimeout,
            RunningTasks table,
            RunningFile file) {
        Duration stallTimeout(TaskSpec spec) {
            return spec.limits().stallMillis() == 0
                    ? stallTimeout
                    : Duration.ofMillis(spec.limits().stallMillis());
        }
    }

    /** @param works creates the work of the task; may block */
    TaskExecution(TaskSpec spec, Stream stream, TaskServices services, Function<TaskSpec, TaskWork> works) {
        this.spec = spec;
        this.stream = stream;
        this.services = services;
        this.works = works;
    }

    @Override
    public String workflow() {
        return spec.id().workflow();
    }

    @Override
    public String name() {
        return spec.id().workflow() + " " + spec.id().job() + "/" + spec.id().task();
    }

    @Override
    public int weight() {
        return spec.limits().priority();
    }

    @Override
    public boolean hasOwnCode() {
        return !spec.code().code().isEmpty();
    }

    @Override
    public String toString() {
        return spec.toString();
    }

    @Override
    public void run() {
        if (!tryStart()) {
            return;
        }
        try {
            runAndReport();
            services.table().end(entry);
        } catch (RuntimeException e) {
            // A task that runs out of memory stays in the table, so that the restarted node can report the cause.
            services.table().end(entry);
            throw e;
        } finally {
            leave();
        }
    }

    private void runAndReport() {
        int line = services.file().start(spec);
        try {
            entry = services.table().start(spec.id().workflow(), spec.id().job());
            stream.end(Json.asMessage(runWork()));
        } catch (Throwable t) {
            stream.fail(SssException.of(t, spec.toString()));
        } finally {
            services.file().end(line);
        }
    }

    @Override
    public void refuse(SssException why) {
        stream.fail(why);
    }

    private synchronized boolean tryStart() {
        if (cancelled) {
            return false;
        }
        running.start();
        return true;
    }

    private Progress runWork() {
        startWork(new FunctionLoading(spec));
        services.ticks().add(tick);
        try (TaskWork mine = works.apply(spec)) {
            startWork(mine);
            mine.onHeapEnd(new HeapEndToTable());
            checkNotCancelled();
            return runWork(mine);
        } finally {
            services.ticks().remove(tick);
        }
    }

    private Progress runWork(TaskWork mine) {
        try {
            return mine.run();
        } catch (SssException e) {
            throw mine.ranOutOfMemory() && wasHeapFilledByOthers(mine) ? heapFull(e) : e;
        }
    }

    /** True if other workflows may have filled the heap: their tasks run now, or left objects in static fields. */
    private boolean wasHeapFilledByOthers(TaskWork mine) {
        if (services.table().isGreedy(entry)) {
            return false;
        }
        boolean forgotten = mine.forgetOthers();
        return services.table().hasOthers(entry) || forgotten;
    }

    private static SssException heapFull(SssException e) {
        return new SssException(
                ErrorCode.HEAP_FULL,
                e.getMessage()
                        + "; code of other workflows has run on the node, and this call had not allocated much itself",
                null,
                e.remoteTrace());
    }

    /** Used by the thread that runs the task. */
    private final class HeapEndToTable implements HeapEndListener {
        @Override
        public void met() {
            services.table().met(entry);
        }

        @Override
        public void said(String where) {
            services.table().reportedAt(entry, cut(where));
        }
    }

    private void startWork(TaskWork next) {
        stalls = new StallDetector(services.stallTimeout(spec), System.nanoTime());
        work = next;
    }

    /** Handles a cancellation that arrived before there was work to cancel. */
    private synchronized void checkNotCancelled() {
        if (cancelled) {
            throw new SssException(ErrorCode.CANCELLED, spec + " was cancelled");
        }
    }

    private void tick() {
        Thread thread = running.thread();
        TaskWork mine = work;
        if (thread == null || mine == null) {
            return;
        }
        if (stalls.check(mine, thread, System.nanoTime())) {
            services.table().sign(entry);
        }
        if (MemoryWatch.isShort()) {
            services.table().at(entry, cut(mine.site(thread).text()));
        }
        if (stalls.isOver()) {
            fail(mine.ended(
                    stalls.site(),
                    "the call has read no value, emitted and counted nothing and has not returned for "
                            + stalls.stillSeconds()
                            + " s; let it count something now and then, or give it more time (stallTimeout of the "
                            + "workflow,"
                            + " --stall-timeout, task.stallTimeout)"));
        } else {
            report(mine.progress());
        }
    }

    /**
     * Fails the task while its code runs: reports to the coordinator at once, then stops the code as a cancellation
     * does.
     */
    private void fail(SssException why) {
        stream.fail(why);
        stop();
    }

    private void report(Progress progress) {
        CallSite site = stalls.site();
        String at = site == null
                ? null
                : "task " + spec.id().task() + ", " + cut(site.text()) + ", for " + stalls.stillSeconds() + " s";
        ByteBuf frame = Unpooled.wrappedBuffer(Json.message(progress.at(at)));
        boolean sent = false;
        try {
            sent = stream.trySend(frame);
        } catch (SssException e) {
            LOG.debug("Progress of {} is no longer needed", spec);
        } finally {
            if (!sent) {
                frame.release();
            }
        }
    }

    /** Limits the length: class names may be long, and many tasks report. */
    private static String cut(String text) {
        return text.length() <= MAX_SITE_CHARS ? text : text.substring(0, MAX_SITE_CHARS) + "...";
    }

    private void leave() {
        running.end();
        // It references user objects, and this object may stay reachable for a while.
        work = null;
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
    }

    @Override
    public void onEnd(Message trailer) {
        // The coordinator sends nothing more; it still waits for the result.
    }

    @Override
    public void onError(SssException error) {
        stop();
    }

    private void stop() {
        synchronized (this) {
            cancelled = true;
        }
        services.ticks().remove(tick);
        TaskWork toCancel = work;
        if (toCancel != null) {
            toCancel.cancel();
        }
        if (running.interrupt()) {
            services.timer().schedule(this::abandon, CANCEL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            services.lanes().of(spec.limits().depth()).remove(this);
        }
    }

    private void abandon() {
        Thread thread = running.thread();
        if (thread != null) {
            services.lanes().of(spec.limits().depth()).abandon(thread, this);
        }
    }
}
