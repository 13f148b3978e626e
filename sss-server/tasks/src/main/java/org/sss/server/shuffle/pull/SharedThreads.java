package org.sss.server.shuffle.pull;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Runs work on a few threads of an executor; further work waits in order. Thread-safe. */
final class SharedThreads implements Executor {
    private final Executor executor;
    private final int max;
    /** Guarded by this, like the following field. */
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    private int running;

    /**
     * @param executor runs work in other threads than the caller's
     * @param max number of threads at once
     */
    SharedThreads(Executor executor, int max) {
        this.executor = executor;
        this.max = max;
    }

    /** @throws RejectedExecutionException if the executor has no thread and none runs; the work is not done then */
    @Override
    public synchronized void execute(Runnable work) {
        waiting.add(work);
        if (running == max) {
            return;
        }
        boolean started = false;
        try {
            executor.execute(this::run);
            started = true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            if (running == 0) {
                waiting.remove(work);
                throw e;
            }
            // A running thread will take it.
        } finally {
            running += started ? 1 : 0;
        }
    }

    private void run() {
        boolean empty = false;
        try {
            for (Runnable work = next(); work != null; work = next()) {
                work.run();
            }
            empty = true;
        } finally {
            if (!empty) {
                ended();
            }
        }
    }

    /** Null if there is none: this thread has ended then. */
    private synchronized Runnable next() {
        Runnable work = waiting.poll();
        if (work == null) {
            running--;
        }
        return work;
    }

    private synchronized void ended() {
        running--;
    }
}
