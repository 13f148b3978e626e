package org.sss.server.shuffle.staged;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.testing.FailingDisk;

class BlockFileTest {
    private static final int BLOCKS = 40;

    @TempDir
    Path directory;

    private final FailingDisk disk = new FailingDisk();

    /** Blocks become shorter, so that what a failed write has left is longer than the block that follows. */
    private static byte[] block(int number) {
        byte[] block = new byte[3_000 - 50 * number];
        Arrays.fill(block, (byte) number);
        return block;
    }

    private static void checkRead(BlockFile file, BlockFile.Range range, int number) {
        ByteBuf frame = file.read(range);
        byte[] expected = block(number);
        assertThat(frame.readInt()).isEqualTo(7);
        assertThat(frame.readInt()).as("sequence of block %d", number).isEqualTo(number);
        byte[] content = new byte[frame.readableBytes()];
        frame.readBytes(content);
        assertThat(content).isEqualTo(expected);
        frame.release();
    }

    /** Adds blocks, of which the writes of those that {@code fails} fail half-way, and reads all accepted ones. */
    private void readsAcceptedBlocks(String operation, IntPredicate fails, int expectedFailures) throws IOException {
        Path own = Files.createDirectory(directory.resolve("blocks-" + operation));
        AtomicInteger adding = new AtomicInteger();
        disk.before = change -> {
            if (change.equals(operation + " blocks") && fails.test(adding.get())) {
                FailingDisk.<RuntimeException>fail(new IOException("No space left on device"));
            }
        };
        Map<Integer, BlockFile.Range> accepted = new TreeMap<>();
        try (BlockFile file = BlockFile.create(disk.path(own))) {
            for (int i = 0; i < BLOCKS; i++) {
                adding.set(i);
                try {
                    accepted.put(i, file.add(7, i, block(i), block(i).length));
                } catch (SssException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
                }
            }
            assertThat(accepted).hasSize(BLOCKS - expectedFailures);
            accepted.forEach((number, range) -> checkRead(file, range, number));
            assertThat(file.bytes())
                    .isEqualTo(accepted.values().stream()
                            .mapToLong(BlockFile.Range::length)
                            .sum());
        }
        assertThat(own).doesNotExist();
    }

    @Test
    void blocksAfterAFullDiskAreReadAsTheyWereWritten() throws IOException {
        readsAcceptedBlocks("write", number -> number >= 8 && number < 16, 8);
    }

    @Test
    void aSingleErrorLosesOneBlock() throws IOException {
        readsAcceptedBlocks("write", number -> number % 10 == 3, 4);
    }

    @Test
    void blocksAreRefusedUntilTheRestOfAFailedWriteIsRemoved() throws IOException {
        AtomicInteger truncates = new AtomicInteger();
        Path own = Files.createDirectory(directory.resolve("blocks"));
        disk.before = change -> {
            boolean fails = change.equals("write blocks") && truncates.get() == 0 && disk.changes.size() == 3
                    || change.equals("truncate blocks") && truncates.incrementAndGet() < 3;
            if (fails) {
                FailingDisk.<RuntimeException>fail(new IOException("Input/output error"));
            }
        };
        try (BlockFile file = BlockFile.create(disk.path(own))) {
            Map<Integer, BlockFile.Range> accepted = new TreeMap<>();
            for (int i = 0; i < 8; i++) {
                try {
                    accepted.put(i, file.add(7, i, block(i), block(i).length));
                } catch (SssException e) {
                    assertThat(e).hasMessageContaining("Input/output error");
                }
            }
            assertThat(accepted).as("after %s", disk.changes).hasSize(5);
            accepted.forEach((number, range) -> checkRead(file, range, number));
        }
    }

    @Test
    void anInterruptOfOneTaskDoesNotCloseTheFileOfTheOthers() throws IOException {
        Path own = Files.createDirectory(directory.resolve("interrupted"));
        try (BlockFile file = BlockFile.create(own)) {
            BlockFile.Range first = file.add(7, 0, block(0), block(0).length);
            Thread.currentThread().interrupt();
            BlockFile.Range second = file.add(7, 1, block(1), block(1).length);
            assertThat(Thread.interrupted()).isTrue();
            BlockFile.Range third = file.add(7, 2, block(2), block(2).length);
            checkRead(file, first, 0);
            checkRead(file, second, 1);
            checkRead(file, third, 2);
        }
    }
}
