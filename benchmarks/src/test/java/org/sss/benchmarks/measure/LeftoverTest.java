package org.sss.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeftoverTest {
    private static final long MEBIBYTE = 1 << 20;

    @Test
    void ofALargeGroupAMebibyteMayBeLeft() {
        long with = 20L << 30;
        assertThat(Leftover.isGone(0, with, 2L << 30)).isFalse();
        assertThat(Leftover.isGone(0, with, MEBIBYTE + 1)).isFalse();
        assertThat(Leftover.isGone(0, with, MEBIBYTE)).isTrue();
    }

    @Test
    void ofASmallOneATenthMayBeLeft() {
        assertThat(Leftover.isGone(0, MEBIBYTE, MEBIBYTE / 5)).isFalse();
        assertThat(Leftover.isGone(0, MEBIBYTE, MEBIBYTE / 10)).isTrue();
    }

    @Test
    void whatWasThereBeforeIsNotLeftOver() {
        assertThat(Leftover.isGone(50 * MEBIBYTE, 60 * MEBIBYTE, 51 * MEBIBYTE)).isTrue();
        assertThat(Leftover.isGone(50 * MEBIBYTE, 60 * MEBIBYTE, 52 * MEBIBYTE)).isFalse();
    }
}
