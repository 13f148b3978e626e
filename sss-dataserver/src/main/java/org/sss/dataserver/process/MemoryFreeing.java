package org.sss.dataserver.process;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Frees memory in the background, on a thread of its own: queued after the deletion of files it would wait for the
 * disk, and the next groups would be spilled to that same disk. No task is lost, also at the end. Thread-safe.
 */
public final class MemoryFreeing implements Executor, AutoCloseable {
    private final Duration patience;
    private final ExecutorService thread = ServerThreads.pool(1, task -> ServerThreads.of(task, "sss-free"));

    /** @param patience how long {@link #close} waits for the thread before it runs the remaining tasks itself */
    public MemoryFreeing(Duration patience) {
        this.patience = patience;
    }

    /** Runs a task, which must not block: in the background, or at once when this is closed. */
    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Afterwards all tasks are done, except one that takes longer than the timeout. Idempotent. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                doTheRest();
            }
        } catch (InterruptedException e) {
            doTheRest();
            Thread.currentThread().interrupt();
        }
    }

    private void doTheRest() {
        thread.shutdownNow().forEach(Runnable::run);
    }
}
