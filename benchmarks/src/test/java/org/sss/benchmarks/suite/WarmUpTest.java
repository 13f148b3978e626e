package org.sss.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    private final WarmUp warmUp = new WarmUp(2, 5);

    @Test
    void shortRepetitionsGoOnUntilTheSecondsAreOver() {
        assertThat(warmUp.isEnough(40, 4.9)).isFalse();
        assertThat(warmUp.isEnough(41, 5)).isTrue();
    }

    @Test
    void longRepetitionsAreNotOneButAsManyAsAsked() {
        assertThat(warmUp.isEnough(1, 60)).isFalse();
        assertThat(warmUp.isEnough(2, 120)).isTrue();
    }

    @Test
    void noneIsPossible() {
        assertThat(new WarmUp(0, 0).isEnough(0, 0)).isTrue();
    }

    @Test
    void itsWeightIsThatOfItsRepetitionsOrOfItsSeconds() {
        assertThat(warmUp.weight(1e12)).isEqualTo(2e12);
        assertThat(warmUp.weight(1)).isEqualTo(1e9);
    }
}
