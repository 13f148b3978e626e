package org.sss.dataserver.process;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Has memory returned to the operating system some time after most of what a data server held was freed: the C library would keep
 * it, in case that it is wanted again. When it is, nothing is returned, since to get it anew costs a page fault for each 4 KiB.
 * Thread-safe.
 *
 * <pre>
 *   bytes in use:  ____/'''''\_______   most was freed, and it stays so: give back
 *                  ____/'''''\_/''''\   the next job wants it
 * </pre>
 */
final class MallocTrimmer {
    /** Less is not worth the call. */
    static final long MIN_BYTES = 32L << 20;
    private static final int PATIENCE_MILLIS = 500;

    private final LongSupplier usedBytes;
    private final Executor later;
    private final Runnable giveBack;
    /** The most that was in use since the last time that memory was given back; races may lose some of it. */
    private volatile long peakBytes;
    private final AtomicBoolean waiting = new AtomicBoolean();

    /**
     * @param usedBytes at this moment
     * @param later     runs what it is given after a while
     */
    MallocTrimmer(LongSupplier usedBytes, Executor later, Runnable giveBack) {
        this.usedBytes = usedBytes;
        this.later = later;
        this.giveBack = giveBack;
    }

    /** Runs things in {@code background} half a second later. */
    static Executor later(Executor background) {
        return CompletableFuture.delayedExecutor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS, background);
    }

    /** So much is in use now, which is more than before. */
    void taken(long bytes) {
        if (bytes > peakBytes) {
            peakBytes = bytes;
        }
    }

    /** Less is in use now than before. */
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
