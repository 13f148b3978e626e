package org.sss.server.task.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.server.code.JobCode;

/**
 * Finds threads that user code starts during a task and that still run after it. They are in the thread group of the
 * task's thread, which no other running task has, and have the class loader of the code, as threads inherit both. Code
 * of the whole process is not checked, since its threads cannot be attributed. For the task's thread.
 */
public final class ThreadLeakDetector {
    /** Total waiting time for threads that were just stopped. */
    private static final long PATIENCE_MILLIS = 50;

    private static final int MAX_NAME_CHARS = 80;
    /** One thread for the whole process, started at its first use. */
    private static final String OF_THE_JDK = "CompletableFutureDelayScheduler";

    private final JobCode code;
    private final Set<Thread> before;

    /** Created before user code is called. */
    public ThreadLeakDetector(JobCode code) {
        this.code = code;
        before = code.isShared() ? Set.of() : Set.copyOf(ofGroup());
    }

    /** Called when all resources of the task are closed. Waits briefly for threads that are about to end. */
    public LeftThreads left() {
        if (code.isShared()) {
            return LeftThreads.NONE;
        }
        List<Thread> left = new ArrayList<>(ofGroup());
        left.removeIf(thread -> before.contains(thread) || !isOfCode(thread));
        awaitEnd(left);
        left.removeIf(thread -> !thread.isAlive());
        return left.isEmpty()
                ? LeftThreads.NONE
                : new LeftThreads(
                        left.size(),
                        left.stream().map(ThreadLeakDetector::name).sorted().toList());
    }

    private static List<Thread> ofGroup() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] all = new Thread[group.activeCount() + 64];
        return Arrays.asList(all).subList(0, group.enumerate(all));
    }

    private boolean isOfCode(Thread thread) {
        if (thread instanceof ForkJoinWorkerThread worker) {
            // These inherit no class loader.
            return worker.getPool() != ForkJoinPool.commonPool();
        }
        if (thread.getClass().getClassLoader() == ThreadLeakDetector.class.getClassLoader()
                || thread.getName().equals(OF_THE_JDK)) {
            return false;
        }
        return isOfCode(thread.getContextClassLoader())
                || isOfCode(thread.getClass().getClassLoader());
    }

    private boolean isOfCode(ClassLoader loader) {
        ClassLoader next = loader;
        while (next != null && next != code.loader()) {
            next = next.getParent();
        }
        return next != null;
    }

    private static void awaitEnd(List<Thread> threads) {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try {
            for (Thread thread : threads) {
                long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
                if (millis > 0) {
                    thread.join(millis);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String name(Thread thread) {
        String name = thread.getName();
        return name.length() > MAX_NAME_CHARS ? name.substring(0, MAX_NAME_CHARS) + "..." : name;
    }
}
