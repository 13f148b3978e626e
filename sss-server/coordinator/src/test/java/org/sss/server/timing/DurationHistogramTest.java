package org.sss.server.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {
    private final DurationHistogram times = new DurationHistogram();

    @Test
    void limitsAscendFromOneMillisecondToTenThousandSeconds() {
        double[] limits = times.values().limitSeconds();
        assertThat(limits).isSorted().startsWith(0.001, 0.002, 0.005, 0.01).endsWith(5000, 10_000);
        assertThat(times.values().counts()).hasSize(limits.length + 1);
    }

    @Test
    void aLimitBelongsToItsBucket() {
        times.add(0);
        times.add(TimeUnit.MILLISECONDS.toNanos(1));
        times.add(TimeUnit.MILLISECONDS.toNanos(1) + 1);
        times.add(Long.MAX_VALUE / 2);
        long[] counts = times.values().counts();
        assertThat(counts).startsWith(2, 1).endsWith(1);
        assertThat(Arrays.stream(counts).sum()).isEqualTo(4);
    }
}
