package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.net.block.Blocks.Tuple;

class BlockSumTest {
    private static final List<byte[]> BLOCKS = blocks();

    /** 1000 tuples of 110 bytes, and one of 600,000 in pieces. */
    private static List<byte[]> blocks() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            tuples.add(new Tuple(String.format("key%07d", i).getBytes(), new byte[100]));
        }
        tuples.add(new Tuple("z".getBytes(), new byte[599_999]));
        return Blocks.write(tuples);
    }

    private static BlockSum sum(List<byte[]> blocks) {
        BlockSum sum = new BlockSum();
        blocks.forEach(block -> sum.add(block, 0));
        return sum;
    }

    private static boolean isAll(BlockSum sum) {
        return sum.isOf(BLOCKS.size(), 1001, 710_000);
    }

    @Test
    void sumOfHeadersMatchesWrittenTuples() {
        assertThat(isAll(sum(BLOCKS))).isTrue();
        BlockSum stats = new BlockSum();
        BLOCKS.forEach(block -> stats.add(BlockStats.of(Unpooled.wrappedBuffer(block))));
        assertThat(isAll(stats)).isTrue();
        assertThat(stats).hasToString(BLOCKS.size() + " blocks with 1001 tuples of 710000 bytes");
    }

    @Test
    void detectsLostAndDuplicatedBlocks() {
        for (int i = 0; i < BLOCKS.size(); i++) {
            List<byte[]> others = new ArrayList<>(BLOCKS);
            others.add(i, BLOCKS.get(i));
            assertThat(isAll(sum(others))).as("block %d twice", i).isFalse();
            others.remove(i);
            others.remove(i);
            assertThat(isAll(sum(others))).as("without block %d", i).isFalse();
        }
    }

    @Test
    void comparesTuplesOfBlocksWithoutDataBytes() {
        BlockSum sum = sum(BLOCKS);
        sum.add(5, 0);
        assertThat(sum.isOf(BLOCKS.size() + 1, 1006, 710_000)).isTrue();
        assertThat(sum.isOf(BLOCKS.size() + 1, 1006, 710_100)).isTrue();
        assertThat(sum.isOf(BLOCKS.size() + 1, 1006, 709_999))
                .as("bytes that come twice are found all the same")
                .isFalse();
        assertThat(sum.isOf(BLOCKS.size() + 1, 1005, 710_100)).isFalse();
    }
}
