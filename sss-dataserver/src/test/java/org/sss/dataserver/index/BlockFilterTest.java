package org.sss.dataserver.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.dataserver.Tuples;
import org.sss.net.block.BlockReader;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunWriter;

final class BlockFilterTest {
    private static List<byte[]> blocks(Tuples tuples) {
        List<byte[]> blocks = new ArrayList<>();
        tuples.writeTo(new RunWriter((bytes, length) -> blocks.add(Arrays.copyOf(bytes, length))));
        return blocks;
    }

    private static BlockReader reader(byte[] block) {
        BlockReader reader = new BlockReader();
        reader.reset(block, 0, block.length);
        return reader;
    }

    private static long hash(byte[] key) {
        return KeyHash.hash64(key, 0, key.length);
    }

    @Test
    void aKeyOfTheBlockIsNeverDenied() {
        for (byte[] block : blocks(Tuples.numbered("key", 10_000, "value"))) {
            BlockFilter filter = BlockFilter.of(reader(block));
            BlockReader again = reader(block);
            while (again.next()) {
                assertThat(filter.mayHave(KeyHash.hash64(again.array(), again.keyOffset(), again.keyLength())))
                        .isTrue();
            }
        }
    }

    @Test
    void mostOtherKeysOfTheSameSubgroupAreDenied() {
        Tuples ofOneSubgroup = new Tuples();
        List<byte[]> others = new ArrayList<>();
        for (byte[] key : Tuples.numbered("key", 80_000, "").keys()) {
            if (KeyHash.subgroup(hash(key), 16) == 5) {
                if (others.size() < 2000) {
                    others.add(key);
                } else {
                    ofOneSubgroup.add(key, new byte[8]);
                }
            }
        }
        for (byte[] block : blocks(ofOneSubgroup)) {
            BlockFilter filter = BlockFilter.of(reader(block));
            assertThat(others.stream().filter(key -> filter.mayHave(hash(key))).count())
                    .isLessThan(40);
            assertThat(filter.heapBytes()).isLessThan(block.length / 10);
        }
    }

    @Test
    void aKeyWithManyValuesTakesNoMoreThanOneWithOne() {
        Tuples tuples = new Tuples();
        for (int i = 0; i < 1000; i++) {
            tuples.add(Tuples.bytes("key"), new byte[4]);
        }
        BlockFilter filter = BlockFilter.of(reader(blocks(tuples).get(0)));
        assertThat(filter.mayHave(hash(Tuples.bytes("key")))).isTrue();
        assertThat(filter.heapBytes()).isLessThan(300);
    }
}
