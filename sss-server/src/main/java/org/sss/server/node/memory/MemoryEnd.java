package org.sss.server.node.memory;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.SssException;
import org.sss.dataserver.process.HeapEnd;
import org.sss.dataserver.process.OwnProcess;
import org.sss.net.control.ServerVerbs.RanThen;
import org.sss.net.control.ServerVerbs.Shortage;
import org.sss.net.transport.OutOfMemory;

/**
 * Begins a node anew, in the same process, when its memory is at an end: what was committed is on the disk, and nobody knows what the
 * threads have left half done. Only for a process that is nothing but this node. Thread-safe.
 */
public final class MemoryEnd {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryEnd.class);
    static final String TIMES = "SSS_BEGUN_ANEW";
    static final String NOTE = "SSS_RAN_AT_THE_END";
    private static final double GREEDY = 0.125;
    /** Code that fills the heap meets the end of it soon; longer, and who works on beside what has died could do harm. */
    private static final long HEARING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Restarts restarts;
    private final RunningTasks tasks;
    private final OwnProcess process;
    private final Shortage shortage;

    private MemoryEnd(Restarts restarts, RunningTasks tasks, OwnProcess process, Shortage shortage) {
        this.restarts = restarts;
        this.tasks = tasks;
        this.process = process;
        this.shortage = shortage;
    }

    /** Prepares what there will be no memory for; null when this system cannot do it. @param slots threads for tasks */
    public static MemoryEnd prepare(int nodeId, int slots) {
        Restarts restarts = Restarts.of(System.getenv(TIMES), ProcessHandle.current().pid(), System.currentTimeMillis());
        String message = "node " + nodeId + ", with a heap of " + heap() + ", has no memory left. It begins anew in this process, and what ran here"
                + " is tried again. The first lines of its log say which memory that was, and what to do\n";
        try {
            OwnProcess process = OwnProcess.prepare(message, List.of(TIMES + "=" + restarts.variable()), NOTE,
                    RunningTasks.noteBytes(slots));
            Shortage shortage = restarts.justBegunAnew() ? told(nodeId) : null;
            RunningTasks tasks = new RunningTasks(process.note(), (long) (GREEDY * Runtime.getRuntime().maxMemory()));
            MemoryEnd end = new MemoryEnd(restarts, tasks, process, shortage);
            end.rehearse();
            HeapEnd.watch();
            return end;
        } catch (SssException e) {
            LOG.warn("node {} will end when its memory does: {}", nodeId, e.getMessage());
            return null;
        }
    }

    private static Shortage told(int nodeId) {
        String note = System.getenv(NOTE);
        List<RanThen> tasks = RunningTasks.tasksOf(note);
        OutOfMemory kind = RunningTasks.kindOf(note);
        String why = kind == null ? "met an error of the virtual machine" : "had no memory left: " + kind.cause() + " (heap: " + heap() + "); "
                + kind.remedy();
        LOG.error("node {} {}. Thread '{}' has found it, and the node has begun anew; what ran, the greediest first: {}", nodeId, why,
                RunningTasks.threadOf(note), tasks.isEmpty() ? "no task" : tasks.stream().map(task -> "job '" + task.job() + "' of "
                        + task.workflow() + (task.at() == null ? "" : ", " + task.at()) + " (" + (task.bytes() >> 20)
                        + " MiB allocated)").collect(Collectors.joining(", ")));
        return new Shortage(tasks);
    }

    private static String heap() {
        return (Runtime.getRuntime().maxMemory() >> 20) + " MiB";
    }

    /** What is called for the first time takes memory. */
    private void rehearse() {
        int place = tasks.begin("", "");
        awaitWords(1);
        LockSupport.parkNanos(1);
        tasks.complete(OutOfMemory.HEAP, "");
        OutOfMemory.of(new OutOfMemoryError("for the first time"));
        tasks.end(place);
        isAllowed();
    }

    /** What the program before this one died of, or null. */
    public Shortage shortage() {
        return shortage;
    }

    public RunningTasks tasks() {
        return tasks;
    }

    /** Whether it has not happened too often lately. */
    public boolean isAllowed() {
        return restarts.isAnotherAllowed(System.currentTimeMillis());
    }

    /**
     * Does not return, unless the system refuses. Takes no memory. Whoever meets the end first need not be who has brought it about: a
     * task that may have has a moment to meet it, too, and to say where it is.
     *
     * @param thread that has met the end of memory, or another error
     * @param kind   of memory; null for another error, of which tasks have nothing to say
     */
    public synchronized void restart(String thread, OutOfMemory kind) {
        if (kind != null) {
            awaitWords(HEARING_NANOS);
        }
        tasks.complete(kind, thread);
        process.restart();
    }

    private void awaitWords(long nanos) {
        // Who is interrupted cannot park.
        Thread.interrupted();
        long endNanos = System.nanoTime() + nanos;
        while (tasks.isGreediestSilent() && System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
