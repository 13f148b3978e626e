package org.sss.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NewlineSearchTest {
    @Test
    void findsFirstNewlineAtEachOffset() {
        for (int length = 0; length < 40; length++) {
            for (int at = 0; at < length; at++) {
                byte[] bytes = new byte[length];
                bytes[at] = '\n';
                bytes[length - 1] = '\n';
                assertThat(NewlineSearch.find(bytes, 0, length)).isEqualTo(at);
                assertThat(NewlineSearch.find(bytes, 0, at)).isEqualTo(-1);
            }
        }
    }

    @Test
    void agreesWithPlainLoopOnRandomBytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] near = {'\n', '\n' - 1, '\n' + 1, (byte) ('\n' | 0x80), 0, (byte) 0xFF};
        for (int round = 0; round < 5_000; round++) {
            byte[] bytes = new byte[random.nextInt(50)];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = near[random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(near.length - 1)];
            }
            int from = random.nextInt(bytes.length + 1);
            assertThat(NewlineSearch.find(bytes, from, bytes.length))
                    .as("seed %d", seed)
                    .isEqualTo(plain(bytes, from));
        }
    }

    private static int plain(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }
}
