package org.sss.server.timing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sss.net.control.ThreadTimes.Phase;

class SampledTimerTest {
    @Test
    void countsAllCallsAndNoMoreProcessorTimeThanWallTime() {
        SampledTimer timer = new SampledTimer();
        assertThat(timer.phase()).isEqualTo(Phase.NONE);
        for (int i = 0; i < 100; i++) {
            timer.start();
            timer.stop();
        }
        assertThat(timer.phase().calls()).isEqualTo(100);
        assertThat(timer.phase().cpuMicros()).isBetween(0L, timer.phase().wallMicros());
    }
}
