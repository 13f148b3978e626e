package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {
    @Test
    void percentilesAreThoseOfTheTimes() {
        Histogram histogram = Latency.histogram();
        for (int i = 1; i <= 10_000; i++) {
            Latency.record(histogram, i * 1000L);
        }
        Latency latency = Latency.of(histogram);
        assertThat(latency.p50Nanos()).isCloseTo(5_000_000, within(10_000L));
        assertThat(latency.p99Nanos()).isCloseTo(9_900_000, within(20_000L));
        assertThat(latency.p999Nanos()).isCloseTo(9_990_000, within(20_000L));
    }

    @Test
    void clampsTimesOutOfRange() {
        Histogram histogram = Latency.histogram();
        Latency.record(histogram, -5);
        Latency.record(histogram, Long.MAX_VALUE);
        assertThat(histogram.getTotalCount()).isEqualTo(2);
    }

    @Test
    void withoutTimesNothingIsKnown() {
        assertThat(Latency.of(Latency.histogram())).isEqualTo(Latency.UNKNOWN);
    }
}
