package org.sss.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The threads of one import: when one fails, the others stop at their next {@link #checkNotStopped}. One use; {@link #run} by one
 * thread, the rest is thread-safe.
 */
final class ImportWorkers {
    private final int count;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private boolean allEnded;

    ImportWorkers(int count) {
        this.count = count;
    }

    /**
     * Runs {@code work} for 0 to {@code count} - 1, each on a thread of its own, and waits until all have ended.
     *
     * @throws SssException the first error by these numbers that is not merely the stop of the others; CANCELLED when this thread
     *     is interrupted, and then {@link #allEnded} may be false
     */
    void run(IntConsumer work) {
        ExecutorService pool = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, "sss-import");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                workers.add(pool.submit(() -> work(work, number)));
            }
            awaitAll(workers);
        } finally {
            stopped.set(true);
            pool.shutdownNow();
        }
    }

    /** Whether no thread is within its work any more, as far as {@link #run} knows; to be asked by its caller. */
    boolean allEnded() {
        return allEnded;
    }

    boolean isStopped() {
        return stopped.get();
    }

    /** @throws SssException CANCELLED once another worker has failed, or the import was given up */
    void checkNotStopped() {
        if (stopped.get()) {
            throw Interrupted.during("the import");
        }
    }

    private void work(IntConsumer work, int number) {
        try {
            work.accept(number);
        } catch (RuntimeException | Error e) {
            stopped.set(true);
            throw e;
        }
    }

    private void awaitAll(List<Future<?>> workers) {
        ExecutionException first = null;
        for (Future<?> worker : workers) {
            try {
                worker.get();
            } catch (ExecutionException e) {
                boolean isCause = first == null || isStop(first) && !isStop(e);
                first = isCause ? e : first;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Interrupted.during("the import");
            }
        }
        allEnded = true;
        if (first != null) {
            throw SssException.of(first, "import");
        }
    }

    private static boolean isStop(ExecutionException e) {
        return e.getCause() instanceof SssException known && known.code() == ErrorCode.CANCELLED;
    }
}
