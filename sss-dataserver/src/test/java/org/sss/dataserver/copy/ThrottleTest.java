package org.sss.dataserver.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    /** As System.nanoTime, it may start anywhere. */
    private long now = Long.MAX_VALUE - SECOND;

    private Throttle throttle(long bytesPerSecond) {
        return new Throttle(bytesPerSecond, () -> now);
    }

    /** Returns the time that so many frames take, waits included. */
    private long nanos(Throttle throttle, int frames, int bytes, long nanosEach) {
        long start = now;
        for (int i = 0; i < frames; i++) {
            now += nanosEach;
            now += throttle.taken(bytes);
        }
        return now - start;
    }

    @Test
    void aFastSourceComesAtTheLimit() {
        assertThat(nanos(throttle(1 << 20), 40, 256 << 10, 1000)).isBetween(9 * SECOND, 10 * SECOND);
    }

    @Test
    void aSlowSourceDoesNotWait() {
        Throttle throttle = throttle(1 << 20);
        for (int i = 0; i < 40; i++) {
            now += SECOND;
            assertThat(throttle.taken(512 << 10)).isLessThan(SECOND / 2);
        }
    }

    @Test
    void aPauseAllowsNoBurst() {
        Throttle throttle = throttle(1 << 20);
        nanos(throttle, 4, 256 << 10, 0);
        now += 100 * SECOND;
        assertThat(nanos(throttle, 40, 256 << 10, 0)).isGreaterThan(9 * SECOND);
    }

    @Test
    void withoutALimitNothingWaits() {
        assertThat(nanos(throttle(0), 1000, 1 << 20, 0)).isZero();
    }

    @Test
    void aLowLimitDoesNotStallTheSource() {
        assertThat(nanos(throttle(1), 1, 256 << 10, 0)).isLessThan(5 * SECOND);
    }
}
