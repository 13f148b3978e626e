package org.sss.benchmarks.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LookupsTest {
    private final Records records = new Records(7, 100, 8);
    private final Lookups lookups = new Lookups(records, 10_000);

    @Test
    void allRecordsAreAskedForAboutAsOften() {
        int[] asked = new int[records.count()];
        IntStream.range(0, lookups.count()).forEach(j -> asked[lookups.record(j)]++);
        assertThat(Arrays.stream(asked).min().orElse(0)).isGreaterThan(50);
        assertThat(Arrays.stream(asked).max().orElse(0)).isLessThan(150);
    }

    @Test
    void keysAreThoseOfTheRecords() {
        int i = lookups.record(5);
        assertThat(lookups.key(5))
                .startsWith(Arrays.copyOfRange(records.keys(), i * Records.KEY_BYTES, (i + 1) * Records.KEY_BYTES))
                .hasSize(Records.KEY_BYTES);
    }

    @Test
    void theChecksumIsThatOfTheAnswers() {
        assertThat(new Lookups(records, 10_000).checksum())
                .isEqualTo(lookups.checksum())
                .isNotEqualTo(new Lookups(records, 9_999).checksum());
    }
}
