package org.sss.server.node;

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
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.server.node.memory.MemoryWatch;
import org.sss.server.node.memory.RunningTasks;
import org.sss.server.task.state.CallSite;
import org.sss.server.task.state.HeapEndListener;
import org.sss.server.timing.Ticks;

/**
 * One task of this node and the stream on which the coordinator waits for it. Thread-safe; {@link #run} is called by the
 * thread of a slot.
 *
 * <pre>
 *   WAITING --run--> RUNNING --> OVER
 *      +---cancelled--- | ---------^     the running one is interrupted, and given up when that does not help
 *                       +---no sign of life for too long: fails, then as cancelled
 * </pre>
 */
final class TaskExecution implements StreamHandler, TaskSlots.Task {
    private static final Logger LOG = LoggerFactory.getLogger(TaskExecution.class);
    static final long PROGRESS_MILLIS = 200;
    private static final long CANCEL_PATIENCE_MILLIS = 2_000;
    private static final int MAX_SPOT_CHARS = 500;

    private final TaskSpec spec;
    private final Stream stream;
    private final TaskServices services;
    private final Function<TaskSpec, TaskWork> works;
    private final Runnable tick = this::tick;
    private volatile TaskWork work;
    private volatile StallDetector watch;
    /** Guarded by this, as what follows: the thread that runs the task, while it does. */
    private Thread thread;
    private boolean cancelled;
    /** In the table of running tasks. Used by the thread that runs the task, and ticks meanwhile. */
    private volatile int place = -1;

    /**
     * What the tasks of a node have in common.
     *
     * @param timer        for what does not wait
     * @param ticks        at which progress is reported and looked after
     * @param stallTimeout of workflows that do not say otherwise
     * @param table        where running tasks are written down
     */
    record TaskServices(TaskLanes lanes, ScheduledExecutorService timer, Ticks ticks, Duration stallTimeout, RunningTasks table) {
        Duration stallTimeout(TaskSpec spec) {
            return spec.stallMillis() == 0 ? stallTimeout : Duration.ofMillis(spec.stallMillis());
        }
    }

    /** @param works makes what the task does; may wait */
    TaskExecution(TaskSpec spec, Stream stream, TaskServices services, Function<TaskSpec, TaskWork> works) {
        this.spec = spec;
        this.stream = stream;
        this.services = services;
        this.works = works;
    }

    @Override
    public String workflow() {
        return spec.workflow();
    }

    @Override
    public int weight() {
        return spec.priority();
    }

    @Override
    public boolean hasOwnCode() {
        return !spec.code().isEmpty();
    }

    @Override
    public String toString() {
        return spec.toString();
    }

    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        try {
            runAndTell();
            services.table().end(place);
        } catch (RuntimeException e) {
            // Whoever fails for want of memory stays in the table: the node ends, and it is to be told why.
            services.table().end(place);
            throw e;
        } finally {
            leave();
        }
    }

    private void runAndTell() {
        try {
            place = services.table().begin(spec.workflow(), spec.job());
            stream.end(Json.write(runWork()));
        } catch (Throwable t) {
            stream.fail(SssException.of(t, spec.toString()));
        }
    }

    @Override
    public void refuse(SssException why) {
        stream.fail(why);
    }

    private synchronized boolean begin() {
        if (cancelled) {
            return false;
        }
        thread = Thread.currentThread();
        return true;
    }

    private Progress runWork() {
        begin(new FunctionLoading(spec));
        services.ticks().add(tick);
        try (TaskWork mine = works.apply(spec)) {
            begin(mine);
            mine.onHeapEnd(new LastWordsToTable());
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

    /** Either of which may run, or have left it in static fields. */
    private boolean wasHeapFilledByOthers(TaskWork mine) {
        return !services.table().isGreedy(place) && (services.table().isBesideOthers(place) | mine.forgetOthers());
    }

    private static SssException heapFull(SssException e) {
        return new SssException(ErrorCode.HEAP_FULL, e.getMessage() + "; code of other workflows has run on the node, and this call had not taken much itself",
                null, e.remoteTrace());
    }

    /** Used by the thread that runs the task. */
    private final class LastWordsToTable implements HeapEndListener {
        @Override
        public void met() {
            services.table().met(place);
        }

        @Override
        public void said(String where) {
            services.table().said(place, cut(where));
        }
    }

    private void begin(TaskWork next) {
        watch = new StallDetector(services.stallTimeout(spec), System.nanoTime());
        work = next;
    }

    /** A cancellation that came before there was work to cancel. */
    private synchronized void checkNotCancelled() {
        if (cancelled) {
            throw new SssException(ErrorCode.CANCELLED, spec + " was cancelled");
        }
    }

    private void tick() {
        Thread running = thread();
        TaskWork mine = work;
        if (running == null || mine == null) {
            return;
        }
        if (watch.look(mine, running, System.nanoTime())) {
            services.table().sign(place);
        }
        if (MemoryWatch.isShort()) {
            services.table().at(place, cut(mine.spot(running).text()));
        }
        if (watch.isOver()) {
            fail(mine.ended(watch.spot(), "the call has read no value, emitted and counted nothing and not returned for "
                    + watch.stillSeconds() + " s; let it count something now and then, or give it more time (stallTimeout of the workflow,"
                    + " --stall-timeout, task.stallTimeout)"));
        } else {
            report(mine.progress());
        }
    }

    private synchronized Thread thread() {
        return thread;
    }

    /** Ends the task while its code runs: the coordinator is told at once, and the code has to stop as if it had been cancelled. */
    private void fail(SssException why) {
        stream.fail(why);
        stop();
    }

    private void report(Progress progress) {
        CallSite spot = watch.spot();
        String at = spot == null ? null : "task " + spec.task() + ", " + cut(spot.text()) + ", for " + watch.stillSeconds() + " s";
        ByteBuf frame = Unpooled.wrappedBuffer(Json.write(progress.at(at)));
        boolean sent = false;
        try {
            sent = stream.trySend(frame);
        } catch (SssException e) {
            LOG.debug("Progress of {} is not wanted any more", spec);
        } finally {
            if (!sent) {
                frame.release();
            }
        }
    }

    /** Names of classes may be long, and many tasks report. */
    private static String cut(String text) {
        return text.length() <= MAX_SPOT_CHARS ? text : text.substring(0, MAX_SPOT_CHARS) + "...";
    }

    /** After this, an interrupt meant for this task cannot hit the next one. */
    private synchronized void leave() {
        thread = null;
        // It holds what the user's objects hold, and this object may be known for a while.
        work = null;
        Thread.interrupted();
    }

    @Override
    public void onData(ByteBuf data) {
        data.release();
    }

    @Override
    public void onEnd(byte[] trailer) {
        // The coordinator has nothing more to say; it still waits.
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
        if (interrupt()) {
            services.timer().schedule(this::giveUp, CANCEL_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            services.lanes().of(spec.depth()).remove(this);
        }
    }

    private synchronized boolean interrupt() {
        if (thread == null) {
            return false;
        }
        thread.interrupt();
        return true;
    }

    private void giveUp() {
        Thread running = thread();
        if (running != null) {
            services.lanes().of(spec.depth()).giveUp(running, this);
        }
    }
}
