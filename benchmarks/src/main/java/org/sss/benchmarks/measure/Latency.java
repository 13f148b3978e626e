package org.sss.benchmarks.measure;

import org.HdrHistogram.Histogram;

/**
 * Percentiles of the time that one operation took, in nanoseconds; 0 for what was not measured. Immutable.
 */
public record Latency(long p50Nanos, long p99Nanos, long p999Nanos) {
    public static final Latency UNKNOWN = new Latency(0, 0, 0);
    private static final long MAX_NANOS = 600_000_000_000L;
    private static final int DIGITS = 3;

    /** For one thread; longer times than ten minutes count as those. */
    public static Histogram histogram() {
        return new Histogram(MAX_NANOS, DIGITS);
    }

    public static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.max(0, Math.min(nanos, MAX_NANOS)));
    }

    public static Latency of(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? UNKNOWN
                : new Latency(
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(99),
                        histogram.getValueAtPercentile(99.9));
    }
}
