package org.sss.net.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.SssException;

class SubgroupTuplesTest {
    @Test
    void returnsWhatWasPacked() {
        long[] tuples = {0, 1, 127, 128, 1L << 40, Long.MAX_VALUE, 0, 300};
        assertThat(SubgroupTuples.of(tuples).all()).containsExactly(tuples);
        Random random = new Random(5);
        long[] many = random.longs(1024).map(n -> n >>> 1 + random.nextInt(62)).toArray();
        many[1023] = 1;
        assertThat(SubgroupTuples.of(many).all()).containsExactly(many);
    }

    @Test
    void leavesOutZerosAtTheEnd() {
        assertThat(SubgroupTuples.of(new long[] {0, 2, 0, 0})).isEqualTo(SubgroupTuples.of(new long[] {0, 2}));
        assertThat(SubgroupTuples.of(new long[3])).isEqualTo(SubgroupTuples.NONE);
        assertThat(SubgroupTuples.NONE.all()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"no Base64!", "gA==", "gICAgICAgICAAQ=="})
    void namesWhatIsMalformed(String packed) {
        SubgroupTuples tuples = new SubgroupTuples(packed);
        assertThatThrownBy(tuples::all).isInstanceOf(SssException.class).hasMessageContaining("'" + packed + "'");
    }
}
