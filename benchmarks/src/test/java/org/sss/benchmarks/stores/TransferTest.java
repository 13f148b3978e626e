package org.sss.benchmarks.stores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.data.Records;

class TransferTest {
    private static final int RECORDS = 1000;
    private static final int THREADS = 2;

    @Test
    void aPipelinedTransferIsOneStreamWithoutBounds() {
        assertThat(Arrays.asList(Transfer.PIPELINED.bounds(new Records(1, RECORDS, 0), THREADS)))
                .containsExactly(null, null);
    }

    @Test
    void boundsDivideTheKeysIntoRangesOfTheSameSize() {
        Records records = new Records(1, RECORDS, 0);
        byte[][] bounds = new Transfer(50).bounds(records, THREADS);
        assertThat(bounds.length).isEqualTo(11);
        int[] inRange = new int[bounds.length - 1];
        for (int i = 0; i < RECORDS; i++) {
            byte[] key = Arrays.copyOfRange(records.keys(), i * Records.KEY_BYTES, (i + 1) * Records.KEY_BYTES);
            int range = inRange.length - 1;
            while (range > 0 && Arrays.compareUnsigned(key, bounds[range]) < 0) {
                range--;
            }
            inRange[range]++;
        }
        assertThat(inRange).containsOnly(RECORDS / inRange.length);
    }

    @Test
    void theLastBlockMayBeSmaller() {
        assertThat(new Transfer(300).blocks(RECORDS, 1)).isEqualTo(4);
        assertThat(new Transfer(300).blocks(RECORDS, 3)).isEqualTo(2);
        assertThat(new Transfer(RECORDS * 2).blocks(RECORDS, 1)).isEqualTo(1);
    }
}
