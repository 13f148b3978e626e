package org.sss.dataserver.copy;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Limits the rate of one copy: a token bucket, which holds what may come in a tenth of a second. One thread at a time.
 */
final class Throttle {
    /** A source gives a stream up that takes nothing for some seconds, so a copy is no slower than this. */
    private static final long MIN_BYTES_PER_SECOND = 64 << 10;

    private static final long BURST_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

    private final long bytesPerSecond;
    private final LongSupplier nanoTime;
    /** When all bytes that came would have come at the limit. */
    private long dueNanos;

    /** @param bytesPerSecond 0 for no limit */
    Throttle(long bytesPerSecond, LongSupplier nanoTime) {
        this.bytesPerSecond = bytesPerSecond <= 0 ? 0 : Math.max(MIN_BYTES_PER_SECOND, bytesPerSecond);
        this.nanoTime = nanoTime;
        dueNanos = nanoTime.getAsLong() - BURST_NANOS;
    }

    /** Returns how long to wait after these bytes, which have come, in nanoseconds; 0 if there is no need. */
    long taken(long bytes) {
        if (bytesPerSecond == 0) {
            return 0;
        }
        long now = nanoTime.getAsLong();
        dueNanos = Math.max(dueNanos - now, -BURST_NANOS) + now + (long) (bytes * NANOS / bytesPerSecond);
        return Math.max(0, dueNanos - now);
    }
}
