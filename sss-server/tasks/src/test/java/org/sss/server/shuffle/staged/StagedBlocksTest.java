package org.sss.server.shuffle.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.server.shuffle.method.TestMemory;

class StagedBlocksTest {
    private static final int BLOCKS = 20;
    private static final int BLOCK_BYTES = 100;

    @TempDir
    Path directory;

    private static void add(StagedBlocks blocks, int number) {
        byte[] block = new byte[BLOCK_BYTES + number];
        block[0] = (byte) number;
        blocks.add(number, 7, block, block.length);
    }

    @Test
    void returnsBlocksInOrderWhereverTheyWait() {
        TestMemory memory = new TestMemory(BLOCK_BYTES * 5);
        try (StagingMemory staging = new StagingMemory(memory, () -> directory.resolve("s"))) {
            directory.resolve("s").toFile().mkdir();
            StagedBlocks blocks = new StagedBlocks(staging, () -> {});
            for (int i = 0; i < BLOCKS; i++) {
                add(blocks, i);
            }
            assertThat(staging.spilledBytes()).isPositive();
            assertThat(staging.peakBytes()).isBetween(BLOCK_BYTES * 3L, BLOCK_BYTES * 5L);
            for (int i = 0; i < BLOCKS; i++) {
                ByteBuf frame = blocks.poll();
                assertThat(frame.readInt()).isEqualTo(i);
                assertThat(frame.readInt()).isEqualTo(7);
                assertThat(frame.readableBytes()).isEqualTo(BLOCK_BYTES + i);
                assertThat(frame.readByte()).isEqualTo((byte) i);
                frame.release();
            }
            assertThat(blocks.poll()).isNull();
            assertThat(blocks.isEmpty()).isTrue();
        }
        assertThat(memory.used()).isZero();
        assertThat(Files.exists(directory.resolve("s"))).isFalse();
    }

    @Test
    void redirectedBlocksStayInTheirOrder() {
        TestMemory memory = new TestMemory(BLOCK_BYTES * 5);
        try (StagingMemory staging = new StagingMemory(memory, () -> directory.resolve("s"))) {
            directory.resolve("s").toFile().mkdir();
            StagedBlocks from = new StagedBlocks(staging, () -> {});
            StagedBlocks to = new StagedBlocks(staging, () -> {});
            for (int i = 0; i < BLOCKS; i++) {
                byte[] block = new byte[BLOCK_BYTES];
                from.add(i % 3, i, block, block.length);
            }
            assertThat(staging.spilledBytes()).isPositive();
            from.redirect(subgroup -> subgroup == 1 ? to : from);
            assertThat(numbers(to))
                    .containsExactlyElementsOf(IntStream.range(0, BLOCKS)
                            .filter(i -> i % 3 == 1)
                            .boxed()
                            .toList());
            assertThat(numbers(from))
                    .containsExactlyElementsOf(IntStream.range(0, BLOCKS)
                            .filter(i -> i % 3 != 1)
                            .boxed()
                            .toList());
        }
        assertThat(memory.used()).isZero();
    }

    private static List<Integer> numbers(StagedBlocks blocks) {
        List<Integer> numbers = new ArrayList<>();
        for (ByteBuf frame = blocks.poll(); frame != null; frame = blocks.poll()) {
            numbers.add(frame.getInt(Integer.BYTES));
            frame.release();
        }
        return numbers;
    }

    @Test
    void discardFreesMemory() {
        TestMemory memory = new TestMemory(BLOCK_BYTES * 5);
        try (StagingMemory staging = new StagingMemory(memory, () -> directory)) {
            StagedBlocks blocks = new StagedBlocks(staging, () -> {});
            for (int i = 0; i < 3; i++) {
                add(blocks, i);
            }
            assertThat(memory.used()).isPositive();
            blocks.discard();
            assertThat(memory.used()).isZero();
        }
    }
}
