package org.sss.http.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.api.TextForm;

class ShownTextTest {
    private static Map<String, Object> shown(String type, byte[] bytes, int max) {
        ShownText text = new ShownText(type, max);
        int length = Math.min(bytes.length, text.neededBytes());
        return text.json(Arrays.copyOf(bytes, length), 0, length, bytes.length);
    }

    @Test
    void noCharacterIsSplit() {
        byte[] bytes = "aé€\uD83D\uDE00b".getBytes(UTF_8);
        for (int max = 1; max <= bytes.length; max++) {
            Map<String, Object> shown = shown("string", bytes, max);
            assertThat("aé€\uD83D\uDE00b").startsWith((String) shown.get("text"));
            assertThat(shown).containsEntry("cut", max < bytes.length).containsEntry("bytes", (long) bytes.length);
        }
        assertThat(shown("string", bytes, 9)).containsEntry("text", "aé€");
    }

    @Test
    void textIsAsCommandsTakeIt() {
        byte[] bytes = "a\tb\\\u0001".getBytes(UTF_8);
        assertThat(TextForm.of("string")
                        .parse((String) shown("string", bytes, 100).get("text")))
                .isEqualTo(bytes);
        assertThat(shown("user.codec", bytes, 100)).containsEntry("text", "a\\tb\\\\\\x01");
    }

    @Test
    void bytesThatAreNoTextOrNotOfTheTypeAreHexadecimal() {
        byte[] bytes = {(byte) 0xC3, 0x28, 1};
        assertThat(shown("bytes", bytes, 2))
                .containsEntry("text", null)
                .containsEntry("hex", "c328")
                .containsEntry("cut", true);
        assertThat(shown("long", bytes, 100)).containsEntry("hex", "c32801").containsEntry("cut", false);
        assertThat(shown("record(a:long)", bytes, 100)).containsEntry("hex", "c32801");
    }

    @Test
    void numbersAreDecoded() {
        ByteSink sink = new ByteSink(8);
        Codecs.LONG.encode(-5L, sink);
        assertThat(shown("long", sink.toByteArray(), 100))
                .containsEntry("text", "-5")
                .containsEntry("hex", null)
                .containsEntry("cut", false);
    }
}
