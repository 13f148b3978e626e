package org.sss.net.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
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
        return RangeBounds.choose(sample, subgroups).stream()
                .map(key -> key[0] & 0xff)
                .toList();
    }

    @Test
    void boundsSplitTheSampleEvenlyInUnsignedOrder() {
        List<byte[]> sample = keys(java.util.stream.IntStream.range(0, 256).toArray());
        Collections.shuffle(sample, new Random(7));
        assertThat(choose(sample, 4)).containsExactly(64, 128, 192);
    }

    @Test
    void frequentKeyIsOneBound() {
        assertThat(choose(keys(1, 5, 5, 5, 5, 9), 6)).containsExactly(5, 9);
    }

    private static List<byte[]> randomKeys(int count, int alike, int length) {
        Random random = new Random(count);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[length];
            random.nextBytes(key);
            Arrays.fill(key, 0, alike, (byte) 'a');
            keys.add(key);
        }
        return keys;
    }

    private static int bytes(List<byte[]> bounds) {
        return bounds.stream().mapToInt(bound -> bound.length).sum();
    }

    /** Number of keys of the sample in each subgroup. */
    private static long[] shares(List<byte[]> bounds, List<byte[]> sample) {
        long[] shares = new long[bounds.size() + 1];
        for (byte[] key : sample) {
            shares[RangeBounds.subgroup(bounds.toArray(byte[][]::new), key, 0, key.length)]++;
        }
        return shares;
    }

    @Test
    void boundIsShortestDistinguishingPrefix() {
        List<byte[]> sample = randomKeys(4_096, 20, 1_000);
        List<byte[]> bounds = RangeBounds.choose(sample, 1_024);
        assertThat(bounds).hasSize(1_023).isSortedAccordingTo(Arrays::compareUnsigned);
        assertThat(bytes(bounds)).isLessThan(1_023 * 25);
        assertThat(shares(bounds, sample)).containsOnly(4);
    }

    @Test
    void longCommonPrefixesGiveFewerBounds() {
        List<byte[]> sample = randomKeys(256, 60_000, 60_010);
        List<byte[]> bounds = RangeBounds.choose(sample, 4);
        assertThat(bytes(bounds)).isBetween(60_000, 64 << 10);
        assertThat(shares(bounds, sample)).containsExactly(128, 128);
    }

    @Test
    void fewKeysGiveFewBounds() {
        assertThat(choose(keys(3, 3, 3), 8)).isEmpty();
        assertThat(choose(keys(), 8)).isEmpty();
        assertThat(choose(keys(1, 2), 8)).containsExactly(2);
    }
}
