package org.sss.server.node;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.net.rpc.RpcService;

/**
 * The threads of a node except those of tasks and of the network. Immutable.
 *
 * @param calls answers clients and the coordinator; at most {@link RpcService#MAX_CALLS} calls at once, further ones
 *     are rejected
 * @param dataCalls the same for the data server, so that many clients cannot block the commit of a job
 * @param work  runs work that the coordinator starts by itself, each with a deadline; at most {@link #MAX_WORK} at once
 * @param timer for work that does not block
 */
record NodeThreads(
        ExecutorService calls, ExecutorService dataCalls, ExecutorService work, ScheduledExecutorService timer)
        implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeThreads.class);
    /** More than workflows, nodes, writers and blobs need at once. */
    private static final int MAX_WORK = 2048;

    private static final long END_TIMEOUT_SECONDS = 2;

    static NodeThreads of(String name) {
        ScheduledThreadPoolExecutor timer = new Timer(named(name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return new NodeThreads(
                calls(name + "-call"), calls(name + "-data-call"), pool(name + "-work", MAX_WORK), timer);
    }

    private static ExecutorService calls(String name) {
        return pool(name, RpcService.MAX_CALLS);
    }

    private static ExecutorService pool(String name, int max) {
        return new ThreadPoolExecutor(
                0, max, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), named(name), (work, pool) -> {
                    throw new RejectedExecutionException(
                            pool.isShutdown()
                                    ? "the node is stopping"
                                    : "all " + max + " threads of " + name + " are busy; try again later");
                });
    }

    /** A timer whose thread dies of errors, as threads of other executors do; its futures would swallow them. */
    private static final class Timer extends ScheduledThreadPoolExecutor {
        Timer(ThreadFactory threads) {
            super(1, threads);
        }

        @Override
        protected void afterExecute(Runnable work, Throwable error) {
            super.afterExecute(work, error);
            if (work instanceof Future<?> future && future.isDone() && !future.isCancelled()) {
                throwError(future);
            }
        }

        private static void throwError(Future<?> done) {
            try {
                done.get();
            } catch (ExecutionException e) {
                if (e.getCause() instanceof Error error) {
                    throw error;
                }
                LOG.error("A timer's work failed", e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static ThreadFactory named(String name) {
        AtomicInteger count = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            // Otherwise a thread that a task starts would inherit the class loader of user code.
            thread.setContextClassLoader(NodeThreads.class.getClassLoader());
            return thread;
        };
    }

    /** Accepts no more calls and waits for the running ones. */
    void endCalls() {
        end(calls);
        end(dataCalls);
    }

    @Override
    public void close() {
        timer.shutdownNow();
        endCalls();
        end(work);
    }

    private static void end(ExecutorService executor) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(END_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
