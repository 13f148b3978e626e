package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrintableStreamTest {
    private static byte[] written(byte[] bytes, int piece) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (PrintableStream stream = new PrintableStream(out)) {
            for (int i = 0; i < bytes.length; i += piece) {
                stream.write(bytes, i, Math.min(piece, bytes.length - i));
            }
        }
        return out.toByteArray();
    }

    private static String written(String text) throws IOException {
        return new String(written(text.getBytes(UTF_8), Integer.MAX_VALUE / 2), UTF_8);
    }

    @Test
    void leavesTextUnchanged() throws IOException {
        String text = "a\tb\n\u00e9\u65e5\ud83d\ude00\u00a0\u0800\uffff";
        assertThat(written(text)).isEqualTo(text);
    }

    @Test
    void anyBytesBecomeUtf8WithoutControlCharactersInWhateverPieces() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            if (random.nextBoolean()) {
                bytes = new String(bytes, UTF_8).getBytes(UTF_8);
            }
            byte[] all = written(bytes, 100);
            assertThat(written(bytes, 1)).as("seed %d", seed).isEqualTo(all);
            String text = new String(all, UTF_8);
            assertThat(text.getBytes(UTF_8)).as("seed %d", seed).isEqualTo(all);
            assertThat(text.chars()).as("seed %d", seed).noneMatch(Printable::isHidden);
        }
    }

    @Test
    void validTextIsEscapedAsTheConsoleEscapesIt() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2000; round++) {
            String text =
                    random.ints(20, 0, 0x3000).mapToObj(Character::toString).reduce("", String::concat);
            assertThat(written(text)).as("seed %d", seed).isEqualTo(Printable.of(text));
        }
    }

    @Test
    void bytesThatAreNotUtf8AreShown() throws IOException {
        assertThat(new String(
                        written(
                                new byte[] {
                                    (byte) 0xc0,
                                    (byte) 0x80,
                                    (byte) 0xed,
                                    (byte) 0xa0,
                                    (byte) 0x80,
                                    'x',
                                    (byte) 0xf4,
                                    (byte) 0x90
                                },
                                1),
                        UTF_8))
                .isEqualTo("\\xc0\\x80\\xed\\xa0\\x80x\\xf4\\x90");
    }
}
