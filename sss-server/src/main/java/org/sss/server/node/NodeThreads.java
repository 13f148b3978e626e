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
 * The threads of a node apart from those of tasks and of the network. Immutable.
 *
 * @param calls answers clients and the coordinator; refuses beyond {@link RpcService#MAX_CALLS} at once
 * @param dataCalls the same for the data server, so that no crowd of clients keeps a job from its commit
 * @param work  what the coordinator starts by itself, with a deadline each; refuses beyond {@link #MAX_WORK} at once
 * @param timer for what does not wait
 */
record NodeThreads(ExecutorService calls, ExecutorService dataCalls, ExecutorService work, ScheduledExecutorService timer) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeThreads.class);
    /** More than workflows, nodes, writers and blobs need at once. */
    private static final int MAX_WORK = 2048;
    private static final long PATIENCE_SECONDS = 2;

    static NodeThreads of(String name) {
        ScheduledThreadPoolExecutor timer = new Timer(named(name + "-timer"));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return new NodeThreads(calls(name + "-call"), calls(name + "-data-call"), pool(name + "-work", MAX_WORK), timer);
    }

    private static ExecutorService calls(String name) {
        return pool(name, RpcService.MAX_CALLS);
    }

    private static ExecutorService pool(String name, int max) {
        return new ThreadPoolExecutor(0, max, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), named(name), (work, pool) -> {
            throw new RejectedExecutionException(pool.isShutdown() ? "the node is stopping" : "all " + max + " threads of " + name
                    + " are busy; try again later");
        });
    }

    /** Its futures swallow errors that nobody asks for; here the thread dies of them as threads of other executors do. */
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
            // A task whose work needs the thread lends it no class loader of the user's.
            thread.setContextClassLoader(NodeThreads.class.getClassLoader());
            return thread;
        };
    }

    /** Lets calls that are being answered end, and takes no more. */
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
            if (!executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
