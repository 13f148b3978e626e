package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BlockIndexTest {
    private static final byte[] ALPHABET = {0, 1, 'a', (byte) 0xFF};

    /** Sorted keys, cut into blocks: what an index is of. */
    private record Blocks(List<List<byte[]>> keys) {
        static Blocks random(Random random, int longestKey) {
            List<byte[]> sorted = new ArrayList<>();
            for (int i = random.nextInt(60); i >= 0; i--) {
                sorted.add(key(random, longestKey));
            }
            sorted.sort(Arrays::compareUnsigned);
            List<List<byte[]>> blocks = new ArrayList<>();
            for (byte[] key : sorted) {
                if (blocks.isEmpty() || random.nextInt(3) == 0) {
                    blocks.add(new ArrayList<>());
                }
                blocks.get(blocks.size() - 1).add(key);
            }
            return new Blocks(blocks);
        }

        BlockIndex index(Random random) {
            BlockIndexBuilder builder = new BlockIndexBuilder(random.nextInt(4));
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            order.forEach(block -> builder.set(block, 1000L * block, block + 1, keys.get(block).size(), flags(block),
                    first(block), 0, first(block).length));
            assertThat(builder.setCount()).isEqualTo(keys.size());
            return builder.build();
        }

        private byte[] first(int block) {
            return keys.get(block).get(0);
        }

        private int flags(int block) {
            boolean goesOn = block > 0 && Arrays.equals(first(block), last(block - 1));
            return goesOn ? BlockIndex.FLAG_KEY_GOES_ON : 0;
        }

        private byte[] last(int block) {
            return keys.get(block).get(keys.get(block).size() - 1);
        }

        boolean has(int block, KeyRange range) {
            return keys.get(block).stream().anyMatch(k -> !range.isBelow(k, k.length) && !range.isPast(k, k.length));
        }
    }

    private static byte[] key(Random random, int longest) {
        byte[] key = new byte[random.nextInt(longest + 1)];
        for (int i = 0; i < Math.min(3, key.length); i++) {
            key[key.length - 1 - i] = ALPHABET[random.nextInt(ALPHABET.length)];
        }
        return key;
    }

    private static void checkSpan(Blocks blocks, int first, int end, KeyRange range, String what) {
        for (int block = 0; block < blocks.keys.size(); block++) {
            if (blocks.has(block, range)) {
                assertThat(block).as("%s, block %d", what, block).isGreaterThanOrEqualTo(first).isLessThan(end);
            }
        }
    }

    @Test
    void noBlockThatHasAKeyIsLeftOut() {
        Random random = new Random(1);
        for (int i = 0; i < 3000; i++) {
            int longest = i % 3 == 0 ? 1030 : 3;
            Blocks blocks = Blocks.random(random, longest);
            BlockIndex index = blocks.index(random);
            for (int j = 0; j < 20; j++) {
                byte[] from = key(random, longest);
                byte[] to = key(random, longest);
                KeyRange point = new KeyRange(from, Arrays.copyOf(from, from.length + 1));
                checkSpan(blocks, index.firstBlock(from), index.endBlock(from), point, "point " + i);
                KeyRange range = new KeyRange(from, random.nextInt(9) == 0 ? null : to);
                checkSpan(blocks, index.firstBlock(range), index.endBlock(range), range, "range " + i);
                assertThat(index.endBlock(range)).isGreaterThanOrEqualTo(index.firstBlock(range));
            }
        }
    }

    @Test
    void aPointReadLooksAtNoBlockTooMany() {
        Random random = new Random(2);
        for (int i = 0; i < 3000; i++) {
            Blocks blocks = Blocks.random(random, 3);
            BlockIndex index = blocks.index(random);
            for (List<byte[]> block : blocks.keys) {
                byte[] key = block.get(random.nextInt(block.size()));
                KeyRange point = new KeyRange(key, Arrays.copyOf(key, key.length + 1));
                int first = index.firstBlock(key);
                assertThat(blocks.has(index.endBlock(key) - 1, point)).as("last of point %d", i).isTrue();
                // a block that ends below the key is looked at only when the next one begins above it
                assertThat(blocks.has(first, point) || Arrays.compareUnsigned(blocks.first(first), key) < 0
                        && blocks.has(first + 1, point)).as("first of point %d", i).isTrue();
                if (Arrays.equals(blocks.first(index.endBlock(key) - 1), key)) {
                    assertThat(blocks.has(first, point)).as("first of point %d at the start of a block", i).isTrue();
                }
            }
        }
    }

    @Test
    void itTellsWhatItWasTold() {
        BlockIndexBuilder builder = new BlockIndexBuilder(0);
        byte[] key = new byte[3000];
        for (int block = 0; block < 100; block++) {
            builder.set(block, 1L << 40 | block, 32_000 + block, block, block % 4, key, 0, 20 * block);
        }
        byte[] section = new byte[7 + builder.bytes()];
        BlockIndex index = builder.build(section, 7);
        assertThat(index.blocks()).isEqualTo(100);
        assertThat(index.offset(99)).isEqualTo((1L << 40) + 99);
        assertThat(index.length(99)).isEqualTo(32_099);
        assertThat(index.tuples(99)).isEqualTo(99);
        assertThat(index.totalTuples()).isEqualTo(99 * 50);
        assertThat(index.continuesPrevious(97)).isTrue();
        assertThat(index.keyGoesOn(97)).isFalse();
        assertThat(index.keyGoesOn(98)).isTrue();
        assertThat(index.isSound(section.length, (1L << 40) + 99 + 32_099)).isTrue();
        assertThat(index.isSound(section.length, (1L << 40) + 99 + 32_098)).isFalse();
        assertThat(index.isSound(section.length - 1, 1L << 41)).isFalse();
    }

    @Test
    void anIndexWithAHoleIsNotMade() {
        BlockIndexBuilder builder = new BlockIndexBuilder(3);
        builder.set(1, 0, 1, 1, 0, new byte[1], 0, 1);
        assertThatThrownBy(builder::build).hasMessageContaining("block 0 of 2");
    }
}
