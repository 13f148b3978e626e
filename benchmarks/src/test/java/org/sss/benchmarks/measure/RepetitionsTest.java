package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepetitionsTest {
    @Test
    void runsThatLastLongAreRepeatedThreeTimes() {
        assertThat(Repetitions.of(5, 10.1)).isEqualTo(3);
        assertThat(Repetitions.of(1000, 600)).isEqualTo(3);
    }

    @Test
    void shortRunsAreRepeatedAsOftenAsAskedFor() {
        assertThat(Repetitions.of(5, 10)).isEqualTo(5);
        assertThat(Repetitions.of(7, 0.01)).isEqualTo(7);
    }

    @Test
    void longRunsAreNotRepeatedMoreOftenThanAskedFor() {
        assertThat(Repetitions.of(2, 60)).isEqualTo(2);
    }

    @Test
    void withoutAWarmUpThereAreAsManyAsAskedFor() {
        assertThat(Repetitions.of(5, Double.NaN)).isEqualTo(5);
    }
}
