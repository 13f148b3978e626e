package org.sss.dataserver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

final class DataServerConfigTest {
    private static final DataServerConfig DEFAULTS = DataServerConfig.defaults();

    @Test
    void aLimitThatLeavesNothingIsRefusedByName() {
        assertThatThrownBy(() -> DEFAULTS.withOpenSegments(0, 1))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessage("data server: maxOpenSegments is 0, it must be at least 1");
        assertThatThrownBy(() -> DEFAULTS.withMerge(1 << 20, 1)).hasMessageContaining("maxMergeRuns");
        assertThatThrownBy(() -> DEFAULTS.withStallTimeout(Duration.ZERO)).hasMessageContaining("stallTimeout");
    }

    @Test
    void eachChangeLeavesTheOthersAsTheyWere() {
        DataServerConfig changed = DEFAULTS.withThreads(3, 5)
                .withDurability(DataServerConfig.Durability.NONE)
                .withLayout(DataServerConfig.Layout.MEMORY)
                .withWriter(DataServerConfig.SegmentFileWriter.LIBRARY)
                .withMemoryBytes(6)
                .withOpenSegments(7, 70)
                .withMaxStreams(8, 9)
                .withStallTimeout(Duration.ofSeconds(1))
                .withMerge(5000, 11)
                .withFleetingBytes(12);
        assertThat(changed)
                .isEqualTo(new DataServerConfig(
                        new DataServerConfig.Threads(3, 5),
                        new DataServerConfig.Writing(
                                DataServerConfig.Durability.NONE,
                                DataServerConfig.Layout.MEMORY,
                                DataServerConfig.SegmentFileWriter.LIBRARY,
                                6,
                                12),
                        new DataServerConfig.OpenSegments(7, 70),
                        new DataServerConfig.Requests(
                                8, 9, Duration.ofSeconds(1), DEFAULTS.requests().commitTimeout()),
                        new DataServerConfig.Merging(DEFAULTS.merging().batchBytes(), 5000, 11)));
    }

    @Test
    void aSmallHeapGivesAQuarterToTuplesAndALargeOneATwelfth() {
        assertThat(DataServerConfig.defaultMemoryBytes(256L << 20)).isEqualTo(64L << 20);
        assertThat(DataServerConfig.defaultMemoryBytes(2L << 30)).isEqualTo(512L << 20);
        assertThat(DataServerConfig.defaultMemoryBytes(4L << 30)).isEqualTo(512L << 20);
        assertThat(DataServerConfig.defaultMemoryBytes(24L << 30)).isEqualTo(2L << 30);
    }

    @Test
    void lowLimitOfOpenFilesLowersTheLimitOfOpenSegments() {
        assertThat(DataServerConfig.defaultOpenSegments(Long.MAX_VALUE)).isEqualTo(1024);
        assertThat(DataServerConfig.defaultOpenSegments(1024)).isEqualTo(128);
        assertThat(DataServerConfig.defaultOpenSegments(4)).isEqualTo(1);
    }
}
