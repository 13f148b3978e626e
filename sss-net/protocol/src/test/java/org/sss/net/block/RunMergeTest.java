package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

class RunMergeTest {
    private final Random random = new Random(31);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 17, 300})
    void runsAreMergedLikeAModel(int runs) {
        List<List<byte[]>> blocks = new ArrayList<>();
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int r = 0; r < runs; r++) {
            blocks.add(addRun(model, random.nextInt(400), 200));
        }
        assertMerges(blocks, model);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 33})
    void mergesKeysWithLongCommonPrefixes(int runs) {
        List<List<byte[]>> blocks = new ArrayList<>();
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int r = 0; r < runs; r++) {
            List<Tuple> run = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                String key =
                        "a common prefix!".substring(0, 16 - random.nextInt(1 + i / 700)) + (i >> random.nextInt(3));
                run.add(new Tuple(key.getBytes(), new byte[random.nextInt(40)]));
            }
            blocks.add(addRun(model, run));
        }
        assertMerges(blocks, model);
    }

    @Test
    void preservesRunOrderOfLargeValuesOfOneKey() {
        List<List<byte[]>> blocks = new ArrayList<>();
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int r = 0; r < 5; r++) {
            blocks.add(addRun(model, 6, 700_000));
        }
        assertMerges(blocks, model);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "1, 2", "3, 2"})
    void failedIterationNeitherEndsNorRepeatsAValue(int runs, int failsAt) {
        List<BlockSource> sources = new ArrayList<>();
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int r = 0; r < runs; r++) {
            List<byte[]> blocks = addRun(model, 400, 600);
            sources.add(r == runs - 1 ? new Blocks.FailingOnce(blocks, failsAt) : new Blocks.Source(blocks));
        }
        try (RunMerge merge = new RunMerge(sources)) {
            SssException failure = catchThrowableOfType(SssException.class, () -> {
                while (merge.nextKey()) {
                    while (merge.nextValue()) {
                        merge.valueArray();
                    }
                }
            });
            assertThat(failure).hasMessage("the server is stuck");
            if (failsAt > 0) {
                assertThatThrownBy(merge::nextValue).isSameAs(failure);
            }
            assertThatThrownBy(merge::nextKey).isSameAs(failure);
            assertThatThrownBy(merge::nextKey).isSameAs(failure);
        }
    }

    @Test
    void skipsUnreadValues() {
        List<List<byte[]>> blocks = new ArrayList<>();
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int r = 0; r < 20; r++) {
            blocks.add(addRun(model, 300, 300));
        }
        try (RunMerge merge = merge(blocks)) {
            for (Map.Entry<byte[], List<byte[]>> expected : model.entrySet()) {
                assertThat(merge.nextKey()).isTrue();
                assertThat(Blocks.copy(merge.key(), 0, merge.keyLength())).isEqualTo(expected.getKey());
                int walked = random.nextInt(expected.getValue().size() + 1);
                for (int i = 0; i < walked; i++) {
                    assertThat(merge.nextValue()).isTrue();
                    assertThat(value(merge)).isEqualTo(expected.getValue().get(i));
                }
            }
            assertThat(merge.nextKey()).isFalse();
        }
    }

    @Test
    void readsLargeValuesPieceByPieceOrSkipsThem() {
        List<List<byte[]>> blocks = new ArrayList<>();
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        for (int r = 0; r < 5; r++) {
            blocks.add(addRun(model, 6, 700_000));
        }
        try (RunMerge merge = merge(blocks)) {
            for (Map.Entry<byte[], List<byte[]>> expected : model.entrySet()) {
                assertThat(merge.nextKey()).isTrue();
                assertThat(Blocks.copy(merge.key(), 0, merge.keyLength())).isEqualTo(expected.getKey());
                for (byte[] value : expected.getValue()) {
                    assertThat(merge.nextValue()).isTrue();
                    assertWalked(merge, value, random.nextInt(4));
                }
            }
            assertThat(merge.nextKey()).isFalse();
        }
    }

    private static void assertWalked(RunMerge merge, byte[] value, int maxPieces) {
        int done = 0;
        for (int i = 0; i < maxPieces; i++) {
            assertThat(merge.pieceLength()).isLessThanOrEqualTo(BlockFormat.MAX_PIECE_BYTES);
            assertThat(Arrays.equals(
                            merge.pieceArray(),
                            merge.pieceOffset(),
                            merge.pieceOffset() + merge.pieceLength(),
                            value,
                            done,
                            done + merge.pieceLength()))
                    .isTrue();
            done += merge.pieceLength();
            assertThat(merge.hasMorePieces()).isEqualTo(done < value.length);
            if (!merge.nextPiece()) {
                break;
            }
        }
    }

    @Test
    void endOfKeysAndOfValuesIsReportedRepeatedly() {
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        try (RunMerge merge = merge(List.of(addRun(model, 1, 10)))) {
            assertThat(merge.nextKey()).isTrue();
            assertThat(merge.nextValue()).isTrue();
            assertThat(merge.nextValue()).isFalse();
            assertThat(merge.nextValue()).isFalse();
            assertThat(merge.nextKey()).isFalse();
            assertThat(merge.nextKey()).isFalse();
            assertThat(merge.nextValue()).isFalse();
        }
    }

    @Test
    void closesAllRunsEvenIfOneCloseFails() {
        Blocks.Source first = new Blocks.Source(List.of());
        Blocks.Source last = new Blocks.Source(List.of());
        BlockSource failing = new BlockSource() {
            @Override
            public boolean next(BlockReader reader) {
                return false;
            }

            @Override
            public void close() {
                throw new IllegalStateException("cannot close");
            }
        };
        RunMerge merge = new RunMerge(List.of(first, failing, last));
        assertThatThrownBy(merge::close).hasMessage("cannot close");
        assertThat(first.closed).isTrue();
        assertThat(last.closed).isTrue();
    }

    @Test
    void damageInOneRunEndsTheMerge() {
        TreeMap<byte[], List<byte[]>> model = new TreeMap<>(Arrays::compareUnsigned);
        List<List<byte[]>> blocks = List.of(addRun(model, 300, 1000), addRun(model, 300, 1000));
        byte[] last = blocks.get(1).get(blocks.get(1).size() - 1);
        last[last.length / 2]++;
        assertThatThrownBy(() -> assertMerges(blocks, model))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("checksum");
    }

    private void assertMerges(List<List<byte[]>> blocks, TreeMap<byte[], List<byte[]>> model) {
        try (RunMerge merge = merge(blocks)) {
            for (Map.Entry<byte[], List<byte[]>> expected : model.entrySet()) {
                assertThat(merge.nextKey()).isTrue();
                assertThat(Blocks.copy(merge.key(), 0, merge.keyLength())).isEqualTo(expected.getKey());
                for (byte[] value : expected.getValue()) {
                    assertThat(merge.nextValue()).isTrue();
                    assertThat(Arrays.equals(value(merge), value)).isTrue();
                }
                assertThat(merge.nextValue()).isFalse();
            }
            assertThat(merge.nextKey()).isFalse();
        }
    }

    private static RunMerge merge(List<List<byte[]>> blocks) {
        return new RunMerge(blocks.stream().map(Blocks.Source::new).toList());
    }

    private static byte[] value(RunMerge merge) {
        return Blocks.copy(merge.valueArray(), merge.valueOffset(), merge.valueLength());
    }

    /** Keys of one to nine letters, each one of two, so that runs share many keys and prefixes. */
    private List<byte[]> addRun(TreeMap<byte[], List<byte[]>> model, int tuples, int maxValueBytes) {
        List<Tuple> run = new ArrayList<>();
        for (int i = 0; i < tuples; i++) {
            byte[] key = new byte[1 + random.nextInt(9)];
            for (int b = 0; b < key.length; b++) {
                key[b] = (byte) (random.nextInt(2) * 255);
            }
            run.add(new Tuple(key, Blocks.random(random, random.nextInt(maxValueBytes))));
        }
        return addRun(model, run);
    }

    private static List<byte[]> addRun(TreeMap<byte[], List<byte[]>> model, List<Tuple> run) {
        run.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        run.forEach(t -> model.computeIfAbsent(t.key(), k -> new ArrayList<>()).add(t.value()));
        return Blocks.write(run);
    }
}
