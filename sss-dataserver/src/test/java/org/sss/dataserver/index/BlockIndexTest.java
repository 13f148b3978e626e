package org.sss.dataserver.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.net.block.KeyRange;

final class BlockIndexTest {
    /** From two blocks a page to all blocks in one. */
    private static final int[] PAGE_BYTES = {1, 150, 400, 8000};

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
            WrittenIndex written = new WrittenIndex(random.nextInt(PAGE_BYTES[random.nextInt(PAGE_BYTES.length)]));
            for (int block = 0; block < keys.size(); block++) {
                written.add(
                        1000L * block,
                        block + 1,
                        keys.get(block).size(),
                        flags(block),
                        first(block),
                        first(block).length);
            }
            return written.index();
        }

        private byte[] first(int block) {
            return keys.get(block).get(0);
        }

        private int flags(int block) {
            boolean goesOn = block > 0 && Arrays.equals(first(block), last(block - 1));
            return goesOn ? IndexPage.FLAG_KEY_CONTINUES : 0;
        }

        private byte[] last(int block) {
            return keys.get(block).get(keys.get(block).size() - 1);
        }

        boolean has(int block, KeyRange range) {
            return keys.get(block).stream()
                    .anyMatch(k -> !range.endsBefore(k, 0, k.length)
                            && (range.from() == null || Arrays.compareUnsigned(range.from(), k) <= 0));
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
                assertThat(block)
                        .as("%s, block %d", what, block)
                        .isGreaterThanOrEqualTo(first)
                        .isLessThan(end);
            }
        }
    }

    @Tag("heavy")
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
                assertThat(blocks.has(index.endBlock(key) - 1, point))
                        .as("last of point %d", i)
                        .isTrue();
                // a block that ends below the key is looked at only when the next one starts above it
                assertThat(blocks.has(first, point)
                                || Arrays.compareUnsigned(blocks.first(first), key) < 0 && blocks.has(first + 1, point))
                        .as("first of point %d", i)
                        .isTrue();
                if (Arrays.equals(blocks.first(index.endBlock(key) - 1), key)) {
                    assertThat(blocks.has(first, point))
                            .as("first of point %d at the start of a block", i)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void returnsWhatWasAdded() {
        for (int pageBytes : new int[] {1, 500, 1 << 20}) {
            WrittenIndex written = new WrittenIndex(pageBytes);
            byte[] key = new byte[3000];
            for (int block = 0; block < 100; block++) {
                written.add(1L << 40 | block, 32_000 + block, block, block % 4, key, 20 * block);
            }
            BlockIndex index = written.index();
            assertThat(index.blocks()).isEqualTo(100);
            for (int block : new int[] {99, 0, 50, 97, 98}) {
                assertThat(index.offset(block)).isEqualTo((1L << 40) + block);
                assertThat(index.length(block)).isEqualTo(32_000 + block);
                assertThat(index.tuples(block)).isEqualTo(block);
                assertThat(index.continuesPrevious(block)).isEqualTo(block % 2 == 1);
                assertThat(index.keyContinues(block)).isEqualTo(block % 4 >= 2);
                assertThat(index.mayStartWith(block, new byte[20 * block])).isTrue();
                assertThat(index.mayStartWith(block, new byte[20 * block + 1]))
                        .isEqualTo(20 * block > IndexPage.MAX_KEY_BYTES);
            }
        }
    }

    private static WrittenIndex numbered(int blocks) {
        WrittenIndex written = new WrittenIndex(IndexWriter.PAGE_BYTES);
        for (int block = 0; block < blocks; block++) {
            written.add(32_000L * block, 32_000, 10, 0, number(2 * block), 8);
        }
        return written;
    }

    private static byte[] number(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    @Test
    void aPointReadLooksAtOnePageOfEachLevelAndAScanAtEachPageOnce() {
        WrittenIndex written = numbered(1_000_000);
        BlockIndex index = written.index();
        assertThat(index.root().level()).isEqualTo(2);
        assertThat(written.pages().values().stream()
                        .mapToInt(page -> page.length)
                        .max()
                        .orElseThrow())
                .isLessThanOrEqualTo(8 << 10);
        assertThat(index.endBlock(number(1_234_567))).isEqualTo(617_284);
        assertThat(index.firstBlock(number(1_234_567))).isEqualTo(617_283);
        assertThat(index.offset(617_283)).isEqualTo(32_000L * 617_283);
        assertThat(written.reads()).isEqualTo(3);

        for (int block = 0; block < index.blocks(); block++) {
            assertThat(index.length(block)).isEqualTo(32_000);
        }
        long leaves = written.pages().values().stream()
                .filter(page -> new IndexPage(page).level() == 0)
                .count();
        assertThat(written.reads()).isEqualTo(3 + 3 * (int) leaves);
    }

    @Test
    void aRunWithoutBlocksHasAnIndex() {
        BlockIndex index = new WrittenIndex(1).index();
        assertThat(index.blocks()).isZero();
        assertThat(index.endBlock(KeyRange.ALL)).isZero();
        assertThat(index.firstBlock(number(3))).isZero();
        assertThat(index.endBlock(number(3))).isZero();
    }

    @Test
    void anyFlippedBitOfAPageIsFound() {
        byte[] page = page(3);
        Pointer pointer = new Pointer(WrittenIndex.DATA_BYTES, page.length, 0, 0);
        IndexPage.decode(page, WrittenIndex.RUN, pointer, 96_000, 96_000);
        for (int bit = 0; bit < 8 * page.length; bit++) {
            byte[] bad = page.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> IndexPage.decode(bad, WrittenIndex.RUN, pointer, 96_000, 96_000))
                    .as("bit %d", bit)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static byte[] page(int blocks) {
        WrittenIndex written = numbered(blocks);
        written.index();
        return written.pages().firstEntry().getValue();
    }

    @Test
    void rejectsValidPageAtWrongPosition() {
        byte[] page = page(3);
        assertWrong(page, WrittenIndex.RUN + 1, 0, 0, 96_000, "has run 3");
        assertWrong(page, WrittenIndex.RUN, 1, 0, 96_000, "level 0");
        assertWrong(page, WrittenIndex.RUN, 0, 7, 96_000, "from block 0 on");
        assertWrong(page, WrittenIndex.RUN, 0, 0, 95_999, "do not fit the file");
    }

    private static void assertWrong(byte[] page, int run, int level, int first, long dataBytes, String what) {
        assertThatThrownBy(() ->
                        IndexPage.decode(page, run, new Pointer(0, page.length, level, first), dataBytes, dataBytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(what);
    }
}
