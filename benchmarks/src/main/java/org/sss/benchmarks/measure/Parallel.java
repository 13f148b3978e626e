package org.sss.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Runs one task on several threads that start together. Stateless. */
public final class Parallel {
    /** The work of one thread. */
    public interface Task<T> {
        T run(int thread) throws Exception;
    }

    /**
     * What the threads returned, in their order.
     *
     * @param startNanos when all of them were let go, by {@link System#nanoTime}
     */
    public record Outcome<T>(long startNanos, List<T> results) {}

    private Parallel() {}

    /** Waits for all threads, also when one fails; then throws what the first of them threw. */
    public static <T> Outcome<T> run(int threads, Task<T> task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "bench");
            thread.setDaemon(true);
            return thread;
        });
        try {
            AtomicLong start = new AtomicLong();
            CyclicBarrier go = new CyclicBarrier(threads, () -> start.set(System.nanoTime()));
            List<Callable<T>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                tasks.add(() -> {
                    go.await();
                    return task.run(thread);
                });
            }
            List<T> results = new ArrayList<>();
            for (Future<T> one : pool.invokeAll(tasks)) {
                results.add(one.get());
            }
            return new Outcome<>(start.get(), results);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            pool.shutdownNow();
        }
    }
}
