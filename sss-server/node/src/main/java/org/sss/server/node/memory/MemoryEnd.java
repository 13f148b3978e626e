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
 * Restarts a node in the same process when it runs out of memory: committed data is on the disk, and the state of the
 * threads is unknown. Only for a process that is only this node. Thread-safe.
 */
public final class MemoryEnd {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryEnd.class);
    static final String TIMES = "SSS_BEGUN_ANEW";
    static final String NOTE = "SSS_RAN_AT_THE_END";
    private static final double GREEDY = 0.125;
    /**
     * Code that fills the heap soon gets an OutOfMemoryError too. After a longer wait, threads that work on unknown
     * state could do harm.
     */
    private static final long REPORT_TIMEOUT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

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

    /**
     * Allocates in advance what a restart needs; null if the system does not support it.
     *
     * @param slots threads for tasks
     */
    public static MemoryEnd prepare(int nodeId, int slots) {
        Restarts restarts =
                Restarts.of(System.getenv(TIMES), ProcessHandle.current().pid(), System.currentTimeMillis());
        String message = "node " + nodeId + ", with a heap of " + heap()
                + ", has no memory left. It restarts in this process, and the tasks that ran"
                + " here are retried. The first lines of its log name the memory that ran out and the remedy\n";
        try {
            OwnProcess process = OwnProcess.prepare(
                    message, List.of(TIMES + "=" + restarts.variable()), NOTE, RunningTasks.noteBytes(slots));
            Shortage shortage = restarts.justRestarted() ? reportShortage(nodeId) : null;
            RunningTasks tasks = new RunningTasks(
                    process.note(), (long) (GREEDY * Runtime.getRuntime().maxMemory()));
            MemoryEnd end = new MemoryEnd(restarts, tasks, process, shortage);
            end.warmUp();
            HeapEnd.watch();
            return end;
        } catch (SssException e) {
            LOG.warn("node {} will end, not restart, if it runs out of memory: {}", nodeId, e.getMessage());
            return null;
        }
    }

    private static Shortage reportShortage(int nodeId) {
        String note = System.getenv(NOTE);
        List<RanThen> tasks = RunningTasks.tasksOf(note);
        OutOfMemory kind = RunningTasks.kindOf(note);
        String why = kind == null
                ? "met an error of the virtual machine"
                : "had no memory left: " + kind.cause() + " (heap: " + heap() + "); " + kind.remedy();
        LOG.error(
                "node {} {}. Thread '{}' got the error, and the node has restarted; running tasks, the largest "
                        + "allocation first: {}",
                nodeId,
                why,
                RunningTasks.threadOf(note),
                tasks.isEmpty()
                        ? "no task"
                        : tasks.stream()
                                .map(task -> "job '" + task.job() + "' of "
                                        + task.workflow() + (task.at() == null ? "" : ", " + task.at()) + " ("
                                        + (task.bytes() >> 20)
                                        + " MiB allocated)")
                                .collect(Collectors.joining(", ")));
        return new Shortage(tasks);
    }

    private static String heap() {
        return (Runtime.getRuntime().maxMemory() >> 20) + " MiB";
    }

    /** Calls the methods that a restart needs once, since the first call of a method takes memory. */
    private void warmUp() {
        int entry = tasks.start("", "");
        awaitReport(1);
        LockSupport.parkNanos(1);
        tasks.complete(OutOfMemory.HEAP, "");
        OutOfMemory.of(new OutOfMemoryError("warm-up"));
        tasks.end(entry);
        isAllowed();
    }

    /** The shortage that ended the previous program of this process, or null. */
    public Shortage shortage() {
        return shortage;
    }

    public RunningTasks tasks() {
        return tasks;
    }

    /** True if the process has not restarted too often recently. */
    public boolean isAllowed() {
        return restarts.isAnotherAllowed(System.currentTimeMillis());
    }

    /**
     * Restarts the process. Returns only if the system call fails. Takes no memory. The thread that gets the error
     * first need not be the one that filled the heap: the task with the largest allocation has a moment to get the
     * error too and to report its location.
     *
     * @param thread that caught the OutOfMemoryError, or another error
     * @param kind   of memory; null for another error, about which tasks report nothing
     */
    public synchronized void restart(String thread, OutOfMemory kind) {
        if (kind != null) {
            awaitReport(REPORT_TIMEOUT_NANOS);
        }
        tasks.complete(kind, thread);
        process.restart();
    }

    private void awaitReport(long nanos) {
        // An interrupted thread cannot park.
        Thread.interrupted();
        long endNanos = System.nanoTime() + nanos;
        while (tasks.awaitsGreediest() && System.nanoTime() - endNanos < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
