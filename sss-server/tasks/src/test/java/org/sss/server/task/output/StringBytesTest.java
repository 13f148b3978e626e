package org.sss.server.task.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StringBytesTest {
    private static final String TEXT = "\0The quick brown fox jumps over the lazy dog\u007F";

    @Test
    void theBytesOfAnAsciiStringAreItsEncoding() {
        for (int length = 0; length <= TEXT.length(); length++) {
            String text = TEXT.substring(TEXT.length() - length);
            assertThat(StringBytes.ofAscii(text)).as("%d characters", length).isEqualTo(text.getBytes(UTF_8));
        }
    }

    @Test
    void oneOtherCharacterAnywhereIsSeen() {
        for (int length = 1; length <= TEXT.length(); length++) {
            for (int at = 0; at < length; at++) {
                for (char other : new char[] {'\u0080', '\u00FF', '\u0100', '\u0161', '\u2020'}) {
                    String text = TEXT.substring(0, at) + other + TEXT.substring(at + 1, length);
                    assertThat(StringBytes.ofAscii(text))
                            .as("%d characters, U+%04X at %d", length, (int) other, at)
                            .isNull();
                }
            }
        }
    }
}
