package org.sss.server.task.side;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;

class SideCacheTest {
    private static final long MAX_BYTES = 1 << 20;

    private final SideCache<String> cache = new SideCache<>(MAX_BYTES);

    private List<String> learn(int key, int bytes) {
        return cache.learn(encoded(key), new ArrayList<>(List.of("v" + key)), bytes);
    }

    private List<String> find(int key) {
        return cache.find(Bytes.of(encoded(key)));
    }

    private static byte[] encoded(int key) {
        return Integer.toString(key).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void largeValuesAreForgottenForWhatTheyTakeHoweverSmallMostAre() {
        int large = 50_000;
        for (int key = 0; key < 1_000; key++) {
            learn(key, key % 10 == 0 ? large : 8);
        }
        long cached = 0;
        for (int key = 0; key < 1_000; key += 10) {
            cached += find(key) == null ? 0 : 2 * large;
        }
        assertThat(cached).isBetween(MAX_BYTES / 2, MAX_BYTES);
    }

    @Test
    void whatWasUsedLongestAgoIsForgottenFirst() {
        learn(-1, 8);
        for (int key = 0; key < 20_000; key++) {
            learn(key, 8);
            assertThat(find(-1)).containsExactly("v-1");
        }
        assertThat(find(0)).isNull();
        assertThat(find(19_999)).containsExactly("v19999");
    }

    @Test
    void doesNotCacheLargeEntries() {
        assertThat(learn(1, (int) MAX_BYTES / 8)).containsExactly("v1");
        assertThat(find(1)).isNull();
        assertThat(cache.isEmpty()).isTrue();
    }

    @Test
    void ofAWholeGroupItIsKnownWhatIsNotThere() {
        cache.learnAll(Map.of(Bytes.of(encoded(1)), List.of("v1", "w1")));
        assertThat(find(1)).containsExactly("v1", "w1");
        assertThat(find(2)).isEmpty();
        assertThat(cache.isEmpty()).isFalse();
    }
}
