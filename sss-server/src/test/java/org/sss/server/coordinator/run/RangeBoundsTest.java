package org.sss.server.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangeBoundsTest {
    private static List<byte[]> keys(int... keys) {
        List<byte[]> all = new ArrayList<>();
        for (int key : keys) {
            all.add(new byte[] {(byte) key});
        }
        return all;
    }

    private static List<Integer> choose(List<byte[]> sample, int subgroups) {
        return RangeBounds.choose(sample, subgroups).stream().map(key -> key[0] & 0xff).toList();
    }

    @Test
    void boundsSplitTheSampleEvenlyInUnsignedOrder() {
        List<byte[]> sample = keys(java.util.stream.IntStream.range(0, 256).toArray());
        Collections.shuffle(sample, new Random(7));
        assertThat(choose(sample, 4)).containsExactly(64, 128, 192);
    }

    @Test
    void aKeyThatIsHalfOfTheSampleIsOneBound() {
        assertThat(choose(keys(1, 5, 5, 5, 5, 9), 6)).containsExactly(5, 9);
    }

    @Test
    void fewKeysGiveFewBounds() {
        assertThat(choose(keys(3, 3, 3), 8)).isEmpty();
        assertThat(choose(keys(), 8)).isEmpty();
        assertThat(choose(keys(1, 2), 8)).containsExactly(2);
    }
}
