package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {
    @Test
    void onlyKnownVersionsDiffer() {
        assertThat(Version.differ("0.1.0", "0.2.0")).isTrue();
        assertThat(Version.differ("0.1.0", "0.1.0")).isFalse();
        assertThat(Version.differ("0.1.0", null)).isFalse();
        assertThat(Version.differ("unreleased", "0.1.0")).isFalse();
        assertThat(Version.own()).isNotEmpty();
    }
}
