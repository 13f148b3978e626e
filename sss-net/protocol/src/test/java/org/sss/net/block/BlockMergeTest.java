package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;
import static org.sss.net.block.BlockFormat.TARGET_BYTES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

class BlockMergeTest {
    private final TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
    private final List<List<byte[]>> runs = new ArrayList<>();
    private Random random = new Random(47);
    private boolean compressed;
    /** Length of the common prefix of all keys. */
    private int alike;

    @RepeatedTest(60)
    void mergesRandomRunsLikeAModel(RepetitionInfo repetition) {
        random = new Random(repetition.getCurrentRepetition());
        compressed = random.nextBoolean();
        alike = random.nextBoolean() ? 0 : random.nextInt(12);
        int maxValueBytes = 1 << random.nextInt(16);
        for (int r = random.nextInt(12); r >= 0; r--) {
            addRun(overlapping(random.nextInt(600), 1 + random.nextInt(9), maxValueBytes), random.nextBoolean());
        }
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertSound(merged);
        byte[] a = bound();
        byte[] b = bound();
        assertThat(Blocks.read(merge(a, b))).isEqualTo(tuples(a, b));
        assertThat(Blocks.read(merge(a, null))).isEqualTo(tuples(a, null));
        assertThat(new FirstKeyArrivals(runs).merged()).isEqualTo(tuples(null, null));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 31, 32, 33, 300})
    void anyNumberOfRunsIsMerged(int count) {
        for (int r = 0; r < count; r++) {
            addRun(overlapping(40, 3, 30), false);
        }
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertSound(merged);
        assertNoTinyNeighbours(merged);
    }

    @RepeatedTest(8)
    void preservesOrderOfValuesInPiecesOfOneKey(RepetitionInfo repetition) {
        random = new Random(100 + repetition.getCurrentRepetition());
        for (int r = 0; r < 4; r++) {
            addRun(overlapping(8, 1, 3 * MAX_PIECE_BYTES), random.nextBoolean());
        }
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertSound(merged);
        byte[] from = {(byte) 0x80};
        assertThat(Blocks.read(merge(from, null))).isEqualTo(tuples(from, null));
        assertThat(Blocks.read(merge(null, from))).isEqualTo(tuples(null, from));
        assertThat(new FirstKeyArrivals(runs).merged()).isEqualTo(tuples(null, null));
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "1, 2", "3, 2"})
    void failedMergeReturnsNoFurtherBlocks(int count, int failsAt) {
        for (int r = 0; r < count; r++) {
            addRun(overlapping(400, 3, 600), false);
        }
        List<BlockSource> sources =
                new ArrayList<>(runs.stream().map(Blocks.Source::new).toList());
        sources.set(count - 1, new Blocks.FailingOnce(runs.get(count - 1), failsAt));
        try (BlockMerge merge = new BlockMerge(sources)) {
            SssException failure = catchThrowableOfType(SssException.class, () -> {
                while (merge.next()) {
                    merge.tuples();
                }
            });
            assertThat(failure).hasMessage("the server is stuck");
            assertThatThrownBy(merge::next).isSameAs(failure);
            assertThatThrownBy(merge::next).isSameAs(failure);
        }
    }

    @Test
    void passesOnBlocksOfDisjointRunsUnchanged() {
        for (int r = 0; r < 5; r++) {
            addRun(ascending(1000 * r, 800, 300), false);
        }
        mark();
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertThat(marked(merged))
                .containsExactlyElementsOf(runs.stream()
                        .flatMap(List::stream)
                        .filter(b -> b.length >= TARGET_BYTES / 2)
                        .toList());
        assertThat(merged).hasSameSizeAs(runs.stream().flatMap(List::stream).toList());
    }

    @Test
    void passesOnBlocksOfOneKeyInTheOrderOfTheRuns() {
        for (int r = 0; r < 3; r++) {
            List<Tuple> run = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                run.add(new Tuple(new byte[] {1}, Blocks.random(random, 400)));
            }
            addRun(run, false);
        }
        mark();
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertThat(marked(merged)).hasSizeGreaterThan(15);
    }

    @Test
    void passesOnLargeValuesOfOverlappingRuns() {
        for (int r = 0; r < 4; r++) {
            List<Tuple> run = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                run.add(new Tuple(Blocks.random(random, 10), new byte[2 * MAX_PIECE_BYTES + TARGET_BYTES]));
            }
            addRun(run, false);
        }
        mark();
        assertThat(marked(merge(null, null))).hasSize(3 * 4 * 5);
    }

    @Test
    void manySmallRunsBecomeFewBlocks() {
        for (int r = 0; r < 200; r++) {
            addRun(ascending(r, 1, 100), false);
        }
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertThat(merged).hasSize(1);
    }

    @Test
    void compressesNewBlocksLikeTheirSources() {
        for (int r = 0; r < 3; r++) {
            List<Tuple> run = ascending(0, 1000, 0);
            run.forEach(
                    t -> model.computeIfAbsent(t.key(), k -> new ArrayList<>()).add(t.value()));
            runs.add(Blocks.write(run, Compression.ZSTD));
        }
        List<byte[]> merged = merge(null, null);
        assertThat(Blocks.read(merged)).isEqualTo(tuples(null, null));
        assertThat(merged)
                .allSatisfy(b -> assertThat(b[BlockFormat.COMPRESSION_AT]).isEqualTo(BlockFormat.COMPRESSION_ZSTD));
    }

    @Test
    void onlyOnePieceOfAValueIsInMemory() {
        List<Tuple> large = List.of(new Tuple(new byte[] {5}, new byte[40 * MAX_PIECE_BYTES]));
        addRun(large, false);
        addRun(overlapping(50, 2, 500), false);
        try (BlockMerge merge =
                new BlockMerge(runs.stream().map(Blocks.Source::new).toList())) {
            while (merge.next()) {
                assertThat(merge.array().length).isLessThanOrEqualTo(BlockFormat.MAX_BLOCK_BYTES + 16);
            }
        }
    }

    @Test
    void detectsDamageInBlocksThatArePassedOn() {
        addRun(ascending(0, 2000, 100), false);
        byte[] damaged = runs.get(0).get(3);
        damaged[damaged.length / 2]++;
        assertThatThrownBy(() -> merge(null, null))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("checksum");
    }

    @Test
    void rejectsValueThatContinuesWithAnotherKey() {
        List<byte[]> a = Blocks.write(List.of(new Tuple(new byte[] {1}, new byte[2 * MAX_PIECE_BYTES])));
        List<byte[]> b = Blocks.write(List.of(new Tuple(new byte[] {2}, new byte[2 * MAX_PIECE_BYTES])));
        runs.add(List.of(a.get(0), b.get(1)));
        assertThatThrownBy(() -> merge(null, null))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("ends before");
    }

    @Test
    void endIsReportedRepeatedly() {
        addRun(ascending(0, 1, 10), false);
        try (BlockMerge merge = new BlockMerge(List.of(new Blocks.Source(runs.get(0))))) {
            assertThat(merge.next()).isTrue();
            assertThat(merge.next()).isFalse();
            assertThat(merge.next()).isFalse();
        }
    }

    @Test
    void closingClosesAllRuns() {
        Blocks.Source a = new Blocks.Source(List.of());
        Blocks.Source b = new Blocks.Source(List.of());
        new BlockMerge(List.of(a, b)).close();
        assertThat(a.closed && b.closed).isTrue();
    }

    /** Checks that each block can be read, follows the one before, and matches the statistics of the merge. */
    private static void assertSound(List<byte[]> blocks) {
        byte[] last = {};
        for (byte[] bytes : blocks) {
            BlockReader block = new BlockReader();
            block.reset(bytes, 0, bytes.length);
            int entries = 0;
            while (block.next()) {
                assertThat(Arrays.compareUnsigned(block.key(), last)).isNotNegative();
                last = block.key();
                entries++;
            }
            assertThat(entries).isPositive().isEqualTo(block.entryCount());
            assertThat(block.plainLength())
                    .isLessThanOrEqualTo(
                            entries == 1 ? BlockFormat.MAX_BLOCK_BYTES : BlockFormat.COMPRESSED_TARGET_BYTES);
        }
    }

    private static void assertNoTinyNeighbours(List<byte[]> blocks) {
        for (int i = 1; i < blocks.size(); i++) {
            assertThat(blocks.get(i - 1).length + blocks.get(i).length).isGreaterThan(TARGET_BYTES / 2);
        }
    }

    private List<byte[]> merge(byte[] from, byte[] to) {
        List<byte[]> blocks = new ArrayList<>();
        try (BlockMerge merge =
                new BlockMerge(runs.stream().map(Blocks.Source::new).toList(), from, to)) {
            while (merge.next()) {
                byte[] block = Blocks.copy(merge.array(), merge.offset(), merge.length());
                assertStatistics(merge, block);
                blocks.add(block);
            }
        }
        return blocks;
    }

    private static void assertStatistics(BlockMerge merge, byte[] block) {
        BlockReader reader = new BlockReader();
        reader.reset(block, 0, block.length);
        assertThat(merge.tuples()).isEqualTo(reader.tupleCount());
        reader.next();
        assertThat(merge.firstKey()).isEqualTo(reader.key());
        while (reader.next()) {
            // to the end
        }
        assertThat(merge.lastKey()).isEqualTo(reader.key()).isEqualTo(reader.lastKey());
    }

    private List<Tuple> tuples(byte[] from, byte[] to) {
        List<Tuple> all = new ArrayList<>();
        model.forEach((key, values) -> {
            if ((from == null || Arrays.compareUnsigned(key, from) >= 0)
                    && (to == null || Arrays.compareUnsigned(key, to) < 0)) {
                values.forEach(value -> all.add(new Tuple(key, value)));
            }
        });
        return all;
    }

    private void addRun(List<Tuple> run, boolean odd) {
        run.forEach(t -> model.computeIfAbsent(t.key(), k -> new ArrayList<>()).add(t.value()));
        runs.add(odd ? writtenOddly(run) : Blocks.write(run, compression()));
    }

    /** Unlike our writers, but valid: blocks and pieces of any size, pieces after other entries. */
    private List<byte[]> writtenOddly(List<Tuple> run) {
        List<byte[]> blocks = new ArrayList<>();
        BlockWriter writer = new BlockWriter(compression());
        for (Tuple t : run) {
            if (!writer.isEmpty() && (!writer.fits(t.key().length, 0) || random.nextInt(60) == 0)) {
                blocks.add(finished(writer));
            }
            boolean first = true;
            int done = 0;
            do {
                int piece = Math.min(random.nextInt(MAX_PIECE_BYTES), t.value().length - done);
                if (!writer.fits(t.key().length, piece)) {
                    piece = Math.min(piece, TARGET_BYTES / 4);
                }
                if (!writer.isEmpty() && !writer.fits(t.key().length, piece)) {
                    piece = 0;
                }
                writer.add(t.key(), 0, t.key().length, t.value(), done, piece);
                if (!first) {
                    writer.continuesPrevious();
                }
                first = false;
                done += piece;
                if (done < t.value().length) {
                    writer.continuesInNext();
                    blocks.add(finished(writer));
                }
            } while (done < t.value().length);
        }
        if (!writer.isEmpty()) {
            blocks.add(finished(writer));
        }
        return blocks;
    }

    private byte[] bound() {
        byte[] key = new byte[alike + 2];
        System.arraycopy(Blocks.random(random, 2), 0, key, alike, 2);
        return key;
    }

    private Compression compression() {
        return compressed ? Compression.values()[random.nextInt(3)] : Compression.NONE;
    }

    private static byte[] finished(BlockWriter writer) {
        int length = writer.finish();
        byte[] block = Arrays.copyOf(writer.array(), length);
        writer.reset();
        return block;
    }

    /** Keys of few different bytes, so that runs share many of them, with several values. */
    private List<Tuple> overlapping(int count, int maxKeyBytes, int maxValueBytes) {
        List<Tuple> run = new ArrayList<>();
        while (run.size() < count) {
            byte[] key = new byte[random.nextInt(maxKeyBytes + 1) + alike];
            for (int b = alike; b < key.length; b++) {
                key[b] = (byte) (random.nextInt(4) * 85);
            }
            for (int i = random.nextInt(3); i >= 0; i--) {
                run.add(new Tuple(
                        key, Blocks.random(random, random.nextInt(4) == 0 ? 0 : random.nextInt(maxValueBytes + 1))));
            }
        }
        run.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        return run;
    }

    private List<Tuple> ascending(int first, int count, int valueBytes) {
        List<Tuple> run = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            byte[] key = new byte[4];
            BigEndian.putInt(key, 0, i);
            run.add(new Tuple(key, Blocks.random(random, valueBytes)));
        }
        return run;
    }

    /** Sets a reserved field in all blocks, which is cleared when tuples are repacked. */
    private void mark() {
        runs.forEach(run -> run.forEach(block -> {
            BigEndian.putInt(block, BlockFormat.LAST_KEY_AT + 4, 4711);
            Blocks.seal(block);
        }));
    }

    private static List<byte[]> marked(List<byte[]> blocks) {
        return blocks.stream()
                .filter(b -> BigEndian.getInt(b, BlockFormat.LAST_KEY_AT + 4) == 4711)
                .toList();
    }
}
