package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.openhft.hashing.LongHashFunction;
import org.junit.jupiter.api.Test;

/** If one of these fails, stored groups would no longer be found: the hash is part of the format. */
class KeyHashTest {
    private static byte[] pattern(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 131 + 7);
        }
        return bytes;
    }

    @Test
    void theHashesOfThePatternNeverChange() {
        for (int i = 0; i < KeyHashGolden.UP_TO_40.length; i++) {
            assertThat(KeyHash.hash64(pattern(i), 0, i)).as("length %d", i).isEqualTo(KeyHashGolden.UP_TO_40[i]);
        }
        for (long[] lengthAndHash : KeyHashGolden.LONGER) {
            int length = (int) lengthAndHash[0];
            assertThat(KeyHash.hash64(pattern(length), 0, length))
                    .as("length %d", length)
                    .isEqualTo(lengthAndHash[1]);
        }
    }

    @Test
    void theHashIsXxh3AsAnotherImplementationComputesIt() {
        LongHashFunction reference = LongHashFunction.xx3(KeyHash.SEED);
        byte[] bytes = new byte[70_000];
        new Random(1).nextBytes(bytes);
        for (int length = 0; length < 1200; length++) {
            assertThat(KeyHash.hash64(bytes, 3, length))
                    .as("length %d", length)
                    .isEqualTo(reference.hashBytes(bytes, 3, length));
        }
        for (int length = 1200; length < 65_536; length = length * 5 / 4) {
            assertThat(KeyHash.hash64(bytes, 5, length))
                    .as("length %d", length)
                    .isEqualTo(reference.hashBytes(bytes, 5, length));
        }
    }

    @Test
    void aSubgroupIsTheUnsignedRemainderOfTheHash() {
        Random random = new Random(2);
        for (int count = 1; count < 70; count++) {
            for (int i = 0; i < 50; i++) {
                long hash = random.nextLong();
                assertThat(KeyHash.subgroup(hash, count)).isEqualTo((int) Long.remainderUnsigned(hash, count));
            }
        }
    }

    @Test
    void oneMillionKeysSpreadEvenlyOverTheSubgroups() {
        Integer[] keys = {0, 0, 0, 0, 0, 0, 0};
        byte[] key = new byte[8];
        for (int i = 0; i < 1_000_000; i++) {
            BigEndian.putLong(key, 0, i);
            keys[KeyHash.subgroup(KeyHash.hash64(key, 0, 8), 7)]++;
        }
        // 142,857 each, with a standard deviation of 350.
        assertThat(keys).allSatisfy(n -> assertThat(n).isBetween(140_700, 145_000));
    }
}
