package org.sss.server.task.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sss.api.Codec;
import org.sss.api.Codecs;

class RepeatedStringsTest {
    /** After so many, strings are searched for. */
    private static final int BEFORE = 1024;

    private final Codec<String> strings = RepeatedStrings.orOther(Codecs.STRING);

    @Test
    void decodesWhatTheCodecOfStringsDecodes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<byte[]> encodings = new ArrayList<>();
        for (String string : List.of(
                "",
                "\0",
                "\0\0",
                "a",
                "a\0",
                "a\0\0",
                "\0a",
                "abcdefgh",
                "abcdefgh\0",
                "abcdefg\0",
                "abcdefghi",
                "abcdefghijklmno",
                "abcdefghijklmn\0",
                "abcdefghijklmnop",
                "abcdefghijklmnopq",
                "ä",
                "āā",
                "日本語",
                "😀😀😀",
                "ÿ")) {
            encodings.add(string.getBytes(StandardCharsets.UTF_8));
        }
        for (int i = 0; i < 500; i++) {
            byte[] any = new byte[random.nextInt(19)];
            random.nextBytes(any);
            encodings.add(any);
        }
        for (int i = 0; i < 200_000; i++) {
            byte[] encoding = encodings.get(random.nextInt(encodings.size()));
            int offset = random.nextInt(20);
            byte[] bytes = new byte[offset + encoding.length + random.nextInt(20)];
            random.nextBytes(bytes);
            System.arraycopy(encoding, 0, bytes, offset, encoding.length);
            assertThat(strings.decode(bytes, offset, encoding.length))
                    .as("seed %d, decoding %d", seed, i)
                    .isEqualTo(new String(encoding, StandardCharsets.UTF_8));
        }
    }

    @Test
    void stringsThatComeAgainAreTheSameObjects() {
        byte[] bytes = "one, two, and more after them".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < BEFORE; i++) {
            strings.decode(bytes, 0, 3);
        }
        assertThat(strings.decode(bytes, 0, 3)).isEqualTo("one").isSameAs(strings.decode(bytes, 0, 3));
        assertThat(strings.decode(bytes, 5, 3)).isEqualTo("two").isSameAs(strings.decode(bytes, 5, 3));
    }

    @Test
    void stringsThatAllDifferAreNotLookedForAnyLonger() {
        byte[] bytes = new byte[32];
        for (int i = 0; i < 3 * BEFORE + 4096; i++) {
            byte[] number = Integer.toString(1_000_000 + i).getBytes(StandardCharsets.UTF_8);
            System.arraycopy(number, 0, bytes, 0, number.length);
            assertThat(strings.decode(bytes, 0, number.length)).isEqualTo(Integer.toString(1_000_000 + i));
        }
        assertThat(strings.decode(bytes, 0, 7)).isNotSameAs(strings.decode(bytes, 0, 7));
    }

    @Test
    void otherCodecsAreThoseOfTheirOwnForATask() {
        assertThat(RepeatedStrings.orOther(Codecs.LONG)).isSameAs(Codecs.LONG);
        assertThat(RepeatedStrings.orOther(Codecs.BYTES))
                .isNotSameAs(Codecs.BYTES)
                .isEqualTo(Codecs.BYTES);
    }
}
