package org.sss.cli.terminal;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** When a log gets its next line of progress, whatever task that is of. One thread. */
public final class Pace {
    public static final long PERIOD_MILLIS = 3000;
    /** Less than the period: who comes once in each period is not to miss every other line. */
    private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS) * 9 / 10;

    private final LongSupplier nanoTime;
    private long last;

    public Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        last = nanoTime.getAsLong();
    }

    /** Whether a line is due now; then the next one is due a period later. */
    boolean isDue() {
        long now = nanoTime.getAsLong();
        boolean due = now - last >= MIN_NANOS;
        last = due ? now : last;
        return due;
    }
}
