package org.sss.client.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.SssException;
import org.sss.api.TextForm;

class Utf8TextTest {
    private final Utf8Text utf8 = new Utf8Text();

    @Test
    void validTextIsUnchanged() {
        byte[] bytes = "zażółć 𝄞".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        assertThat(utf8.strict(bytes, 0, bytes.length)).contains("zażółć 𝄞");
        assertThat(utf8.escaped(bytes, 0, bytes.length)).isEqualTo("zażółć 𝄞");
    }

    @Test
    void escapesInvalidBytes() {
        byte[] bytes = {'a', (byte) 0xFF, 'b', (byte) 0xC3};
        assertThat(utf8.strict(bytes, 0, bytes.length)).isEmpty();
        assertThat(utf8.escaped(bytes, 0, bytes.length)).isEqualTo("a\\xffb\\xc3");
    }

    @Test
    void rejectsABackslashBeforeAnInvalidByte() {
        byte[] escaped = {'a', '\\', (byte) 0xFF};
        assertThatThrownBy(() -> utf8.escaped(escaped, 0, 3))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("a backslash precedes");
        byte[] doubled = {'\\', '\\', (byte) 0xFF};
        assertThat(utf8.escaped(doubled, 0, 3)).isEqualTo("\\\\\\xff");
    }

    @Test
    void roundTripsArbitraryBytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        TextForm form = TextForm.of("bytes");
        for (int round = 0; round < 1000; round++) {
            byte[] bytes = new byte[random.nextInt(30)];
            random.nextBytes(bytes);
            ByteSink line = new ByteSink(64);
            form.append(bytes, 0, bytes.length, line);
            assertThat(form.parse(utf8.escaped(line.array(), 0, line.size())))
                    .as("seed %d", seed)
                    .isEqualTo(bytes);
        }
    }
}
