package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticValuesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 15, 16, 17, 256, 65536, 9 << 20})
    void valueContainsItsCheckAndItsOriginalEnd(int length) {
        SyntheticValues values = new SyntheticValues(length);
        byte[] before = values.array().clone();
        for (long pair : new long[] {0, 1, 12345, Long.MAX_VALUE >> 1}) {
            long check = SyntheticValues.check(pair);
            int offset = values.make(check, 1, length);
            byte[] value = Arrays.copyOfRange(values.array(), offset, offset + length);
            values.release();
            assertThat(value).isEqualTo(values.copy(check, 1, length));
            assertThat(SyntheticValues.checkOf(value, 0, length)).isEqualTo(values.expectedCheck(pair, length));
            assertThat(SyntheticValues.countOf(value, 0, length)).isEqualTo(1);
            assertThat(SyntheticValues.endsRight(value, 0, length)).isTrue();
        }
        assertThat(values.array()).isEqualTo(before);
    }

    @Test
    void aDamagedEndIsSeen() {
        SyntheticValues values = new SyntheticValues(100);
        byte[] value = values.copy(SyntheticValues.check(7), 1, 100);
        value[99]++;
        assertThat(SyntheticValues.endsRight(value, 0, 100)).isFalse();
    }

    @Test
    void allSystemsMakeTheSameBytesWhateverTheirLongestValue() {
        byte[] here = new SyntheticValues(1000).copy(SyntheticValues.check(3), 1, 1000);
        byte[] there = new SyntheticValues(8 << 20).copy(SyntheticValues.check(3), 1, 1000);
        assertThat(here).isEqualTo(there);
    }

    @Test
    void foldsAddCountsAndChecks() {
        SyntheticValues values = new SyntheticValues(32);
        byte[] sum = values.copy(SyntheticValues.check(0), 1, 32);
        SyntheticValues.fold(sum, 0, values.copy(SyntheticValues.check(5), 1, 32), 0);
        SyntheticValues.fold(sum, 0, values.copy(SyntheticValues.check(10), 1, 32), 0);
        assertThat(SyntheticValues.countOf(sum, 0, 32)).isEqualTo(3);
        assertThat(SyntheticValues.checkOf(sum, 0, 32)).isEqualTo(SyntheticValues.checks(0, 3, 5));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 99, 100, 101, 5000})
    void aValueThatIsAloneInAFoldOfAnyLengthStillEndsRight(int length) {
        byte[] value = new SyntheticValues(100).copy(SyntheticValues.check(7), 1, 100);
        byte[] folded = new byte[length];
        Arrays.fill(folded, (byte) 1);
        SyntheticValues.resize(value, 0, 100, folded);
        assertThat(SyntheticValues.countOf(folded, 0, length)).isEqualTo(1);
        assertThat(SyntheticValues.checkOf(folded, 0, length)).isEqualTo(SyntheticValues.check(7));
        assertThat(SyntheticValues.endsRight(folded, 0, length)).isTrue();
    }

    @Test
    void valuesDoNotCompress() {
        SyntheticValues values = new SyntheticValues(1024);
        byte[] block = new byte[32 << 10];
        for (int i = 0; i < 32; i++) {
            System.arraycopy(values.copy(SyntheticValues.check(i), 1, 1024), 0, block, i * 1024, 1024);
        }
        Deflater deflater = new Deflater();
        deflater.setInput(block);
        deflater.finish();
        int compressed = deflater.deflate(new byte[2 * block.length]);
        deflater.end();
        assertThat(compressed).isGreaterThan(block.length * 97 / 100);
    }
}
