package org.sss.benchmarks.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    private final byte[] key = new byte[32];
    private final byte[] value = new byte[77];

    @Test
    void eachBitOfKeyAndValueCounts() {
        Set<Long> checksums = new HashSet<>();
        checksums.add(checksum());
        for (byte[] bytes : new byte[][] {key, value}) {
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
                checksums.add(checksum());
                bytes[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
        assertThat(checksums).hasSize(1 + (32 + 77) * 8);
    }

    @Test
    void theOrderOfWordsCounts() {
        value[0] = 1;
        value[8] = 2;
        long before = checksum();
        value[0] = 2;
        value[8] = 1;
        assertThat(checksum()).isNotEqualTo(before);
    }

    @Test
    void lengthsCountAlsoOfZeros() {
        assertThat(Checksum.of(key, 0, 32, value, 0, 77))
                .isNotEqualTo(Checksum.of(key, 0, 32, value, 0, 76))
                .isNotEqualTo(Checksum.of(key, 0, 31, value, 0, 77));
    }

    @Test
    void whichValueHasWhichKeyCounts() {
        byte[] otherKey = {1, 2, 3};
        byte[] otherValue = {4, 5, 6};
        value[0] = 7;
        long right = Checksum.of(key, 0, 32, value, 0, 77) + Checksum.of(otherKey, 0, 3, otherValue, 0, 3);
        long swapped = Checksum.of(key, 0, 32, otherValue, 0, 3) + Checksum.of(otherKey, 0, 3, value, 0, 77);
        assertThat(swapped).isNotEqualTo(right);
    }

    private long checksum() {
        return Checksum.of(key, 0, key.length, value, 0, value.length);
    }
}
