package org.sss.dataserver.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.dataserver.Tuples;
import org.sss.net.block.BlockReader;
import org.sss.net.block.EntryReader;
import org.sss.net.block.RunWriter;

final class SubBlockIndexTest {
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

    private static SubBlockIndex subBlocks(byte[] block) {
        return SubBlockIndex.of(reader(block));
    }

    /** All keys in the subBlocks that come into question for a key, one after another. */
    private static List<String> keysBeside(byte[] block, SubBlockIndex subBlocks, byte[] key) {
        EntryReader entries = new EntryReader();
        int from = subBlocks.offset(subBlocks.first(key));
        entries.reset(block, from, subBlocks.offset(subBlocks.end(key)) - from);
        List<String> keys = new ArrayList<>();
        while (entries.next()) {
            keys.add(new String(entries.array(), entries.keyOffset(), entries.keyLength(), StandardCharsets.UTF_8));
        }
        return keys;
    }

    private static void assertThatEachKeyIsInItsSubBlocks(Tuples tuples, int maxBytes) {
        for (byte[] block : blocks(tuples)) {
            SubBlockIndex subBlocks = subBlocks(block);
            BlockReader all = reader(block);
            while (subBlocks != null && all.next()) {
                byte[] key = all.key();
                assertThat(keysBeside(block, subBlocks, key)).contains(new String(key, StandardCharsets.UTF_8));
                assertThat(subBlocks.offset(subBlocks.end(key)) - subBlocks.offset(subBlocks.first(key)))
                        .isLessThan(maxBytes);
            }
        }
    }

    @Test
    void eachKeyIsInASubBlockOfAboutAKibibyte() {
        assertThatEachKeyIsInItsSubBlocks(Tuples.numbered("user", 3000, "value"), 2200);
    }

    @Test
    void keysWithALongCommonPrefixAreInSeveralSubBlocks() {
        Tuples tuples = new Tuples();
        for (int i = 0; i < 3000; i++) {
            tuples.add(Tuples.bytes((i < 1500 ? "a" : "b") + "-all-alike-" + (10_000 + i)), new byte[8]);
        }
        assertThatEachKeyIsInItsSubBlocks(tuples, 64 << 10);
    }

    @Test
    void keyOutsideOfTheBlockIsInNoSubBlock() {
        byte[] block =
                blocks(Tuples.numbered("user", 600, "a value of some bytes")).get(0);
        SubBlockIndex subBlocks = subBlocks(block);
        assertThat(subBlocks.end(Tuples.bytes("use"))).isZero();
        assertThat(subBlocks.end(Tuples.bytes("usher"))).isZero();
        assertThat(subBlocks.end(Tuples.bytes("user"))).isZero();
    }

    @Test
    void valuesOfAKeyAreInOneSubBlock() {
        Tuples tuples = new Tuples();
        for (int key = 0; key < 20; key++) {
            for (int i = 0; i < 50; i++) {
                tuples.add(Tuples.bytes("key" + (10 + key)), new byte[20]);
            }
        }
        byte[] block = blocks(tuples).get(0);
        assertThat(keysBeside(block, subBlocks(block), Tuples.bytes("key15")).stream()
                        .filter("key15"::equals))
                .hasSize(50);
    }

    @Test
    void smallBlockAndChunkOfALargeValueHaveNoSubBlocks() {
        assertThat(subBlocks(blocks(Tuples.numbered("key", 10, "value")).get(0)))
                .isNull();
        Tuples large = new Tuples();
        large.add(Tuples.bytes("key"), new byte[600 << 10]);
        for (byte[] block : blocks(large)) {
            assertThat(subBlocks(block)).isNull();
        }
    }

    @Test
    void indexIsSmall() {
        byte[] block = blocks(Tuples.numbered("key", 3000, "value")).get(0);
        assertThat(subBlocks(block).heapBytes()).isLessThan(block.length / 30);
    }
}
