package org.sss.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeadLetterTest {
    @Test
    void showsValueAsTextOrHex() {
        assertThat(shown("caf\u00e9".getBytes(UTF_8)))
                .isEqualTo("DeadLetter[job=count, task=3, value=caf\u00e9, error=no]");
        assertThat(shown(new byte[] {0, 27, -1})).contains("value=0x001bff,");
        assertThat(shown(new byte[81])).contains("value=0x" + "00".repeat(80) + "... of 81 bytes,");
        assertThat(shown(new byte[0])).contains("value=,");
    }

    private static String shown(byte[] value) {
        return new DeadLetter("count", 3, value, "no").toString();
    }
}
