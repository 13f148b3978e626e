package org.sss.server.node;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.TaskDepth;
import org.sss.net.peer.LimitedLog;
import org.sss.net.transport.Work;

/**
 * A fixed number of threads that run tasks, and those that wait for one. Thread-safe. The workflows share the threads by
 * their weights. User code may hang for ever; its thread is then given up and another one takes its slot. Such a thread keeps
 * the memory of its task, so there may be only so many of them: until some have ended, no task is taken then.
 *
 * <p>Tasks are not interrupted for each other and may take long. A workflow that runs nothing while all slots are taken by others
 * gets a guest slot, a thread more, until it has no task waiting: so it is slowed by the others, but does not wait for them. There
 * are as many guest slots as slots; who finds none gets the next one that is free.
 *
 * <p>A thread that has run the own code of a workflow runs no other workflow: what such code leaves in a ThreadLocal holds its
 * class loader as long as the thread lives.
 */
final class TaskSlots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskSlots.class);
    private static final LimitedLog NO_THREAD = new LimitedLog(LOG, "threads that could not be started");
    private static final int MAX_WAITING = 16_384;

    /** Something to run for a workflow. */
    interface Task extends Runnable {
        String workflow();

        /** Of the workflow, at least 1. */
        int weight();

        /** It was taken and will not be run. */
        void refuse(SssException why);

        /** Whether it runs classes that no other workflow runs at the same time. */
        default boolean hasOwnCode() {
            return false;
        }
    }

    /** Of the threads of one slot, and those that user code starts there. */
    private static final class SlotGroup extends ThreadGroup implements TaskDepth.Within {
        private final int depth;

        SlotGroup(ThreadGroup parent, String name, int depth) {
            super(parent, name);
            this.depth = depth;
        }

        @Override
        public int taskDepth() {
            return depth;
        }
    }

    private final String name;
    private final int threads;
    /** Of workflows whose tasks run here. */
    private final int depth;
    private final Consumer<Thread> starter;
    /** Of the groups of slots. That of whoever asks for a guest slot may be one of these. */
    private final ThreadGroup groups;
    /**
     * Those whose thread has ended. A pool that user code made in a thread begins its threads in the group of that one, and before Java 19 that
     * could not be done any more if it went with its thread. Guarded by this, as what follows.
     */
    private final Deque<ThreadGroup> idleGroups = new ArrayDeque<>();
    private final FairQueue<Task> waiting = new FairQueue<>();
    private final Set<Slot> slots = new HashSet<>();
    private final LostThreads lost;
    private int threadCount;
    private int guestCount;
    /** Slots, not guest slots, that have a task. */
    private int busyCount;
    private boolean closed;

    TaskSlots(String name, int threads) {
        this(name, threads, Thread::start);
    }

    /** @param starter begins a thread, or throws OutOfMemoryError */
    TaskSlots(String name, int threads, Consumer<Thread> starter) {
        this(name, threads, 0, Thread.currentThread().getThreadGroup(), starter);
    }

    /**
     * @param depth  of workflows whose tasks run here
     * @param groups parent of the groups of threads
     */
    TaskSlots(String name, int threads, int depth, ThreadGroup groups, Consumer<Thread> starter) {
        this.name = name;
        this.threads = threads;
        this.depth = depth;
        this.groups = groups;
        this.starter = starter;
        lost = new LostThreads(name, threads);
        SssException noThread = fill();
        if (noThread != null) {
            throw noThread;
        }
    }

    /** For one slot alone: by it the threads are found that user code begins. */
    private synchronized ThreadGroup groupOf(String slot) {
        ThreadGroup idle = idleGroups.poll();
        return idle != null ? idle : new SlotGroup(groups, slot, depth + 1);
    }

    private void begin(Slot slot) {
        boolean begun = false;
        try {
            starter.accept(slot);
            begun = true;
        } finally {
            if (!begun) {
                idleGroups.push(slot.getThreadGroup());
            }
        }
    }

    private synchronized void addSlot(String guest) {
        Slot slot = new Slot(name + (guest == null ? "-task-" : "-guest-task-") + ++threadCount, guest);
        // First: when there is no thread to be had, there is no slot either.
        begin(slot);
        guestCount += guest == null ? 0 : 1;
        slots.add(slot);
    }

    /** Starts threads for slots that have none. Returns null, or why there is none at all. */
    private synchronized SssException fill() {
        try {
            while (!closed && slots.size() - guestCount < threads) {
                addSlot(null);
            }
            return null;
        } catch (OutOfMemoryError e) {
            int begun = slots.size() - guestCount;
            NO_THREAD.warn("{} has {} of {} threads, as no further one can be started: {}", name, begun, threads, e.getMessage());
            return begun > 0 ? null : Work.refused(e, "a task of " + name);
        }
    }

    /** As {@link #fill}. Without any thread what waits would wait for ever, so it is refused. Not called under the lock, as tasks are told. */
    private void fillOrRefuse() {
        SssException noThread;
        List<Task> refused;
        synchronized (this) {
            noThread = fill();
            refused = noThread == null ? List.of() : waiting.removeAll();
        }
        refused.forEach(task -> task.refuse(noThread));
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED}, {@link ErrorCode#CLOSED} */
    synchronized void submit(Task task) {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, name + " is stopping and takes no tasks");
        }
        SssException refusal = lost.refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (waiting.size() >= MAX_WAITING) {
            throw new SssException(ErrorCode.OVERLOADED, name + " has " + MAX_WAITING + " tasks waiting already; run fewer"
                    + " workflows at once");
        }
        // First the threads: when none can be begun, the task was not taken.
        SssException noThread = fill();
        if (noThread != null) {
            throw noThread;
        }
        waiting.add(task.workflow(), task.weight(), task);
        admitGuests();
        notify();
    }

    /** To be called whenever a slot has taken a task or is gone: a workflow that found no guest slot free when it came may have one now. */
    private synchronized void admitGuests() {
        while (!closed && busyCount == threads && guestCount < threads) {
            String workflow = waiting.firstThatRunsNothing(name -> slots.stream().noneMatch(slot -> name.equals(slot.guest)));
            if (workflow == null) {
                return;
            }
            try {
                addSlot(workflow);
            } catch (OutOfMemoryError e) {
                NO_THREAD.warn("{} waits for a slot of {}, as no thread can be started for it: {}", workflow, name, e.getMessage());
                return;
            }
        }
    }

    /** Forgets a task that waits. */
    synchronized void remove(Task task) {
        waiting.remove(task.workflow(), task);
    }

    /** Whether the calling thread is one that there are more of than memory was planned for. */
    static boolean isGuest() {
        return Thread.currentThread() instanceof Slot slot && (slot.guest != null || slot.isNested());
    }

    /** Lets another thread take the slot of {@code thread} if it hangs in {@code task}; nothing happens when that is over or done already. */
    void giveUp(Thread thread, Task task) {
        if (thread instanceof Slot slot && retire(slot, task)) {
            fillOrRefuse();
            LOG.warn("{} does not react to its cancellation; its thread is given up, of which there are {} now. Where it is:{}", task,
                    lostCount(), LostThreads.stack(thread));
        }
        List<Task> refused;
        SssException refusal;
        synchronized (this) {
            refusal = lost.refusal();
            refused = refusal == null ? List.of() : waiting.removeAll();
        }
        refused.forEach(next -> next.refuse(refusal));
    }

    /**
     * {@code slot}, which is in {@code task}, takes no other task; another thread is to take its place. False when it is so already, or it
     * has come to another task.
     */
    private synchronized boolean retire(Slot slot, Task task) {
        if (slot.task != task) {
            return false;
        }
        leave(slot, task);
        remove(slot);
        lost.add(slot);
        return true;
    }

    /** NodeThreads that were given up and have not ended yet. */
    synchronized int lostCount() {
        return lost.count();
    }

    /** Waits for a task, which then is that of the slot; false when the slot is to end. */
    private synchronized boolean take(Slot slot) {
        Predicate<String> which = slot.guest == null ? workflow -> true : slot.guest::equals;
        while (!closed && slots.contains(slot)) {
            Task task = waiting.next(which);
            if (task != null) {
                slot.task = task;
                slot.beganNanos = System.nanoTime();
                busyCount += slot.guest == null ? 1 : 0;
                admitGuests();
                return true;
            }
            if (slot.guest != null) {
                remove(slot);
                return false;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                LOG.debug("{} was interrupted while it was idle", slot.getName());
            }
        }
        return false;
    }

    /** Has a new thread run the task of the slot in place of this one, which is to end; false when all end anyway, or none can be begun. */
    private synchronized boolean handOver(Slot slot) {
        if (closed || !slots.contains(slot)) {
            return false;
        }
        Slot next = new Slot(name + "-task-" + ++threadCount, null);
        next.task = slot.task;
        next.beganNanos = slot.beganNanos;
        try {
            begin(next);
        } catch (OutOfMemoryError e) {
            NO_THREAD.warn("{} runs {} itself, as no thread can be started: {}", slot.getName(), slot.task, e.getMessage());
            return false;
        }
        slot.task = null;
        slots.remove(slot);
        slots.add(next);
        return true;
    }

    /** A thread that was given up has left its task already. */
    private synchronized void leave(Slot slot, Task task) {
        if (slot.task == task) {
            slot.task = null;
            busyCount -= slot.guest == null ? 1 : 0;
            waiting.ended(task.workflow(), System.nanoTime() - slot.beganNanos);
        }
    }

    private synchronized void remove(Slot slot) {
        if (slots.remove(slot)) {
            guestCount -= slot.guest == null ? 0 : 1;
            admitGuests();
        }
    }

    /** A thread ends: it was told to, or it dies of an error, and then its slot goes on with another one. */
    private void ended(Slot slot) {
        synchronized (this) {
            if (slot.task != null) {
                leave(slot, slot.task);
            }
            remove(slot);
            lost.ended(slot);
            leaveGroup(slot.getThreadGroup());
        }
        fillOrRefuse();
    }

    /** When all is over a group may go with its last thread, which is the calling one, as newer Java has it anyway. */
    @SuppressWarnings({"deprecation", "removal"})
    private void leaveGroup(ThreadGroup group) {
        if (closed) {
            group.setDaemon(true);
        } else {
            idleGroups.push(group);
        }
    }

    /** Interrupts all threads and waits a little for them. */
    @Override
    public void close() {
        Set<Slot> last;
        synchronized (this) {
            closed = true;
            last = Set.copyOf(slots);
            waiting.removeAll();
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
        /** What it is in, or null. Guarded by the slots, as what follows. */
        private Task task;
        private long beganNanos;

        Slot(String name, String guest) {
            // Who starts it may be a thread that user code has left something in.
            super(groupOf(name), null, name, 0, false);
            this.guest = guest;
            // A thread that hangs in user code must not keep the process alive.
            setDaemon(true);
        }

        boolean isNested() {
            return depth > 0;
        }

        @Override
        public void run() {
            // The workflow whose own code has run here.
            String codeOf = null;
            try {
                for (Task next = next(); next != null; next = next()) {
                    if (codeOf != null && !codeOf.equals(next.workflow()) && handOver(this)) {
                        return;
                    }
                    codeOf = next.hasOwnCode() ? next.workflow() : codeOf;
                    run(next);
                }
            } finally {
                ended(this);
            }
        }

        /** What it was handed over from the thread before it, or what comes; null when it is to end. */
        private Task next() {
            synchronized (TaskSlots.this) {
                return task != null || take(this) ? task : null;
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
