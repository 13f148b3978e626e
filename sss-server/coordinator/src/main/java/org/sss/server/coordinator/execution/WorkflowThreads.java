package org.sss.server.coordinator.execution;

import java.util.List;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.NestingLevel;
import org.sss.net.transport.Work;

/**
 * Threads of workflows: a limited number run at once, further ones wait, in the order of their priorities. Workflows
 * that tasks submit have their own threads, by {@link NestingLevel}: workflows that wait for others never occupy the
 * threads that these need. Thread-safe.
 */
final class WorkflowThreads implements AutoCloseable {
    private static final int MAX_WAITING = 1000;
    /** Limit of the specifications of all waiting workflows. */
    private static final long MAX_WAITING_BYTES = 64 << 20;

    private final List<ThreadPoolExecutor> byDepth;

    WorkflowThreads(int runningAtOnce, ThreadFactory factory) {
        byDepth = IntStream.rangeClosed(0, NestingLevel.MAX)
                .mapToObj(depth -> threads(Math.max(1, runningAtOnce >> depth), factory))
                .toList();
    }

    private static ThreadPoolExecutor threads(int count, ThreadFactory factory) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(count, count, 30, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /**
     * @throws SssException {@link ErrorCode#OVERLOADED} if it can neither run nor wait; it has failed with this error
     * then
     */
    void start(WorkflowRun run) {
        String what = "workflow '" + run.status().name() + "'";
        try {
            synchronized (byDepth) {
                checkRoom(run);
                Work.execute(byDepth.get(run.depth()), run, what);
            }
        } catch (RejectedExecutionException e) {
            throw ended(run, Work.refused(e, what));
        } catch (SssException e) {
            throw ended(run, e);
        }
    }

    private static SssException ended(WorkflowRun run, SssException why) {
        run.stop(why);
        return why;
    }

    private void checkRoom(WorkflowRun run) {
        List<Runnable> waiting =
                byDepth.stream().flatMap(threads -> threads.getQueue().stream()).toList();
        long bytes = waiting.stream()
                .mapToLong(other -> ((WorkflowRun) other).specBytes())
                .sum();
        String remedy = "; wait until some have started, or cancel some ('sss cancel ID'; 'sss jobs' lists them)";
        if (waiting.size() >= MAX_WAITING) {
            throw new RejectedExecutionException(MAX_WAITING + " workflows are waiting already" + remedy);
        }
        if (!waiting.isEmpty() && bytes + run.specBytes() > MAX_WAITING_BYTES) {
            throw new RejectedExecutionException("its specification has " + run.specBytes()
                    + " bytes (parameters, splits of sources), and those" + " of the " + waiting.size()
                    + " waiting workflows have " + bytes + " of " + MAX_WAITING_BYTES + " already" + remedy);
        }
    }

    /** Removes an ended workflow from the queue. */
    void remove(WorkflowRun run) {
        byDepth.get(run.depth()).remove(run);
    }

    /** Accepts no more workflows, and waits up to 2 s for the running ones. */
    @Override
    public void close() {
        byDepth.forEach(ThreadPoolExecutor::shutdown);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        try {
            for (ThreadPoolExecutor threads : byDepth) {
                threads.awaitTermination(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
