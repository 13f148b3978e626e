package org.sss.dataserver.merge;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.dataserver.process.ServerThreads;

/**
 * One of the threads that write segments, with the scratch memory that only it uses. Its queue is bounded by the
 * windows of the put streams. Thread-safe.
 */
public final class StorageThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StorageThread.class);

    private final ExecutorService executor;
    private final BlockValidator validator = new BlockValidator();
    private final BufferMemory memory;

    public StorageThread(String name, MemoryBudget budget) {
        memory = new BufferMemory(budget);
        executor = ServerThreads.pool(1, task -> ServerThreads.of(task, name));
    }

    /** Returns scratch memory; only for tasks of this thread. */
    public BlockValidator validator() {
        return validator;
    }

    /** Returns the memory for buffered blocks; only for tasks of this thread. */
    public BufferMemory memory() {
        return memory;
    }

    /** @throws SssException {@link ErrorCode#CLOSED} */
    public void execute(Runnable task) {
        try {
            executor.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            throw new SssException(ErrorCode.CLOSED, "the data server is stopping", e);
        }
    }

    /** @throws SssException {@link ErrorCode#CLOSED} */
    public <T> CompletableFuture<T> call(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        execute(() -> {
            try {
                result.complete(task.call());
            } catch (Throwable t) {
                result.completeExceptionally(t);
            }
        });
        return result;
    }

    /** Runs the queued tasks, then ends. Returns at once if the calling thread is interrupted. Idempotent. */
    @Override
    public void close() {
        try {
            // By the thread itself, which may use it for longer than this method waits.
            executor.execute(() -> run(this::freeScratch));
        } catch (RejectedExecutionException e) {
            LOG.debug("closed before", e);
        }
        executor.shutdown();
        try {
            if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                LOG.warn("a storage thread is still busy a minute after it was stopped");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void freeScratch() {
        memory.close();
        validator.close();
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable t) {
            LOG.error("a storage task failed", t);
            if (t instanceof VirtualMachineError) {
                // A node that is a process of its own ends then.
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, t);
            }
        }
    }
}
