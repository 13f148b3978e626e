package org.sss.http.server;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The threads and the memory of all requests of a listener, both limited. Thread-safe. */
final class HandlerPool implements AutoCloseable {
    private static final long END_SECONDS = 2;

    private final ThreadPoolExecutor threads;
    private final Semaphore streams = new Semaphore(Limits.STREAMS);
    private final AtomicLong bytes = new AtomicLong();

    HandlerPool(String name) {
        AtomicInteger count = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                Limits.THREADS,
                Limits.THREADS,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(Limits.QUEUE),
                work -> thread(work, name + "-" + count.incrementAndGet()));
        threads.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(HandlerPool.class.getClassLoader());
        return thread;
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} if too many requests wait */
    void execute(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            throw overloaded("the node works on " + Limits.THREADS + " requests, and " + Limits.QUEUE + " wait");
        }
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} if too many threads stream */
    void takeStream() {
        if (!streams.tryAcquire()) {
            throw overloaded("the node sends " + Limits.STREAMS + " exports or other long answers, which is the limit");
        }
    }

    void freeStream() {
        streams.release();
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} if requests and answers would use too much memory */
    void takeBytes(int count) {
        if (bytes.addAndGet(count) > Limits.MAX_BYTES) {
            bytes.addAndGet(-count);
            throw overloaded(
                    "requests and answers that clients have not read use " + (Limits.MAX_BYTES >> 20) + " MiB");
        }
    }

    void freeBytes(int count) {
        bytes.addAndGet(-count);
    }

    /** Returns what all requests and answers use now. */
    long bytes() {
        return bytes.get();
    }

    private static SssException overloaded(String why) {
        return SssException.withoutTrace(ErrorCode.OVERLOADED, "refused: " + why + "; try again later");
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
