package org.sss.cli.terminal;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Limits the rate of progress lines in a log, over all tasks. One thread. */
public final class Pace {
    public static final long PERIOD_MILLIS = 3000;
    /** Less than the period, so that a caller that polls once a period does not skip every other line. */
    private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS) * 9 / 10;

    private final LongSupplier nanoTime;
    private long last;

    public Pace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        last = nanoTime.getAsLong();
    }

    /** Returns true if a line is due now; the next one is then due a period later. */
    boolean isDue() {
        long now = nanoTime.getAsLong();
        boolean due = now - last >= MIN_NANOS;
        last = due ? now : last;
        return due;
    }
}
