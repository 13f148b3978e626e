package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WatchTest {
    private static final int PROCESSORS = 2;

    /** @param compilerSeconds of a processor in each second, for ever */
    private static int repetitions(WarmUp warmUp, double seconds, double compilerSeconds) {
        WarmUp.Watch watch = new WarmUp.Watch(warmUp, PROCESSORS);
        int done = 0;
        while (!watch.isOver()) {
            watch.add(seconds, compilerSeconds * seconds);
            done++;
        }
        return done;
    }

    @Test
    void withoutCompilationItIsWarmAfterTheSeconds() {
        assertThat(repetitions(new WarmUp(1, 5), 0.5, 0.09)).isEqualTo(10);
    }

    @Test
    void whoStillCompilesGoesOnForFourTimesTheSecondsAtMost() {
        assertThat(repetitions(new WarmUp(1, 5), 0.5, 0.11)).isEqualTo(40);
        assertThat(repetitions(new WarmUp(1, 5), 12, 1)).isEqualTo(2);
    }

    @Test
    void shortWarmUpsAreNotProlonged() {
        assertThat(repetitions(new WarmUp(1, 4), 0.5, 2)).isEqualTo(8);
        assertThat(repetitions(new WarmUp(2, 0), 0.5, 2)).isEqualTo(2);
        assertThat(repetitions(new WarmUp(0, 0), 0.5, 2)).isZero();
    }

    @Test
    void onlyTheLastSecondDecidesWhetherItStillCompiles() {
        WarmUp.Watch watch = new WarmUp.Watch(new WarmUp(1, 5), PROCESSORS);
        for (int i = 0; i < 20; i++) {
            watch.add(0.25, 0.5);
        }
        for (int i = 0; i < 3; i++) {
            watch.add(0.25, 0);
            assertThat(watch.isOver()).isFalse();
        }
        watch.add(0.25, 0);
        assertThat(watch.isOver()).isTrue();
    }

    @Test
    void theRepetitionsAreDoneInAnyCase() {
        WarmUp.Watch watch = new WarmUp.Watch(new WarmUp(2, 5), PROCESSORS);
        watch.add(60, 0);
        assertThat(watch.isWarm()).isTrue();
        assertThat(watch.isOver()).isFalse();
    }
}
