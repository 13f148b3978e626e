package org.sss.benchmarks.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EmissionTest {
    @ParameterizedTest
    @CsvSource({
        "16,16,16",
        "65536,256,16",
        "16,262144,16",
        "7,1000,33",
        "1000,7,3",
        "1,1,1",
        "5,3,100",
        "16,4194304,65536"
    })
    void allCallsTogetherEmitEachPairOnce(long calls, long pairs, long keys) {
        Emission emission = new Emission(calls, pairs, keys, 1.0);
        long next = 0;
        for (long call = 0; call < calls; call++) {
            for (Emission.Cursor at = emission.cursor(call); at.next(); ) {
                assertThat(at.first()).isEqualTo(next++);
                assertThat(at.key()).isEqualTo(at.first() % keys);
            }
        }
        assertThat(next).isEqualTo(pairs);
    }

    @Test
    void fractionsOfAPairPerCallAreSpreadEvenly() {
        Emission emission = new Emission(65536, 256, 16, 1);
        List<Long> emitting = new ArrayList<>();
        for (long call = 0; call < 65536; call++) {
            long emitted = emission.first(call + 1) - emission.first(call);
            assertThat(emitted).isBetween(0L, 1L);
            if (emitted == 1) {
                emitting.add(call);
            }
        }
        assertThat(emitting).hasSize(256).startsWith(255L, 511L).endsWith(65535L);
    }

    @Test
    void numbersWhoseProductIsTooLargeForALongAreExact() {
        Emission emission = new Emission((1L << 31) - 1, 1L << 40, 16, 1);
        assertThat(emission.first((1L << 31) - 1)).isEqualTo(1L << 40);
        assertThat(emission.first((1L << 31) - 2)).isEqualTo((1L << 40) - 513);
    }

    @ParameterizedTest
    @CsvSource({
        "4,64,4,0.25",
        "3,1000,7,0.1",
        "16,262144,16,0.1",
        "5,17,100,0.33",
        "1,50,50,0.5",
        "6,100,3,0.001",
        "3,1000,7,0.7",
        "2,4096,16,0.66",
        "1,300,3,0.29"
    })
    void foldingPutsEachPairIntoOneFoldOfItsKey(long calls, long pairs, long keys, double factor) {
        Emission emission = new Emission(calls, pairs, keys, factor);
        Map<Long, Integer> seen = new HashMap<>();
        long emitted = 0;
        for (long call = 0; call < calls; call++) {
            for (Emission.Cursor at = emission.cursor(call); at.next(); emitted++) {
                assertThat(at.count()).isBetween(1, (int) Math.ceil(1 / factor) + 1);
                for (int i = 0; i < at.count(); i++) {
                    assertThat((at.first() + i * at.step()) % keys).isEqualTo(at.key());
                    seen.merge(at.first() + i * at.step(), 1, Integer::sum);
                }
            }
        }
        assertThat(seen)
                .hasSize((int) pairs)
                .allSatisfy((pair, times) -> assertThat(times).isEqualTo(1));
        assertThat(emission.emitted()).isEqualTo(emitted);
    }

    @Test
    void aFactorOfATenthLeavesATenth() {
        assertThat(new Emission(16, 262144, 16, 0.1).emitted()).isBetween(26214L, 26214L + 16 * 16);
    }

    @ParameterizedTest
    @CsvSource({"0.01", "0.1", "0.25", "0.29", "0.33", "0.5", "0.58", "0.6", "0.67", "0.7", "0.75", "0.9", "0.99"})
    void hundredthsOfAHundredPairsOfAKeyAreExact(double factor) {
        Emission emission = new Emission(3, 3 * 100 * 7, 7, factor);
        assertThat(emission.emitted()).isEqualTo(Math.round(factor * 100) * 7 * 3);
        assertThat(emission.reached()).isCloseTo(factor, within(1e-6));
    }

    @ParameterizedTest
    @CsvSource({"8,1000,10,0.1", "16,262144,16,0.3", "7,1000,33,0.6", "1,10,20,0.5", "6,1002,1,0.01", "5,60,4,0.4"})
    void computesTheReachedFactorWithoutCounting(long calls, long pairs, long keys, double factor) {
        Emission emission = new Emission(calls, pairs, keys, factor);
        assertThat(emission.reached()).isCloseTo((double) emission.emitted() / pairs, within(0.005));
    }
}
