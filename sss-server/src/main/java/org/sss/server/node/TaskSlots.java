package org.sss.server.node;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A fixed number of threads that run tasks, and those that wait for one. Thread-safe. User code may hang for ever; its
 * thread is then given up and another one takes its slot.
 */
final class TaskSlots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskSlots.class);
    private static final int MAX_WAITING = 16_384;

    private final String name;
    private final BlockingQueue<Runnable> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    /** Guarded by this, as what follows. */
    private final Set<Slot> slots = new HashSet<>();
    private int threadCount;
    private int lostCount;
    private boolean closed;

    TaskSlots(String name, int threads) {
        this.name = name;
        for (int i = 0; i < threads; i++) {
            addSlot();
        }
    }

    private synchronized void addSlot() {
        Slot slot = new Slot(name + "-task-" + ++threadCount);
        slots.add(slot);
        slot.start();
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED}, {@link ErrorCode#CLOSED} */
    void submit(Runnable task) {
        synchronized (this) {
            if (closed) {
                throw new SssException(ErrorCode.CLOSED, name + " is stopping and takes no tasks");
            }
        }
        if (!waiting.offer(task)) {
            throw new SssException(ErrorCode.OVERLOADED, name + " has " + MAX_WAITING + " tasks waiting already; run fewer"
                    + " workflows at once");
        }
    }

    /** Forgets a task that waits. */
    void remove(Runnable task) {
        waiting.remove(task);
    }

    /** Lets another thread take the slot of {@code thread}, which hangs in {@code task}. */
    void giveUp(Thread thread, Object task) {
        boolean replace;
        synchronized (this) {
            replace = slots.remove(thread) && !closed;
            lostCount++;
        }
        LOG.warn("{} does not react to its cancellation; its thread is given up, {} so far. Where it is:{}", task, lostCount(),
                stack(thread));
        if (replace) {
            addSlot();
        }
    }

    /** Threads that were given up. */
    synchronized int lostCount() {
        return lostCount;
    }

    private static String stack(Thread thread) {
        StringBuilder text = new StringBuilder();
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n\tat ").append(frame);
        }
        return text.toString();
    }

    private synchronized boolean has(Slot slot) {
        return !closed && slots.contains(slot);
    }

    /** Interrupts all threads and waits a little for them. */
    @Override
    public void close() {
        Set<Slot> last;
        synchronized (this) {
            closed = true;
            last = Set.copyOf(slots);
        }
        waiting.clear();
        last.forEach(Thread::interrupt);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        try {
            for (Slot slot : last) {
                slot.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Slot extends Thread {
        Slot(String name) {
            super(name);
            // A thread that hangs in user code must not keep the process alive.
            setDaemon(true);
        }

        @Override
        public void run() {
            while (has(this)) {
                try {
                    waiting.take().run();
                } catch (InterruptedException e) {
                    LOG.debug("{} was interrupted while it was idle", getName());
                } catch (Throwable t) {
                    // Whoever waits for the task was not told.
                    FatalErrors.report(t);
                }
            }
        }
    }
}
