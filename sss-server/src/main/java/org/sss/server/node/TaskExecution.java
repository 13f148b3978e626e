package org.sss.server.node;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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
import org.sss.server.timing.Ticks;

/**
 * One task of this node and the stream on which the coordinator waits for it. Thread-safe; {@link #run} is called by the
 * thread of a slot.
 *
 * <pre>
 *   WAITING --run--> RUNNING --> OVER
 *      +---cancelled--- | ---------^     the running one is interrupted, and given up when that does not help
 * </pre>
 */
final class TaskExecution implements StreamHandler, TaskSlots.Task {
    private static final Logger LOG = LoggerFactory.getLogger(TaskExecution.class);
    static final long PROGRESS_MILLIS = 200;
    private static final long CANCEL_PATIENCE_MILLIS = 2_000;

    private final TaskSpec spec;
    private final Stream stream;
    private final TaskSlots slots;
    private final ScheduledExecutorService timer;
    private final Ticks ticks;
    private final Function<TaskSpec, TaskWork> works;
    private volatile TaskWork work;
    /** Guarded by this, as what follows: the thread that runs the task, while it does. */
    private Thread thread;
    private boolean cancelled;

    /**
     * @param ticks at which progress is reported
     * @param works makes what the task does; may wait
     */
    TaskExecution(TaskSpec spec, Stream stream, TaskSlots slots, ScheduledExecutorService timer, Ticks ticks,
            Function<TaskSpec, TaskWork> works) {
        this.spec = spec;
        this.stream = stream;
        this.slots = slots;
        this.timer = timer;
        this.ticks = ticks;
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
            stream.end(Json.write(runWork()));
        } catch (Throwable t) {
            stream.fail(SssException.of(t, spec.toString()));
        } finally {
            leave();
        }
    }

    private synchronized boolean begin() {
        if (cancelled) {
            return false;
        }
        thread = Thread.currentThread();
        return true;
    }

    private Progress runWork() {
        try (TaskWork mine = works.apply(spec)) {
            work = mine;
            checkNotCancelled();
            Runnable report = this::report;
            ticks.add(report);
            try {
                return mine.run();
            } finally {
                ticks.remove(report);
            }
        }
    }

    /** A cancellation that came before there was work to cancel. */
    private synchronized void checkNotCancelled() {
        if (cancelled) {
            throw new SssException(ErrorCode.CANCELLED, spec + " was cancelled");
        }
    }

    private void report() {
        ByteBuf frame = Unpooled.wrappedBuffer(Json.write(work.progress()));
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

    /** After this, an interrupt meant for this task cannot hit the next one. */
    private synchronized void leave() {
        thread = null;
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
        synchronized (this) {
            cancelled = true;
        }
        TaskWork toCancel = work;
        if (toCancel != null) {
            toCancel.cancel();
        }
        if (interrupt()) {
            timer.schedule(this::giveUp, CANCEL_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            slots.remove(this);
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
        Thread running;
        synchronized (this) {
            running = thread;
        }
        if (running != null) {
            slots.giveUp(running, this);
        }
    }
}
