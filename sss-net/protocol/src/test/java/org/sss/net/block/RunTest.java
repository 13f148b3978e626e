package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

class RunTest {
    private final Random random = new Random(23);

    @Test
    void readsTuplesOfRandomSizes() {
        for (int round = 0; round < 30; round++) {
            int maxKeyBytes = 1 << random.nextInt(12);
            int maxValueBytes = 1 << random.nextInt(17);
            List<Tuple> tuples = randomTuples(random.nextInt(400), maxKeyBytes, maxValueBytes);
            List<byte[]> blocks = Blocks.write(tuples);
            assertThat(Blocks.read(blocks)).isEqualTo(tuples);
            assertThat(blocks.stream()
                            .mapToInt(b ->
                                    BlockStats.of(Unpooled.wrappedBuffer(b)).tuples())
                            .sum())
                    .isEqualTo(tuples.size());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {MAX_PIECE_BYTES - 1, MAX_PIECE_BYTES, MAX_PIECE_BYTES + 1, 2 * MAX_PIECE_BYTES, 5 << 20})
    void splitsAndAssemblesLargeValue(int valueBytes) {
        List<Tuple> tuples = List.of(
                new Tuple("a".getBytes(), "small".getBytes()),
                new Tuple("k".getBytes(), "before".getBytes()),
                new Tuple("k".getBytes(), Blocks.random(random, valueBytes)),
                new Tuple("k".getBytes(), Blocks.random(random, valueBytes)),
                new Tuple("k".getBytes(), "after".getBytes()),
                new Tuple("z".getBytes(), new byte[0]));
        List<byte[]> blocks = Blocks.write(tuples);
        assertThat(blocks).allSatisfy(b -> assertThat(b.length).isLessThanOrEqualTo(BlockFormat.MAX_BLOCK_BYTES));
        assertThat(Blocks.read(blocks)).isEqualTo(tuples);
        assertThat(blocks.stream()
                        .mapToInt(b -> BlockStats.of(Unpooled.wrappedBuffer(b)).tuples())
                        .sum())
                .isEqualTo(6);
    }

    @Test
    void theLargestKeyWithTheLargestPieceFitsIntoTheLargestBlock() {
        byte[] key = Blocks.random(random, BlockFormat.MAX_KEY_BYTES);
        List<Tuple> tuples = List.of(
                new Tuple(key, Blocks.random(random, MAX_PIECE_BYTES)),
                new Tuple(key, Blocks.random(random, 3 * MAX_PIECE_BYTES)));
        assertThat(Blocks.read(Blocks.write(tuples))).isEqualTo(tuples);
    }

    @Test
    void equalKeysContinueInTheNextBlockAndAreStoredOncePerBlock() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            tuples.add(new Tuple(new byte[5000], Blocks.random(random, 50)));
        }
        List<byte[]> blocks = Blocks.write(tuples);
        assertThat(Blocks.read(blocks)).isEqualTo(tuples);
        assertThat(blocks).hasSizeBetween(3, 6);
    }

    @Test
    void emptyKeysAndEmptyValuesAreTuplesToo() {
        List<Tuple> tuples = List.of(
                new Tuple(new byte[0], new byte[0]),
                new Tuple(new byte[0], new byte[0]),
                new Tuple(new byte[1], new byte[0]));
        assertThat(Blocks.read(Blocks.write(tuples))).isEqualTo(tuples);
    }

    @Test
    void blocksHaveAboutTheirTargetSize() {
        List<byte[]> blocks = Blocks.write(randomTuples(5000, 30, 200));
        assertThat(blocks.subList(0, blocks.size() - 1))
                .allSatisfy(b -> assertThat(b.length).isBetween(31 << 10, BlockFormat.TARGET_BYTES));
    }

    @Test
    void twoValuesOfHalfATargetShareABlock() {
        List<Tuple> tuples = new ArrayList<>();
        for (byte i = 0; i < 6; i++) {
            tuples.add(new Tuple(new byte[] {i}, new byte[BlockFormat.TARGET_BYTES / 2]));
        }
        List<byte[]> blocks = Blocks.write(tuples);
        assertThat(blocks)
                .hasSize(3)
                .allSatisfy(b -> assertThat(b.length).isBetween(BlockFormat.TARGET_BYTES, BlockFormat.MAX_BYTES));
        assertThat(Blocks.read(blocks)).isEqualTo(tuples);
    }

    @Test
    void blockDoesNotExceedItsMaximumSize() {
        List<Tuple> tuples = new ArrayList<>();
        for (byte i = 0; i < 6; i++) {
            tuples.add(new Tuple(new byte[] {i}, new byte[BlockFormat.MAX_BYTES / 2]));
        }
        assertThat(Blocks.write(tuples)).hasSize(6);
    }

    @Test
    void rejectsKeysAndValuesAboveTheLimits() {
        assertThat(refusal(() -> RunWriter.checkSizes(BlockFormat.MAX_KEY_BYTES + 1, 0)))
                .isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(refusal(() -> RunWriter.checkSizes(1, BlockFormat.MAX_VALUE_BYTES + 1)))
                .isEqualTo(ErrorCode.TOO_LARGE);
        RunWriter.checkSizes(BlockFormat.MAX_KEY_BYTES, BlockFormat.MAX_VALUE_BYTES);
        RunWriter writer = new RunWriter((block, length) -> {});
        byte[] tooLong = new byte[BlockFormat.MAX_KEY_BYTES + 1];
        assertThat(refusal(() -> writer.add(tooLong, 0, tooLong.length, tooLong, 0, 0)))
                .isEqualTo(ErrorCode.TOO_LARGE);
    }

    @Test
    void aWriterCountsAndIsReadyForTheNextRun() {
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)));
        for (int run = 0; run < 2; run++) {
            writer.add(new byte[3], 0, 3, new byte[10], 2, 4);
            writer.add(new byte[3], 0, 3, new byte[10], 0, 10);
            writer.finish();
        }
        writer.finish();
        assertThat(blocks).hasSize(2).satisfies(b -> assertThat(b.get(0)).isEqualTo(b.get(1)));
        assertThat(writer.tupleCount()).isEqualTo(4);
        assertThat(writer.dataBytes()).isEqualTo(2 * (3 + 4 + 3 + 10));
    }

    @Test
    void valueInPiecesIsWrittenLikeAWholeValue() {
        byte[] value = Blocks.random(random, 2 * MAX_PIECE_BYTES + 7);
        List<byte[]> blocks = new ArrayList<>();
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)));
        writer.add(new byte[1], 0, 1, new byte[9], 0, 9);
        writer.startValue(new byte[3]);
        for (int at = 0; at < value.length; at += MAX_PIECE_BYTES) {
            int length = Math.min(MAX_PIECE_BYTES, value.length - at);
            writer.addPiece(Blocks.copy(value, at, length), length, at + length == value.length);
        }
        writer.add(new byte[4], 0, 4, new byte[8], 0, 8);
        writer.finish();
        List<byte[]> whole = Blocks.write(List.of(
                new Tuple(new byte[1], new byte[9]),
                new Tuple(new byte[3], value),
                new Tuple(new byte[4], new byte[8])));
        assertThat(blocks).usingElementComparator(Arrays::compare).isEqualTo(whole);
        assertThat(writer.tupleCount()).isEqualTo(3);
        assertThat(writer.dataBytes()).isEqualTo(1 + 9 + 3 + value.length + 4 + 8);
    }

    @Test
    void rejectsValueWhosePiecesExceedTheLimit() {
        byte[] piece = new byte[MAX_PIECE_BYTES];
        RunWriter writer = new RunWriter((block, length) -> {});
        writer.startValue(new byte[1]);
        for (long bytes = 0; bytes < BlockFormat.MAX_VALUE_BYTES; bytes += piece.length) {
            writer.addPiece(piece, piece.length, false);
        }
        assertThat(refusal(() -> writer.addPiece(piece, 1, true))).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(refusal(() -> writer.startValue(new byte[BlockFormat.MAX_KEY_BYTES + 1])))
                .isEqualTo(ErrorCode.TOO_LARGE);
    }

    @Test
    void rejectsValueWithMissingPiece() {
        List<byte[]> blocks = Blocks.write(List.of(
                new Tuple("a".getBytes(), new byte[3 * MAX_PIECE_BYTES + 5]), new Tuple("b".getBytes(), new byte[1])));
        assertThat(blocks).hasSize(4);
        assertThat(readRefusal(blocks.subList(0, 3))).isEqualTo(ErrorCode.CORRUPT);
        List<byte[]> foreign = Blocks.write(List.of(new Tuple("c".getBytes(), new byte[1])));
        assertThat(readRefusal(List.of(blocks.get(0), blocks.get(1), foreign.get(0))))
                .isEqualTo(ErrorCode.CORRUPT);
        assertThat(readRefusal(List.of(foreign.get(0), blocks.get(2), blocks.get(3))))
                .isEqualTo(ErrorCode.CORRUPT);
    }

    @Test
    void rangeThatStartsWithTheEndOfALargeValueSkipsIt() {
        List<Tuple> tuples = List.of(
                new Tuple("a".getBytes(), new byte[3 * MAX_PIECE_BYTES + 5]),
                new Tuple("a".getBytes(), "further".getBytes()),
                new Tuple("b".getBytes(), new byte[1]));
        List<byte[]> blocks = Blocks.write(tuples);
        for (int from = 1; from < blocks.size(); from++) {
            List<byte[]> range = blocks.subList(from, blocks.size());
            assertThat(Blocks.read(range)).isEqualTo(tuples.subList(1, 3));
            try (RunMerge merge = new RunMerge(
                    List.of(new Blocks.Source(range), new Blocks.Source(Blocks.write(tuples.subList(1, 3)))))) {
                assertThat(merge.nextKey()).isTrue();
                assertThat(new String(merge.key(), 0, merge.keyLength())).isEqualTo("a");
                assertThat(merge.nextValue()).isTrue();
                assertThat(merge.nextValue()).isTrue();
                assertThat(merge.nextValue()).isFalse();
            }
        }
    }

    @Test
    void endOfARunIsReportedRepeatedly() {
        RunCursor cursor = new RunCursor(new Blocks.Source(Blocks.write(randomTuples(3, 3, 3))));
        for (int i = 0; i < 3; i++) {
            assertThat(cursor.next()).isTrue();
        }
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isFalse();
    }

    private List<Tuple> randomTuples(int count, int maxKeyBytes, int maxValueBytes) {
        List<Tuple> tuples = new ArrayList<>();
        while (tuples.size() < count) {
            byte[] key = Blocks.random(random, random.nextInt(maxKeyBytes + 1));
            for (int i = random.nextInt(3); i >= 0 && tuples.size() < count; i--) {
                tuples.add(new Tuple(key, Blocks.random(random, random.nextInt(maxValueBytes + 1))));
            }
        }
        tuples.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        return tuples;
    }

    private static ErrorCode readRefusal(List<byte[]> blocks) {
        return refusal(() -> Blocks.read(blocks));
    }

    private static ErrorCode refusal(Runnable call) {
        assertThatThrownBy(call::run).isInstanceOf(SssException.class);
        return catchThrowableOfType(SssException.class, call::run).code();
    }
}
