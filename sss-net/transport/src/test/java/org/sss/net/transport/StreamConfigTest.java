package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamConfigTest {
    private static final long MEBI = 1 << 20;

    @Test
    void windowsOfManyStreamsShareAnEighthOfTheDirectMemory() {
        assertThat(StreamConfig.windowBytes(256 * MEBI, 6)).isEqualTo(StreamConfig.DEFAULTS.windowBytes());
        assertThat(StreamConfig.windowBytes(256 * MEBI, 64)).isEqualTo(512 << 10);
        assertThat(StreamConfig.windowBytes(256 * MEBI, 10_000)).as("at least").isEqualTo(128 << 10);
    }
}
