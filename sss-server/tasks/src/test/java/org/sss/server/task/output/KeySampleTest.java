package org.sss.server.task.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.net.block.RunWriter;

class KeySampleTest {
    private static final int MAX_KEYS = 8;

    private final KeySample sample = new KeySample(17);
    private long bytes;

    private RunWriter writer(Compression compression) {
        return new RunWriter(
                (block, length) -> {
                    bytes += length;
                    sample.add(block, length);
                },
                compression);
    }

    private static void add(RunWriter writer, String key, int valueBytes) {
        byte[] encoded = key.getBytes(ISO_8859_1);
        writer.add(encoded, 0, encoded.length, new byte[valueBytes], 0, valueBytes);
    }

    private Map<String, Long> heaviest() {
        Map<String, Long> all = new LinkedHashMap<>();
        sample.heaviest(MAX_KEYS, (key, estimate) -> all.put(new String(key, ISO_8859_1), estimate));
        return all;
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void countsSmallOutputExactly(Compression compression) {
        RunWriter writer = writer(compression);
        for (int run = 0; run < 3; run++) {
            add(writer, "a", 99);
            add(writer, "b", 199);
            add(writer, "b", 199);
            add(writer, "c", 499);
            writer.finish();
        }
        assertThat(heaviest().keySet()).containsExactly("c", "b", "a");
        assertThat(heaviest().get("c")).as("headers count for all keys").isCloseTo(bytes / 2, within(3 + bytes / 50));
        assertThat(heaviest().get("b")).isCloseTo(bytes * 2 / 5, within(3 + bytes / 50));
    }

    /** Many runs, as of many subgroups and buffers; one has the heavy key. */
    @Test
    void estimatesLargeOutput() {
        RunWriter writer = writer(Compression.NONE);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 30_000; i++) {
                add(writer, String.format("%05d", i), 20);
            }
            writer.finish();
            for (int i = 0; i < 30_000; i++) {
                add(writer, i < 10_000 ? "before" : i < 25_000 ? "heavy" : String.format("i%05d", i), 20);
            }
            writer.finish();
        }
        assertThat(bytes).isGreaterThan(KeySample.STEP_BYTES * 40L);
        assertThat(heaviest().keySet())
                .contains("heavy")
                .allSatisfy(key -> assertThat(key).isIn("heavy", "before"));
        assertThat((double) heaviest().get("heavy") / bytes)
                .as("the true share is about 0.22")
                .isCloseTo(0.22, within(0.08));
    }

    @Test
    void namesNoKeyIfNoneIsHeavy() {
        RunWriter writer = writer(Compression.NONE);
        for (int i = 0; i < 200_000; i++) {
            add(writer, String.format("%06d", i), 20);
        }
        writer.finish();
        assertThat(heaviest()).isEmpty();
    }

    @Test
    void countsKeysWhoseValuesFillManyBlocks() {
        RunWriter writer = writer(Compression.NONE);
        for (int i = 0; i < 1_000; i++) {
            add(writer, String.format("%04d", i), i == 500 ? 20 << 20 : 20_000);
        }
        writer.finish();
        assertThat(heaviest().keySet()).containsExactly("0500");
        assertThat((double) heaviest().get("0500") / bytes).isCloseTo(0.51, within(0.1));
    }

    @Test
    void ignoresVeryLongKeys() {
        RunWriter writer = writer(Compression.NONE);
        add(writer, "a", 100);
        add(writer, "b".repeat(KeySample.MAX_KEY_BYTES + 1), 100);
        writer.finish();
        assertThat(heaviest().keySet()).containsExactly("a");
    }
}
