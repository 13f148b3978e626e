package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

class TupleMergeTest {
    private static final Comparator<Tuple> BY_KEY = (a, b) -> Arrays.compareUnsigned(a.key(), b.key());

    private final Random random = new Random(47);
    private final List<Tuple> all = new ArrayList<>();
    private final List<List<byte[]>> runs = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 17, 300})
    void ordersTuplesByKeyThenByRun(int count) {
        addRuns(count, 400, 200);
        assertThat(walked()).isEqualTo(sorted());
    }

    /** Entries with one-byte lengths have a separate code path. */
    @ParameterizedTest
    @ValueSource(ints = {63, 64, 127, 128, 129})
    void readsLengthsAroundOneByte(int length) {
        List<Tuple> run = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            run.add(new Tuple(key(length), Blocks.random(random, length)));
        }
        addRun(run);
        assertThat(walked()).isEqualTo(sorted());
    }

    /** The key is read before the value, whose assembly reads further blocks. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void keyStaysValidWhileAValueInPiecesIsAssembled(int count) {
        addRuns(count, 8, 900_000);
        assertThat(walked()).isEqualTo(sorted());
    }

    @Test
    void keyIsAvailableAfterThePiecesAndUnreadPiecesAreSkipped() {
        addRuns(3, 8, 900_000);
        try (TupleMerge merge = merge()) {
            for (Tuple tuple : sorted()) {
                assertThat(merge.next()).isTrue();
                int max = random.nextInt(4);
                int bytes = merge.pieceLength();
                boolean more = true;
                for (int i = 0; i < max && more; i++) {
                    more = merge.nextPiece();
                    bytes += more ? merge.pieceLength() : 0;
                }
                assertThat(bytes == tuple.value().length || more).isTrue();
                assertThat(Blocks.copy(merge.keyArray(), merge.keyOffset(), merge.keyLength()))
                        .isEqualTo(tuple.key());
            }
            assertThat(merge.next()).isFalse();
        }
    }

    /** The tree of runs compares 63 bits; keys of all ones look like those of a run at its end. */
    @Test
    void ordersKeysThatDifferInOrAfterTheSixtyFourthBit() {
        for (int i = 0; i < 5; i++) {
            List<Tuple> run = new ArrayList<>();
            for (int k = 0; k < 200; k++) {
                byte[] key = new byte[7 + random.nextInt(3)];
                Arrays.fill(key, (byte) (random.nextBoolean() ? 0xFF : 0));
                key[key.length - 1] = (byte) (random.nextBoolean() ? 0xFE + random.nextInt(2) : random.nextInt(3));
                run.add(new Tuple(key, Blocks.random(random, 4)));
            }
            addRun(run);
        }
        assertThat(walked()).isEqualTo(sorted());
    }

    @Test
    void reportsTuplesThatCertainlyHaveTheSameKey() {
        addRun(new ArrayList<>(List.of(tuple("a"), tuple("a"), tuple("b"))));
        try (TupleMerge merge = merge()) {
            assertThat(merge.next() && merge.mayBeNewKey()).isTrue();
            assertThat(merge.next()).isTrue();
            assertThat(merge.mayBeNewKey()).isFalse();
            assertThat(merge.next() && merge.mayBeNewKey()).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void endIsReportedRepeatedly(int count) {
        addRuns(count, 1, 10);
        try (TupleMerge merge = merge()) {
            for (int i = 0; i < count; i++) {
                assertThat(merge.next()).isTrue();
            }
            assertThat(merge.next()).isFalse();
            assertThat(merge.next()).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "3, 0", "1, 2", "3, 2"})
    void failedIterationDoesNotEndAsIfComplete(int count, int failsAt) {
        addRuns(count, 400, 600);
        try (TupleMerge merge = new TupleMerge(failing(count - 1, failsAt))) {
            SssException failure = catchThrowableOfType(SssException.class, () -> {
                while (merge.next()) {
                    merge.valueArray();
                }
            });
            assertThat(failure).hasMessage("the server is stuck");
            assertThatThrownBy(merge::next).isSameAs(failure);
            assertThatThrownBy(merge::next).isSameAs(failure);
        }
    }

    @Test
    void failedValueInPiecesIsNotAssembledFromTheRest() {
        addRun(new ArrayList<>(List.of(new Tuple(new byte[1], new byte[900_000]), tuple("b"))));
        try (TupleMerge merge = new TupleMerge(failing(0, 2))) {
            assertThat(merge.next()).isTrue();
            SssException failure = catchThrowableOfType(SssException.class, merge::valueArray);
            assertThat(failure).hasMessage("the server is stuck");
            assertThatThrownBy(merge::valueArray).isSameAs(failure);
            assertThatThrownBy(merge::nextPiece).isSameAs(failure);
            assertThatThrownBy(merge::next).isSameAs(failure);
        }
    }

    private List<BlockSource> failing(int run, int failsAt) {
        List<BlockSource> sources =
                new ArrayList<>(runs.stream().map(Blocks.Source::new).toList());
        sources.set(run, new Blocks.FailingOnce(runs.get(run), failsAt));
        return sources;
    }

    private List<Tuple> walked() {
        List<Tuple> tuples = new ArrayList<>();
        try (TupleMerge merge = merge()) {
            while (merge.next()) {
                byte[] keys = merge.keyArray();
                int at = merge.keyOffset();
                byte[] value = Blocks.copy(merge.valueArray(), merge.valueOffset(), merge.valueLength());
                tuples.add(new Tuple(Blocks.copy(keys, at, merge.keyLength()), value));
            }
        }
        return tuples;
    }

    private TupleMerge merge() {
        return new TupleMerge(runs.stream().map(Blocks.Source::new).toList());
    }

    private List<Tuple> sorted() {
        all.sort(BY_KEY);
        return all;
    }

    private void addRuns(int count, int tuples, int maxValueBytes) {
        for (int r = 0; r < count; r++) {
            List<Tuple> run = new ArrayList<>();
            for (int i = 0; i < tuples; i++) {
                run.add(new Tuple(key(1 + random.nextInt(9)), Blocks.random(random, random.nextInt(maxValueBytes))));
            }
            addRun(run);
        }
    }

    /** Of two letters, so that runs share many keys and prefixes. */
    private byte[] key(int length) {
        byte[] key = new byte[length];
        for (int b = 0; b < key.length; b++) {
            key[b] = (byte) (random.nextInt(2) * 255);
        }
        return key;
    }

    private static Tuple tuple(String key) {
        return new Tuple(key.getBytes(), new byte[3]);
    }

    private void addRun(List<Tuple> run) {
        run.sort(BY_KEY);
        all.addAll(run);
        runs.add(Blocks.write(run));
    }
}
