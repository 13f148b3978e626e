package org.sss.dataserver.segment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockKeysTest {
    private record Position(int run, byte[] key, int block) {
        int compareTo(Position o) {
            int c = Integer.compareUnsigned(run, o.run);
            c = c != 0 ? c : Arrays.compareUnsigned(key, o.key);
            return c != 0 ? c : Integer.compare(block, o.block);
        }

        byte[] bytes() {
            ByteBuffer into = ByteBuffer.allocate(10 + 2 * key.length);
            BlockKeys.put(into, run, key, 0, key.length, block);
            return Arrays.copyOf(into.array(), into.position());
        }
    }

    private static Position random(Random random) {
        byte[] alphabet = {0, 1, 'x', (byte) 0xFE, (byte) 0xFF};
        byte[] key = new byte[random.nextInt(5)];
        for (int i = 0; i < key.length; i++) {
            key[i] = alphabet[random.nextInt(alphabet.length)];
        }
        return new Position(random.nextInt(3), key, random.nextInt(300));
    }

    @Test
    void theirByteOrderIsRunThenKeyThenBlock() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            Position a = random(random);
            Position b = random(random);
            assertThat(Integer.signum(Arrays.compareUnsigned(a.bytes(), b.bytes())))
                    .as(a + " and " + b)
                    .isEqualTo(Integer.signum(a.compareTo(b)));
        }
    }

    @Test
    void longKeysAreCutAndOrderedByBlockNumber() {
        byte[] before = new Position(1, new byte[60_000], 2).bytes();
        assertThat(before).hasSize(BlockKeys.maxBytes(60_000)).hasSizeLessThan(3_000);
        assertThat(Arrays.compareUnsigned(before, new Position(1, new byte[60_001], 3).bytes()))
                .isNegative();
        assertThat(Arrays.compareUnsigned(new Position(1, new byte[1023], 9).bytes(), before))
                .isNegative();
    }
}
