package org.sss.kvs.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Limits of the tuning. */
class KvsTuningTest {
    @Test
    void aSizeBelowItsLeastIsNamed() {
        assertThatThrownBy(() -> new KvsTuning(511, 4, 4, 1, 1, 1))
                .hasMessageContaining("leafBytes is 511, must be 512");
        assertThatThrownBy(() -> new KvsTuning(512, 4, 4, 0, 1, 1)).hasMessageContaining("bucketCount is 0");
    }

    @Test
    void readingKeepsFewerLeavesThanWriting() {
        assertThat(KvsTuning.forBlockReading().leafCacheCount())
                .isLessThan(KvsTuning.forBlocks().leafCacheCount());
        assertThat(KvsTuning.forBlockReading().leafBytes())
                .isEqualTo(KvsTuning.forBlocks().leafBytes());
    }
}
