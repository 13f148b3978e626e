package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyRangeTest {
    @Test
    void prefixEndsBeforeNextKeyWithAnotherPrefix() {
        KeyRange range = KeyRange.prefix(bytes(1, 0xFF, 0xFF));
        assertThat(contains(range, 1, 0xFF, 0xFF)).isTrue();
        assertThat(contains(range, 1, 0xFF, 0xFF, 0xFF, 0xFF)).isTrue();
        assertThat(contains(range, 2)).isFalse();
        assertThat(contains(range, 1, 0xFF, 0xFE)).isFalse();
        assertThat(range.to()).isEqualTo(bytes(2));
    }

    @Test
    void prefixOfHighestBytesHasNoUpperBound() {
        assertThat(KeyRange.prefix(bytes(0xFF, 0xFF)).to()).isNull();
        assertThat(KeyRange.prefix(bytes()).to()).isNull();
    }

    @Test
    void onlyExcludesLongerKeys() {
        KeyRange range = KeyRange.only(bytes(7));
        assertThat(contains(range, 7)).isTrue();
        assertThat(contains(range, 7, 0)).isFalse();
        assertThat(contains(range, 6)).isFalse();
    }

    @Test
    void andIntersectsRanges() {
        KeyRange range = new KeyRange(bytes(2), bytes(8))
                .and(new KeyRange(bytes(3), null))
                .and(new KeyRange(bytes(1), bytes(5)));
        assertThat(range.from()).isEqualTo(bytes(3));
        assertThat(range.to()).isEqualTo(bytes(5));
    }

    private static boolean contains(KeyRange range, int... key) {
        byte[] bytes = bytes(key);
        return (range.from() == null || Arrays.compareUnsigned(range.from(), bytes) <= 0)
                && !range.endsBefore(bytes, 0, bytes.length);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
