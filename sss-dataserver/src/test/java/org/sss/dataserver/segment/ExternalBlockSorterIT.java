package org.sss.dataserver.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.TinyFileSystem;
import org.sss.dataserver.index.IndexPage;
import org.sss.net.block.BigEndian;

final class ExternalBlockSorterIT {
    @TempDir
    Path directory;

    private record Block(int run, int number, byte[] key) {}

    private static List<Block> blocks(Random random, int count) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] key = new byte[random.nextInt(20) == 0 ? random.nextInt(2000) : random.nextInt(20)];
            random.nextBytes(key);
            blocks.add(new Block(i % 7 * 3, i / 7, key));
        }
        Collections.shuffle(blocks, random);
        return blocks;
    }

    private void sortsInOrder(int count, int memoryBytes) throws IOException {
        List<Block> blocks = blocks(new Random(count), count);
        List<Block> sorted = new ArrayList<>(blocks);
        sorted.sort((a, b) -> a.run != b.run ? a.run - b.run : a.number - b.number);
        try (ExternalBlockSorter sorter = new ExternalBlockSorter(directory.resolve("scratch"), memoryBytes)) {
            for (Block b : blocks) {
                add(sorter, b);
            }
            int[] taken = new int[1];
            sorter.forEach((array, at) -> check(array, at, sorted.get(taken[0]++)));
            assertThat(taken[0]).isEqualTo(count);
            try (Stream<Path> files = Files.list(directory)) {
                assertThat(files).isEmpty();
            }
        }
    }

    private static void add(ExternalBlockSorter sorter, Block b) throws IOException {
        sorter.add(
                b.run,
                b.number,
                (long) b.run << 33 | b.number,
                b.number + 1,
                b.number + 2,
                b.number + 3,
                b.number + 4,
                b.key,
                0,
                b.key.length);
    }

    private static void check(byte[] array, int at, Block expected) {
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.RUN_AT)).isEqualTo(expected.run);
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.BLOCK_AT)).isEqualTo(expected.number);
        assertThat(BigEndian.getLong(array, at + ExternalBlockSorter.OFFSET_AT))
                .isEqualTo((long) expected.run << 33 | expected.number);
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.LENGTH_AT)).isEqualTo(expected.number + 1);
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.TUPLES_AT)).isEqualTo(expected.number + 2);
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.DATA_BYTES_AT))
                .isEqualTo(expected.number + 3);
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.FLAGS_AT)).isEqualTo(expected.number + 4);
        int kept = Math.min(expected.key.length, IndexPage.MAX_KEY_BYTES + 1);
        assertThat(BigEndian.getInt(array, at + ExternalBlockSorter.KEY_BYTES_AT))
                .isEqualTo(kept);
        assertThat(Arrays.copyOfRange(array, at + ExternalBlockSorter.KEY_AT, at + ExternalBlockSorter.KEY_AT + kept))
                .isEqualTo(Arrays.copyOf(expected.key, kept));
    }

    @Test
    void whatFitsIntoMemoryIsSortedThere() throws IOException {
        for (int count : new int[] {0, 1, 100, 3000}) {
            sortsInOrder(count, 1 << 20);
        }
    }

    @Test
    void whatDoesNotFitIsSortedWithAFile() throws IOException {
        for (int memoryBytes : new int[] {0, 5000, 20_000, 100_000}) {
            sortsInOrder(7000, memoryBytes);
        }
    }

    @Test
    void aDiskThatIsFullIsAnErrorOfTheDiskAlsoWhenAllBlocksAreGivenOut() throws IOException {
        try (TinyFileSystem disk = TinyFileSystem.mount(directory.resolve("tiny"), "size=64k")) {
            assumeTrue(disk.isMounted(), "a tmpfs can be mounted here");
            try (ExternalBlockSorter sorter =
                    new ExternalBlockSorter(disk.directory().resolve("scratch"), 20_000)) {
                for (int i = 0; i < 400; i++) {
                    add(
                            sorter,
                            new Block(
                                    0, i, new byte[100])); // 136 bytes each: two pieces in the file, a third in memory
                }
                fill(disk.directory().resolve("filler"));
                assertThatThrownBy(() -> sorter.forEach((array, at) -> {})).isInstanceOf(IOException.class);
            }
        }
    }

    private static void fill(Path file) throws IOException {
        try (OutputStream filler = Files.newOutputStream(file)) {
            assertThatThrownBy(() -> {
                        while (true) {
                            filler.write(new byte[4096]);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    /** A segment for each of very many subgroups, in a heap of 512 MiB. */
    @Test
    void manyAtOnceGoToTheirFilesEarly() throws IOException {
        int files = 60;
        int count = 10_000;
        long before = ExternalBlockSorter.bytesOfAll();
        byte[] key = new byte[16];
        List<ExternalBlockSorter> all = new ArrayList<>();
        try {
            for (int i = 0; i < files; i++) {
                all.add(new ExternalBlockSorter(directory.resolve("scratch-" + i), ExternalBlockSorter.MEMORY_BYTES));
            }
            for (int i = 0; i < count; i++) {
                for (ExternalBlockSorter sorter : all) {
                    add(sorter, new Block(i % 2, i / 2, key));
                }
            }
            assertThat(ExternalBlockSorter.bytesOfAll() - before)
                    .isLessThan(Runtime.getRuntime().maxMemory() / 16 + files * (128L << 10));
            for (ExternalBlockSorter sorter : all) {
                int[] taken = new int[1];
                sorter.forEach((array, at) ->
                        check(array, at, new Block(taken[0] / (count / 2), taken[0]++ % (count / 2), key)));
                assertThat(taken[0]).isEqualTo(count);
            }
        } finally {
            for (ExternalBlockSorter sorter : all) {
                sorter.close();
            }
        }
        assertThat(ExternalBlockSorter.bytesOfAll()).isEqualTo(before);
    }
}
