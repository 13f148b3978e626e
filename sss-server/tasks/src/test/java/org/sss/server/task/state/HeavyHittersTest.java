package org.sss.server.task.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.HeavyKey;
import org.sss.net.control.Progress.LeftThreads;

class HeavyHittersTest {
    private static final String LONG = "https://example.org/".repeat(6);

    private static Progress task(HeavyHitters keys) {
        return new Progress(
                new Progress.Volume(0, 0, 0, 0, 0),
                Map.of(),
                keys.heaviest(),
                LeftThreads.NONE,
                Progress.Measured.NOTHING,
                null,
                null);
    }

    private static void add(HeavyHitters keys, String key, long values) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        keys.add(key, bytes, bytes.length, values);
    }

    @Test
    void distinguishesLongKeysWithACommonPrefix() {
        HeavyHitters first = new HeavyHitters();
        add(first, LONG + "a", 10);
        add(first, LONG + "b", 9);
        add(first, "short", 8);
        HeavyHitters second = new HeavyHitters();
        add(second, LONG + "a", 1000);
        add(second, LONG + "c", 5);
        List<HeavyKey> all = task(first).plus(task(second)).heaviest();
        assertThat(all).extracting(HeavyKey::values).containsExactly(1010L, 9L, 8L, 5L);
        assertThat(all)
                .extracting(HeavyKey::key)
                .doesNotHaveDuplicates()
                .contains("<short>")
                .filteredOn(key -> key.startsWith("<https"))
                .hasSize(3)
                .allMatch(key -> key.length() < 120);
    }

    /** Of bytes that are no text even fewer are shown. */
    @Test
    void distinguishesLongKeysOfBytes() {
        HeavyHitters keys = new HeavyHitters();
        byte[] bytes = new byte[34];
        for (int last = 0; last < 3; last++) {
            bytes[33] = (byte) last;
            keys.add(Bytes.of(bytes.clone()), bytes, bytes.length, 7);
        }
        Set<String> texts = new HashSet<>();
        keys.heaviest().forEach(key -> texts.add(key.key()));
        assertThat(texts).hasSize(3);
    }

    @Test
    void aKeyWithoutATextOfItsOwnShowsItsBytes() {
        HeavyHitters keys = new HeavyHitters();
        keys.add(new Object(), "point-7".getBytes(StandardCharsets.UTF_8), 7, 3);
        assertThat(keys.heaviest()).containsExactly(new HeavyKey("<point-7>", 3));
    }
}
