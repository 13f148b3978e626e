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
import org.sss.net.control.TaskDepth;
import org.sss.net.transport.Work;

/**
 * Threads of workflows: a number of them run at once, further ones wait, in the order of their priorities. Those that tasks have submitted have
 * threads of their own, by their {@link TaskDepth}: workflows that wait for others never have the threads that these need. Thread-safe.
 */
final class WorkflowThreads implements AutoCloseable {
    private static final int MAX_WAITING = 1000;
    /** Of what is said of all that wait. */
    private static final long MAX_WAITING_BYTES = 64 << 20;

    private final List<ThreadPoolExecutor> byDepth;

    WorkflowThreads(int runningAtOnce, ThreadFactory factory) {
        byDepth = IntStream.rangeClosed(0, TaskDepth.MAX).mapToObj(depth -> threads(Math.max(1, runningAtOnce >> depth), factory)).toList();
    }

    private static ThreadPoolExecutor threads(int count, ThreadFactory factory) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(count, count, 30, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), factory);
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} when it cannot run and cannot wait either; it has ended by that then */
    void start(WorkflowRun run) {
        String what = "workflow '" + run.status().name() + "'";
        try {
            synchronized (byDepth) {
                checkRoom(run);
                Work.begin(byDepth.get(run.depth()), run, what);
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
        List<Runnable> waiting = byDepth.stream().flatMap(threads -> threads.getQueue().stream()).toList();
        long bytes = waiting.stream().mapToLong(other -> ((WorkflowRun) other).specBytes()).sum();
        String remedy = "; wait until some have begun, or cancel some ('sss cancel ID'; 'sss jobs' lists them)";
        if (waiting.size() >= MAX_WAITING) {
            throw new RejectedExecutionException(MAX_WAITING + " workflows are waiting already" + remedy);
        }
        if (!waiting.isEmpty() && bytes + run.specBytes() > MAX_WAITING_BYTES) {
            throw new RejectedExecutionException("what is said of it takes " + run.specBytes() + " bytes (parameters, parts of sources), and that of the "
                    + waiting.size() + " workflows that wait takes " + bytes + " of " + MAX_WAITING_BYTES + " already" + remedy);
        }
    }

    /** One that is over waits no longer. */
    void remove(WorkflowRun run) {
        byDepth.get(run.depth()).remove(run);
    }

    /** Takes no more, and waits a little for those that run. */
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
