package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ArrayPoolTest {
    // Lengths that no other user of the pool requests.
    private static final int LENGTH = (1 << 20) + 77;

    @Test
    void returnedArrayIsTakenOnce() {
        byte[] array = ArrayPool.bytes(LENGTH);
        ArrayPool.giveBack(array);
        assertThat(ArrayPool.bytes(LENGTH + 1)).isNotSameAs(array).hasSize(LENGTH + 1);
        assertThat(ArrayPool.bytes(LENGTH)).isSameAs(array);
        assertThat(ArrayPool.bytes(LENGTH)).isNotSameAs(array).hasSize(LENGTH);
    }

    @Test
    void arraysOfDifferentTypesAreNotMixed() {
        long[] longs = ArrayPool.longs(LENGTH);
        ArrayPool.giveBack(longs);
        assertThat(ArrayPool.ints(2 * LENGTH)).hasSize(2 * LENGTH);
        assertThat(ArrayPool.longs(LENGTH)).isSameAs(longs);
    }

    @Test
    void zerosReturnsClearedArray() {
        long[] used = new long[LENGTH + 3];
        Arrays.fill(used, 5);
        ArrayPool.giveBack(used);
        long[] zeros = ArrayPool.zeros(used.length);
        assertThat(zeros).isSameAs(used).containsOnly(0);
    }

    @Test
    void smallArraysAreNotPooled() {
        byte[] array = new byte[1000];
        ArrayPool.giveBack(array);
        assertThat(ArrayPool.bytes(1000)).isNotSameAs(array);
    }

    @Test
    void oldestArrayIsDroppedAboveAnEighthOfTheHeap() {
        byte[] oldest = new byte[LENGTH + 5];
        ArrayPool.giveBack(oldest);
        int length = (8 << 20) + 5;
        for (long bytes = 0; bytes <= Runtime.getRuntime().maxMemory() / 8; bytes += length) {
            ArrayPool.giveBack(new byte[length]);
        }
        assertThat(ArrayPool.bytes(oldest.length)).isNotSameAs(oldest);
    }
}
