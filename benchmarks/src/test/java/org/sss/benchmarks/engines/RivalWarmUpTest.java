package org.sss.benchmarks.engines;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RivalWarmUpTest {
    @Test
    void onlySparkWorksInAProcessThatStays() {
        assertThat(new SparkRival().warmsUp()).isTrue();
        assertThat(new HadoopRival().warmsUp()).isFalse();
    }
}
