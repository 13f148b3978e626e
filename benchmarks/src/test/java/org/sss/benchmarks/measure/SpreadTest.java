package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void theMedianOfAnOddNumberIsTheOneInTheMiddle() {
        assertThat(Spread.of(5, 1, 9, 3, 100)).isEqualTo(new Spread(1, 5, 100));
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTheTwoInTheMiddle() {
        assertThat(Spread.of(4, 1, 2, 100)).isEqualTo(new Spread(1, 3, 100));
    }

    @Test
    void oneValueIsAllThree() {
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7));
    }

    @Test
    void ofNothingNothingIsKnown() {
        assertThat(Spread.of().isKnown()).isFalse();
        assertThat(Spread.of(0).isKnown()).isTrue();
    }
}
