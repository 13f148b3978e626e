package org.sss.server.coordinator.members;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How far repair is, and when it tries again, by a clock that the test sets. */
class RepairMeterTest {
    private final AtomicLong nanos = new AtomicLong(-TimeUnit.SECONDS.toNanos(3)); // clocks may start below 0

    private void pass(long seconds) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Test
    void theRateIsThatOfTheLastTenSeconds() {
        RepairMeter meter = new RepairMeter(nanos::get);
        for (int second = 0; second < 20; second++) {
            meter.fetched(1, 100);
            pass(1);
        }
        assertThat(meter.bytesPerSecond()).isBetween(90L, 100L);
        assertThat(meter.copiedBytes()).isEqualTo(2000);
        pass(20);
        assertThat(meter.bytesPerSecond()).isZero();
    }

    @Test
    void bytesOfAGroupCountOnceIfItEnds() {
        RepairMeter meter = new RepairMeter(nanos::get);
        meter.fetched(1, 60);
        assertThat(meter.runningBytes()).isEqualTo(60);
        meter.ended(1, 100);
        assertThat(meter.runningBytes()).isZero();
        assertThat(meter.copiedBytes()).isEqualTo(100);
        meter.reset();
        assertThat(meter.copiedBytes()).isZero();
    }

    @Test
    void pausesDoubleUpToAMinute() {
        RepairRetries retries = new RepairRetries(nanos::get);
        for (long seconds : new long[] {1, 2, 4, 8, 16, 32, 60, 60}) {
            assertThat(retries.isDue(1)).isTrue();
            retries.failed(1, false);
            pass(seconds - 1);
            assertThat(retries.isDue(1)).as("before %d s", seconds).isFalse();
            pass(1);
        }
        retries.failed(1, true);
        assertThat(retries.wasCorrupt(1)).isTrue();
        retries.retain(Set.of(2L));
        assertThat(retries.isDue(1)).isTrue();
        assertThat(retries.count(1)).isZero();
    }
}
