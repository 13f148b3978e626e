package org.sss.benchmarks.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;

class RecordsTest {
    private static final long GOLDEN_CHECKSUM = 2040504868275028737L;
    private static final int COUNT = 20_000;
    private final Records records = new Records(7, COUNT, 100);

    @Test
    void oneSeedGivesTheSameRecords() {
        Records again = new Records(7, COUNT, 100);
        assertThat(again.keys()).isEqualTo(records.keys());
        assertThat(again.pool()).isEqualTo(records.pool());
        assertThat(again.checksum()).isEqualTo(records.checksum());
        assertThat(new Records(8, COUNT, 100).checksum()).isNotEqualTo(records.checksum());
    }

    /** Results of different days compare only as long as the records are the same. */
    @Test
    void theRecordsAreThoseOfOldResults() {
        assertThat(new Records(7, 1000, 100).checksum()).isEqualTo(GOLDEN_CHECKSUM);
    }

    @Test
    void textHasTheSameKeysAndWordsForValues() {
        Records text = Records.ofText(7, COUNT, 100);
        assertThat(text.keys()).isEqualTo(records.keys());
        assertThat(text.pool()).isEqualTo(Records.ofText(7, COUNT, 100).pool()).isNotEqualTo(records.pool());
        assertThat(new String(text.pool(), StandardCharsets.US_ASCII)).matches("[a-z ]+");
        Deflater deflater = new Deflater();
        deflater.setInput(text.pool());
        deflater.finish();
        assertThat(deflater.deflate(new byte[text.pool().length])).isLessThan(text.pool().length / 2);
        deflater.end();
    }

    @Test
    void keysAreUniqueAndInNoOrder() {
        Set<Bytes> keys = new HashSet<>();
        int ascending = 0;
        for (int i = 0; i < COUNT; i++) {
            keys.add(key(i));
            ascending += i > 0 && key(i - 1).compareTo(key(i)) < 0 ? 1 : 0;
        }
        assertThat(keys).hasSize(COUNT);
        assertThat(ascending).isBetween(COUNT * 45 / 100, COUNT * 55 / 100);
    }

    @Test
    void valuesLieInThePool() {
        for (int i = 0; i < COUNT; i++) {
            assertThat(records.valueOffset(i)).isBetween(0, records.pool().length - records.valueBytes());
        }
    }

    @Test
    void partsCoverEachRecordOnce() {
        assertThat(records.start(0, 7)).isZero();
        assertThat(records.start(7, 7)).isEqualTo(COUNT);
        for (int part = 0; part < 7; part++) {
            assertThat(records.start(part + 1, 7) - records.start(part, 7)).isBetween(COUNT / 7, COUNT / 7 + 1);
        }
    }

    private Bytes key(int i) {
        return new Bytes().set(records.keys(), i * Records.KEY_BYTES, Records.KEY_BYTES);
    }
}
