package org.sss.server.node;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A fixed number of threads that run tasks, and those that wait for one. Thread-safe. The workflows share the threads by
 * their weights. User code may hang for ever; its thread is then given up and another one takes its slot.
 *
 * <p>Tasks are not interrupted for each other and may take long. A workflow that comes when all slots are taken by others gets
 * a guest slot, a thread more, until it has no task waiting: so it is slowed by the others, but does not wait for them. There
 * are as many guest slots as slots.
 *
 * <p>A thread that has run the own code of a workflow runs no other workflow: what such code leaves in a ThreadLocal holds its
 * class loader as long as the thread lives.
 */
final class TaskSlots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskSlots.class);
    private static final int MAX_WAITING = 16_384;

    /** Something to run for a workflow. */
    interface Task extends Runnable {
        String workflow();

        /** Of the workflow, at least 1. */
        int weight();

        /** Whether it runs classes that no other workflow runs. */
        default boolean hasOwnCode() {
            return false;
        }
    }

    private final String name;
    private final int threads;
    /** Of the groups of slots. That of whoever asks for a guest slot may be one of these. */
    private final ThreadGroup groups = Thread.currentThread().getThreadGroup();
    /** Guarded by this, as what follows. */
    private final FairQueue<Task> waiting = new FairQueue<>();
    private final Set<Slot> slots = new HashSet<>();
    private int threadCount;
    private int guestCount;
    /** Slots, not guest slots, that have a task. */
    private int busyCount;
    private int lostCount;
    private boolean closed;

    TaskSlots(String name, int threads) {
        this.name = name;
        this.threads = threads;
        for (int i = 0; i < threads; i++) {
            addSlot(null);
        }
    }

    /** For one slot alone: by it the threads are found that user code begins. It goes with the last of its threads, as newer Java does anyway. */
    @SuppressWarnings({"deprecation", "removal"})
    private ThreadGroup groupOf(String slot) {
        ThreadGroup group = new ThreadGroup(groups, slot);
        group.setDaemon(true);
        return group;
    }

    private synchronized void addSlot(String guest) {
        Slot slot = new Slot(name + (guest == null ? "-task-" : "-guest-task-") + ++threadCount, guest, null);
        guestCount += guest == null ? 0 : 1;
        slots.add(slot);
        slot.start();
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED}, {@link ErrorCode#CLOSED} */
    synchronized void submit(Task task) {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, name + " is stopping and takes no tasks");
        }
        if (waiting.size() >= MAX_WAITING) {
            throw new SssException(ErrorCode.OVERLOADED, name + " has " + MAX_WAITING + " tasks waiting already; run fewer"
                    + " workflows at once");
        }
        waiting.add(task.workflow(), task.weight(), task);
        if (busyCount == threads && guestCount < threads && waiting.running(task.workflow()) == 0
                && slots.stream().noneMatch(slot -> task.workflow().equals(slot.guest))) {
            addSlot(task.workflow());
        }
        notify();
    }

    /** Forgets a task that waits. */
    synchronized void remove(Task task) {
        waiting.remove(task.workflow(), task);
    }

    /** Whether the calling thread is one that there are more of than memory was planned for. */
    static boolean isGuest() {
        return Thread.currentThread() instanceof Slot slot && slot.guest != null;
    }

    /** Lets another thread take the slot of {@code thread}, which hangs in {@code task}; nothing happens when that is done already. */
    void giveUp(Thread thread, Task task) {
        if (retire(thread, task)) {
            LOG.warn("{} does not react to its cancellation; its thread is given up, {} so far. Where it is:{}", task, lostCount(),
                    stack(thread));
            fill();
        }
    }

    /**
     * Sees to it that {@code thread}, which is in {@code task}, takes no other task, and takes next to no memory for it; {@link #fill} is
     * to follow. False when it is so already.
     */
    synchronized boolean retire(Thread thread, Task task) {
        if (!(thread instanceof Slot slot) || !slots.contains(slot)) {
            return false;
        }
        leave(slot, task);
        slots.remove(slot);
        guestCount -= slot.guest == null ? 0 : 1;
        lostCount++;
        return true;
    }

    /** Starts threads for slots whose threads were given up. */
    synchronized void fill() {
        while (!closed && slots.size() - guestCount < threads) {
            addSlot(null);
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

    /** Waits for a task; null when the slot is to end. */
    private synchronized Task take(Slot slot) throws InterruptedException {
        Predicate<String> which = slot.guest == null ? workflow -> true : slot.guest::equals;
        while (!closed && slots.contains(slot)) {
            Task task = waiting.next(which);
            if (task != null) {
                slot.beganNanos = System.nanoTime();
                busyCount += slot.guest == null ? 1 : 0;
                return task;
            }
            if (slot.guest != null) {
                slots.remove(slot);
                guestCount--;
                return null;
            }
            wait();
        }
        return null;
    }

    /** Has a new thread run {@code task} in the slot of this one, which is to end; false when all end anyway. */
    private synchronized boolean handOver(Slot slot, Task task) {
        if (closed || !slots.contains(slot)) {
            return false;
        }
        Slot next = new Slot(name + "-task-" + ++threadCount, null, task);
        next.beganNanos = slot.beganNanos;
        next.start();
        slots.remove(slot);
        slots.add(next);
        return true;
    }

    /** A thread that was given up has left its task already. */
    private synchronized void leave(Slot slot, Task task) {
        if (slots.contains(slot)) {
            busyCount -= slot.guest == null ? 1 : 0;
            waiting.ended(task.workflow(), System.nanoTime() - slot.beganNanos);
        }
    }

    /** Interrupts all threads and waits a little for them. */
    @Override
    public void close() {
        Set<Slot> last;
        synchronized (this) {
            closed = true;
            last = Set.copyOf(slots);
            waiting.clear();
            notifyAll();
        }
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
        /** The workflow that a guest slot is for, else null. */
        private final String guest;
        /** What it was handed over from the thread before it, or null. */
        private Task task;
        /** The workflow whose own code has run here, or null. */
        private String codeOf;
        private long beganNanos;

        Slot(String name, String guest, Task task) {
            // Who starts it may be a thread that user code has left something in.
            super(groupOf(name), null, name, 0, false);
            this.guest = guest;
            this.task = task;
            // A thread that hangs in user code must not keep the process alive.
            setDaemon(true);
        }

        @Override
        public void run() {
            while (true) {
                try {
                    if (task == null) {
                        task = take(this);
                    }
                    if (task == null || codeOf != null && !codeOf.equals(task.workflow()) && handOver(this, task)) {
                        return;
                    }
                    codeOf = task.hasOwnCode() ? task.workflow() : codeOf;
                    run(task);
                    task = null;
                } catch (InterruptedException e) {
                    LOG.debug("{} was interrupted while it was idle", getName());
                }
            }
        }

        private void run(Task task) {
            try {
                task.run();
            } catch (Throwable t) {
                // Whoever waits for the task was not told.
                FatalErrors.report(t);
            } finally {
                leave(this, task);
            }
        }
    }
}
