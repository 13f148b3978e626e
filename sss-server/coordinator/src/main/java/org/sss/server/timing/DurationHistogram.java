package org.sss.server.timing;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** How many durations were up to 1 ms, 2 ms, 5 ms, 10 ms, and so on to 10,000 s. Thread-safe, without locks. */
public final class DurationHistogram {
    private static final long[] LIMITS_NANOS = limits();

    private final LongAdder[] counts = new LongAdder[LIMITS_NANOS.length + 1];
    private final LongAdder nanos = new LongAdder();

    public DurationHistogram() {
        Arrays.setAll(counts, i -> new LongAdder());
    }

    /**
     * The durations so far.
     *
     * @param limitSeconds ascending upper limits of buckets
     * @param counts       of each bucket, not cumulative; the last one is of the durations above all limits
     */
    public record Values(double[] limitSeconds, long[] counts, double sumSeconds) {}

    private static long[] limits() {
        long[] limits = new long[22];
        long power = TimeUnit.MILLISECONDS.toNanos(1);
        for (int i = 0; i < limits.length; i += 3, power *= 10) {
            limits[i] = power;
            if (i + 2 < limits.length) {
                limits[i + 1] = 2 * power;
                limits[i + 2] = 5 * power;
            }
        }
        return limits;
    }

    public void add(long durationNanos) {
        int found = Arrays.binarySearch(LIMITS_NANOS, durationNanos);
        counts[found < 0 ? -found - 1 : found].increment();
        nanos.add(durationNanos);
    }

    public Values values() {
        return new Values(
                Arrays.stream(LIMITS_NANOS).mapToDouble(limit -> limit / 1e9).toArray(),
                Arrays.stream(counts).mapToLong(LongAdder::sum).toArray(),
                nanos.sum() / 1e9);
    }
}
