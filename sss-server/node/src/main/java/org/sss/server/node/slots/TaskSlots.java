package org.sss.server.node.slots;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NestingLevel;
import org.sss.net.control.TaskName;
import org.sss.net.peer.LimitedLog;
import org.sss.net.transport.Work;
import org.sss.server.node.memory.FatalErrors;

/**
 * A fixed number of threads that run tasks, and the queue of waiting tasks. Thread-safe. The workflows share the
 * threads by their weights. User code may hang forever; its thread is then abandoned and a new one takes its slot. An
 * abandoned thread retains the memory of its task, so their number is limited: above the limit no task is accepted
 * until some have ended.
 *
 * <p>Tasks are not preempted and may take long. A workflow that runs nothing for {@value #BLOCKED_MILLIS} ms while
 * others occupy all slots gets an overflow slot, one more thread, until it has no waiting task: the others slow it down
 * but do not block it. Tiny tasks end before that, and would take longer with more threads than processors. There are
 * as many overflow slots as slots; when all are busy, the workflow waits for the next free slot.
 *
 * <p>A thread that has run a workflow's own classes runs no other workflow: objects that such code leaves in a
 * ThreadLocal retain its class loader until the thread ends.
 */
final class TaskSlots implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskSlots.class);
    private static final LimitedLog NO_THREAD = new LimitedLog(LOG, "threads that could not be started");
    private static final int MAX_WAITING = 16_384;
    static final int BLOCKED_MILLIS = 3;
    private static final Executor LATER =
            CompletableFuture.delayedExecutor(BLOCKED_MILLIS, TimeUnit.MILLISECONDS, Runnable::run);

    /** A task of a workflow. */
    interface Task extends Runnable {
        String workflow();

        /** Of the workflow, at least 1. */
        int weight();

        /** Called if the task was accepted but will not run. */
        void refuse(SssException why);

        /** For what its code prints and logs. */
        default String name() {
            return workflow();
        }

        /** True if it runs classes that no other workflow runs at the same time. */
        default boolean hasOwnCode() {
            return false;
        }
    }

    /** Group of the threads of one slot, and of the threads that user code starts there. */
    private static final class SlotGroup extends ThreadGroup implements NestingLevel.Within, TaskName.Within {
        private final int depth;
        /** Runs in the group now; null if none. */
        private volatile Task task;

        SlotGroup(ThreadGroup parent, String name, int depth) {
            super(parent, name);
            this.depth = depth;
        }

        @Override
        public int taskDepth() {
            return depth;
        }

        @Override
        public String taskName() {
            Task now = task;
            return now == null ? null : now.name();
        }
    }

    private final String name;
    private final int threads;
    /** Depth of the workflows whose tasks run here. */
    private final int depth;

    private final Consumer<Thread> starter;
    /** Parent of the groups of slots. Not the calling thread's group: the caller may be a thread in a slot. */
    private final ThreadGroup groups;
    /**
     * Groups whose thread has ended. A pool that user code created in a thread starts its threads in the group of that
     * thread, and before Java 19 that failed if the group was destroyed with its thread. Guarded by this, like the
     * following fields.
     */
    private final Deque<ThreadGroup> idleGroups = new ArrayDeque<>();

    private final FairQueue<Task> waiting = new FairQueue<>();
    private final Set<Slot> slots = new HashSet<>();
    private final LostThreads lost;
    private int threadCount;
    private int overflowCount;
    /** Number of slots, without overflow slots, that have a task. */
    private int busyCount;
    /** Whether {@link #checkBlocked} will be called. */
    private boolean willCheck;

    private boolean closed;

    TaskSlots(String name, int threads) {
        this(name, threads, Thread::start);
    }

    /** @param starter starts a thread, or throws OutOfMemoryError */
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

    /** Returns a group for one slot only: it identifies the threads that user code starts. */
    private synchronized ThreadGroup groupOf(String slot) {
        ThreadGroup idle = idleGroups.poll();
        return idle != null ? idle : new SlotGroup(groups, slot, depth + 1);
    }

    private void start(Slot slot) {
        boolean started = false;
        try {
            starter.accept(slot);
            started = true;
        } finally {
            if (!started) {
                idleGroups.push(slot.getThreadGroup());
            }
        }
    }

    private synchronized void addSlot(String overflowOf) {
        Slot slot = new Slot(
                name + (overflowOf == null ? "-task-" : "-overflow-task-") + ++threadCount, freeNumber(), overflowOf);
        // First, so that a thread that cannot be started leaves no slot.
        start(slot);
        overflowCount += overflowOf == null ? 0 : 1;
        slots.add(slot);
    }

    private synchronized int freeNumber() {
        BitSet used = new BitSet();
        slots.forEach(slot -> used.set(slot.number));
        return used.nextClearBit(0);
    }

    /** Starts threads for slots that have none. Returns null, or the error if there is no thread at all. */
    private synchronized SssException fill() {
        try {
            while (!closed && slots.size() - overflowCount < threads) {
                addSlot(null);
            }
            return null;
        } catch (OutOfMemoryError e) {
            int started = slots.size() - overflowCount;
            NO_THREAD.warn(
                    "{} has {} of {} threads, as no further one can be started: {}",
                    name,
                    started,
                    threads,
                    e.getMessage());
            return started > 0 ? null : Work.refused(e, "a task of " + name);
        }
    }

    /**
     * As {@link #fill}; without any thread, refuses the waiting tasks, which would wait forever. Not called under the
     * lock: it calls tasks.
     */
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
            throw new SssException(ErrorCode.CLOSED, name + " is stopping and accepts no tasks");
        }
        SssException refusal = lost.refusal();
        if (refusal != null) {
            throw refusal;
        }
        if (waiting.size() >= MAX_WAITING) {
            throw new SssException(
                    ErrorCode.OVERLOADED,
                    name + " has " + MAX_WAITING + " tasks waiting already; run fewer" + " workflows at once");
        }
        // First the threads: if none can be started, the task is not accepted.
        SssException noThread = fill();
        if (noThread != null) {
            throw noThread;
        }
        waiting.add(task.workflow(), task.weight(), task);
        addOverflowSlots();
        notify();
    }

    /** Called when a workflow may have to wait for a slot, or for an overflow slot. */
    private synchronized void addOverflowSlots() {
        if (!willCheck && lacksSlot(0)) {
            willCheck = true;
            LATER.execute(this::checkBlocked);
        }
    }

    private synchronized void checkBlocked() {
        willCheck = false;
        long blockedNanos = TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS);
        while (lacksSlot(blockedNanos)) {
            String workflow = firstWithoutSlot(blockedNanos);
            try {
                addSlot(workflow);
            } catch (OutOfMemoryError e) {
                NO_THREAD.warn(
                        "{} waits for a slot of {}, as no thread can be started for it: {}",
                        workflow,
                        name,
                        e.getMessage());
                return;
            }
        }
        addOverflowSlots();
    }

    private boolean lacksSlot(long blockedNanos) {
        return !closed && busyCount == threads && overflowCount < threads && firstWithoutSlot(blockedNanos) != null;
    }

    private String firstWithoutSlot(long blockedNanos) {
        return waiting.firstThatRunsNothing(
                blockedNanos, workflow -> slots.stream().noneMatch(slot -> workflow.equals(slot.overflowOf)));
    }

    /** Returns its numbers of threads and tasks now. */
    synchronized TaskCounts counts() {
        int running = (int) slots.stream().filter(slot -> slot.task != null).count();
        return new TaskCounts(running, waiting.size(), slots.size(), lost.count());
    }

    /** Removes a waiting task. */
    synchronized void remove(Task task) {
        waiting.remove(task.workflow(), task);
    }

    /** True if the calling thread is one that the memory was not planned for. */
    static boolean isOverflow() {
        return Thread.currentThread() instanceof Slot slot && (slot.overflowOf != null || slot.isNested());
    }

    /** The number of the calling thread's slot among those of the node for tasks of this depth; 0 for other threads. */
    static int number() {
        return Thread.currentThread() instanceof Slot slot ? slot.number : 0;
    }

    /**
     * Replaces {@code thread} in its slot if it hangs in {@code task}; does nothing if the task has ended or the thread
     * was replaced.
     */
    void abandon(Thread thread, Task task) {
        if (thread instanceof Slot slot && retire(slot, task)) {
            fillOrRefuse();
            LOG.warn(
                    "{} does not react to its cancellation; its thread is abandoned (abandoned threads: {}). Its stack "
                            + "trace:{}",
                    task,
                    lostCount(),
                    LostThreads.stack(thread));
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
     * Removes {@code slot}, whose thread runs {@code task}, so that another thread can replace it. Returns false if it
     * was removed already, or runs another task.
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

    /** Number of abandoned threads that have not ended yet. */
    synchronized int lostCount() {
        return lost.count();
    }

    /** Waits for a task and assigns it to the slot; false if the slot must end. */
    private synchronized boolean take(Slot slot) {
        Predicate<String> which = slot.overflowOf == null ? workflow -> true : slot.overflowOf::equals;
        while (!closed && slots.contains(slot)) {
            Task task = waiting.next(which);
            if (task != null) {
                slot.task = task;
                slot.startedNanos = System.nanoTime();
                busyCount += slot.overflowOf == null ? 1 : 0;
                addOverflowSlots();
                return true;
            }
            if (slot.overflowOf != null) {
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

    /**
     * Hands the task of the slot to a new thread; the current one then ends. False if the slots are closing, or no
     * thread can be started.
     */
    private synchronized boolean handOver(Slot slot) {
        if (closed || !slots.contains(slot)) {
            return false;
        }
        Slot next = new Slot(name + "-task-" + ++threadCount, slot.number, null);
        next.task = slot.task;
        next.startedNanos = slot.startedNanos;
        try {
            start(next);
        } catch (OutOfMemoryError e) {
            NO_THREAD.warn(
                    "{} runs {} itself, as no thread can be started: {}", slot.getName(), slot.task, e.getMessage());
            return false;
        }
        slot.task = null;
        slots.remove(slot);
        slots.add(next);
        return true;
    }

    /** Ends the task of a slot. Does nothing for an abandoned thread, whose task has ended already. */
    private synchronized void leave(Slot slot, Task task) {
        if (slot.task == task) {
            slot.task = null;
            busyCount -= slot.overflowOf == null ? 1 : 0;
            waiting.ended(task.workflow(), System.nanoTime() - slot.startedNanos);
        }
    }

    private synchronized void remove(Slot slot) {
        if (slots.remove(slot)) {
            overflowCount -= slot.overflowOf == null ? 0 : 1;
            addOverflowSlots();
        }
    }

    /** Called when a thread ends: it was asked to, or it died of an error and is replaced. */
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

    /** After close, a group is destroyed with its last thread, the calling one, as newer Java versions do anyway. */
    @SuppressWarnings({"deprecation", "removal"})
    private void leaveGroup(ThreadGroup group) {
        if (closed) {
            group.setDaemon(true);
        } else {
            idleGroups.push(group);
        }
    }

    /** Interrupts all threads and waits up to 3 seconds for them. */
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
        /** The smallest number that no other slot has; a thread that replaces this one gets it too. */
        private final int number;
        /** The workflow of an overflow slot, else null. */
        private final String overflowOf;
        /** The running task, or null. Guarded by the slots, like the following field. */
        private Task task;

        private long startedNanos;

        Slot(String name, int number, String overflowOf) {
            // Inherits no thread-locals: the starting thread may have some of user code.
            super(groupOf(name), null, name, 0, false);
            this.number = number;
            this.overflowOf = overflowOf;
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

        /** The task that was handed over by the previous thread, or the next one; null if the thread must end. */
        private Task next() {
            synchronized (TaskSlots.this) {
                return task != null || take(this) ? task : null;
            }
        }

        private void run(Task task) {
            SlotGroup group = (SlotGroup) getThreadGroup();
            try {
                group.task = task;
                task.run();
            } catch (Throwable t) {
                // The error was not reported to the caller of the task.
                FatalErrors.report(t);
            } finally {
                group.task = null;
                leave(this, task);
            }
        }
    }
}
