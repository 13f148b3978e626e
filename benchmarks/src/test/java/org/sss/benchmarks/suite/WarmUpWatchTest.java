package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpWatchTest {
    private static int repetitions(WarmUp warmUp, double compilerSecondsFirst, int compiling) {
        WarmUpWatch watch = new WarmUpWatch(warmUp);
        int done = 0;
        for (; !watch.isEnough(); done++) {
            watch.add(1, done < compiling ? compilerSecondsFirst : 0.09);
        }
        return done;
    }

    @Test
    void endsAfterTheSecondsIfNothingIsCompiled() {
        assertThat(repetitions(new WarmUp(2, 10, 2), 0, 0)).isEqualTo(10);
        assertThat(repetitions(new WarmUp(12, 10, 2), 0, 0)).isEqualTo(12);
        assertThat(repetitions(new WarmUp(0, 0, 2), 1, 100)).isZero();
    }

    @Test
    void continuesWhileJavaCompiles() {
        // The last two of the ten seconds count.
        assertThat(repetitions(new WarmUp(1, 10, 2), 0.2, 15)).isEqualTo(17);
        assertThat(repetitions(new WarmUp(1, 10, 2), 1, 1000)).isEqualTo(40);
    }

    /** Of a system that has one processor of two, the compilers take twice the share. */
    @Test
    void theShareIsThatOfTheProcessorsThatTheSystemHas() {
        assertThat(repetitions(new WarmUp(1, 10, 1), 0.2, 15)).isEqualTo(40);
    }

    @Test
    void shortWarmUpsAreNotExtended() {
        assertThat(repetitions(new WarmUp(1, 4, 2), 1, 1000)).isEqualTo(4);
    }
}
