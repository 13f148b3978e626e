package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergeMemoryTest {
    private static final long LIMIT = 64 << 20;
    private static final long WANTED = 12 << 20;
    private static final DataServerConfig CONFIG = DataServerConfig.defaults();

    private final MergeMemory memory = new MergeMemory(LIMIT);

    @Test
    void aScanThatIsAloneMergesAsItLikes() {
        try (MergeMemory.Share share = memory.take(WANTED)) {
            assertThat(share.of(CONFIG)).isEqualTo(CONFIG);
            assertThat(memory.outBytes()).isEqualTo(WANTED);
        }
        assertThat(memory.outBytes()).isZero();
    }

    @Test
    void aHundredScansHoldLittleMoreThanTheLimitAndGiveItBack() {
        List<MergeMemory.Share> shares = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            shares.add(memory.take(WANTED));
        }
        assertThat(memory.outBytes()).isBetween(LIMIT / 2, LIMIT + 100 * MergeMemory.LEAST_BYTES);
        DataServerConfig last = shares.get(99).of(CONFIG);
        assertThat(last.mergeBytes()).isEqualTo((int) MergeMemory.LEAST_BYTES / 2);
        assertThat(last.maxMergeRuns()).isEqualTo(16);
        shares.forEach(MergeMemory.Share::close);
        shares.forEach(MergeMemory.Share::close);
        assertThat(memory.outBytes()).isZero();
    }

    @Test
    void littleIsHadAtOnce() {
        memory.take(LIMIT);
        try (MergeMemory.Share share = memory.take(1000)) {
            assertThat(share.of(CONFIG)).isEqualTo(CONFIG);
        }
    }
}
