package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepetitionsTest {
    @Test
    void runsThatLastLongAreRepeatedThreeTimes() {
        assertThat(Repetitions.of(5, 10.1)).isEqualTo(3);
        assertThat(Repetitions.of(1000, 30)).isEqualTo(3);
    }

    @Test
    void runsThatLastVeryLongAreRepeatedTwice() {
        assertThat(Repetitions.of(5, 30.1)).isEqualTo(2);
        assertThat(Repetitions.of(1, 600)).isEqualTo(1);
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
}
