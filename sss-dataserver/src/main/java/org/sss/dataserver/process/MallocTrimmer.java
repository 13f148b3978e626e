package org.sss.dataserver.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Returns memory to the operating system some time after a data server freed most of its memory: the C library would
 * retain it for reuse. If the memory is in use again by then, nothing is returned, since a page fault costs time for
 * each 4 KiB. Thread-safe.
 *
 * <pre>
 *   bytes in use:  ____/'''''\_______   most was freed and stays free: return it
 *                  ____/'''''\_/''''\   the next job uses it
 * </pre>
 */
final class MallocTrimmer {
    /** A smaller amount is not worth the call. */
    static final long MIN_BYTES = 32L << 20;

    private static final int PATIENCE_MILLIS = 500;

    private final LongSupplier usedBytes;
    private final Executor later;
    private final Runnable giveBack;
    /** Maximum in use since memory was last returned; races may lose some of it. */
    private volatile long peakBytes;

    private final AtomicBoolean waiting = new AtomicBoolean();

    /**
     * @param usedBytes returns the bytes in use now
     * @param later     runs a task after a delay
     */
    MallocTrimmer(LongSupplier usedBytes, Executor later, Runnable giveBack) {
        this.usedBytes = usedBytes;
        this.later = later;
        this.giveBack = giveBack;
    }

    /** Returns an executor that runs tasks in {@code background} half a second later. */
    static Executor later(Executor background) {
        return CompletableFuture.delayedExecutor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS, background);
    }

    /** Reports that the usage rose to {@code bytes}. */
    void taken(long bytes) {
        if (bytes > peakBytes) {
            peakBytes = bytes;
        }
    }

    /** Reports that the usage fell. */
    void given() {
        if (isMostFreed() && waiting.compareAndSet(false, true)) {
            later.execute(this::check);
        }
    }

    private boolean isMostFreed() {
        long peak = peakBytes;
        return peak - usedBytes.getAsLong() >= Math.max(MIN_BYTES, peak / 4 * 3);
    }

    private void check() {
        waiting.set(false);
        if (isMostFreed()) {
            peakBytes = usedBytes.getAsLong();
            giveBack.run();
        }
    }
}
