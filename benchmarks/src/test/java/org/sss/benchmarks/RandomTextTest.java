package org.sss.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RandomTextTest {
    private static String text(long seed, int bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(new RandomText(seed).write(out, bytes)).isEqualTo(out.size());
        return out.toString(StandardCharsets.US_ASCII);
    }

    @Test
    void oneSeedGivesOneText() throws IOException {
        assertThat(text(7, 100_000)).isEqualTo(text(7, 100_000)).isNotEqualTo(text(8, 100_000));
    }

    @Test
    void linesHaveTenToAHundredWordsOfAThousand() throws IOException {
        Set<String> words = new HashSet<>();
        for (String line : text(7, 1_000_000).split("\n")) {
            String[] all = line.split(" ");
            assertThat(all.length).isBetween(10, 100);
            words.addAll(Arrays.asList(all));
        }
        assertThat(words).hasSize(1000);
    }

    @Test
    void textIsAsLongAsAsked() throws IOException {
        assertThat(text(7, 50_000).length()).isBetween(50_000, 50_000 + 100 * 15);
    }
}
