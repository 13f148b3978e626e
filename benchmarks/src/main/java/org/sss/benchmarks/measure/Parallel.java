package org.sss.benchmarks.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs one task on several threads that begin together. Stateless. */
public final class Parallel {
    /** The work of one thread. */
    public interface Task<T> {
        T run(int thread) throws Exception;
    }

    /**
     * What the threads returned, in their order.
     *
     * @param beginNanos when all of them were let go, by {@link System#nanoTime}
     */
    public record Outcome<T>(long beginNanos, List<T> results) {
    }

    private Parallel() {
    }

    /** Waits for all threads, also when one fails; then throws what the first of them threw. */
    public static <T> Outcome<T> run(int threads, Task<T> task) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads, work -> {
            Thread thread = new Thread(work, "bench");
            thread.setDaemon(true);
            return thread;
        });
        try {
            CountDownLatch ready = new CountDownLatch(threads);
            CountDownLatch go = new CountDownLatch(1);
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(pool.submit(started(ready, go, () -> task.run(thread))));
            }
            ready.await();
            long begin = System.nanoTime();
            go.countDown();
            return new Outcome<>(begin, results(running));
        } finally {
            pool.shutdownNow();
        }
    }

    private static <T> Callable<T> started(CountDownLatch ready, CountDownLatch go, Callable<T> work) {
        return () -> {
            ready.countDown();
            go.await();
            return work.call();
        };
    }

    private static <T> List<T> results(List<Future<T>> running) throws Exception {
        List<T> results = new ArrayList<>();
        Exception failure = null;
        for (Future<T> one : running) {
            try {
                results.add(one.get());
            } catch (ExecutionException e) {
                failure = failure != null ? failure : e.getCause() instanceof Exception cause ? cause : e;
            }
        }
        if (failure != null) {
            throw failure;
        }
        return results;
    }
}
