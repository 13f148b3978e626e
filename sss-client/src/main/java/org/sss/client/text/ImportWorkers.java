package org.sss.client.text;

import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.sss.api.SssException;
import org.sss.client.link.Interrupted;

/**
 * The threads of one import: when one fails, the others are interrupted and stop at their next {@link
 * #checkNotStopped}. One use; {@link #run} by one thread, the rest is thread-safe.
 */
public final class ImportWorkers {
    private final int count;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private boolean allEnded;

    public ImportWorkers(int count) {
        this.count = count;
    }

    /**
     * Runs {@code work} for 0 to {@code count} - 1, each on its own thread, and waits until all have ended.
     *
     * @throws SssException the first error, not that of a stopped worker; CANCELLED if this thread is interrupted:
     *     {@link #allEnded} may then be false
     */
    public void run(IntConsumer work) {
        ExecutorService pool = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "sss-import");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CompletionService<Void> workers = new ExecutorCompletionService<>(pool);
            for (int i = 0; i < count; i++) {
                int number = i;
                workers.submit(() -> work(work, number), null);
            }
            awaitAll(workers, pool);
        } finally {
            stopped.set(true);
            pool.shutdownNow();
        }
    }

    /** Returns true if {@link #run} has seen the end of all workers. To be called by the caller of {@link #run}. */
    public boolean allEnded() {
        return allEnded;
    }

    public boolean isStopped() {
        return stopped.get();
    }

    /** @throws SssException CANCELLED once another worker has failed or the import was cancelled */
    public void checkNotStopped() {
        if (stopped.get()) {
            throw Interrupted.during("the import");
        }
    }

    private void work(IntConsumer work, int number) {
        try {
            work.accept(number);
        } catch (RuntimeException | Error e) {
            // Before the others are stopped, as they may report the stop as any error.
            failure.compareAndSet(null, e);
            stopped.set(true);
        }
    }

    private void awaitAll(CompletionService<Void> workers, ExecutorService pool) {
        try {
            for (int ended = 0; ended < count; ended++) {
                workers.take();
                if (stopped.get()) {
                    pool.shutdownNow(); // others may be blocked, such as in the read of a pipe
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Interrupted.during("the import");
        }
        allEnded = true;
        if (failure.get() != null) {
            throw SssException.of(failure.get(), "import");
        }
    }
}
