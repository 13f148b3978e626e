package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

/** {@link BlockMergeTest} covers random runs. */
class FirstKeyMergeTest {
    private final Random random = new Random(11);

    private List<Tuple> run(int first, int step, int count, int valueBytes) {
        List<Tuple> run = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            run.add(new Tuple(key(first + i * step), Blocks.random(random, valueBytes)));
        }
        return run;
    }

    private static byte[] key(int number) {
        byte[] key = new byte[4];
        BigEndian.putInt(key, 0, number);
        return key;
    }

    private static void isDamage(FirstKeyArrivals arrivals, String message) {
        assertThatThrownBy(arrivals::merged)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining(message);
    }

    @Test
    void mergeOfNoRunsIsEmpty() {
        assertThat(new FirstKeyArrivals(List.of()).merged()).isEmpty();
    }

    @Test
    void loadsBlockOnlyWhenItsFirstKeyIsNext() {
        FirstKeyArrivals arrivals = new FirstKeyArrivals(List.of(
                Blocks.write(run(0, 1, 300, 2000)),
                Blocks.write(run(300, 1, 300, 2000)),
                Blocks.write(run(600, 1, 300, 2000))));
        BlockReader range = new BlockReader();
        FirstKeyMerge merge = new FirstKeyMerge(arrivals);
        for (int returned = 1; merge.next(range); returned++) {
            assertThat(range.entryCount()).isGreaterThan(10);
            assertThat(arrivals.come()).isLessThanOrEqualTo(returned + 1);
        }
    }

    @Test
    void returnsConsecutiveEntriesOfABlockTogetherWithoutCopy() {
        FirstKeyArrivals arrivals =
                new FirstKeyArrivals(List.of(Blocks.write(run(0, 1, 10, 100)), Blocks.write(run(5, 100, 1, 9))));
        FirstKeyMerge merge = new FirstKeyMerge(arrivals);
        List<Integer> entries = new ArrayList<>();
        BlockReader range = new BlockReader();
        while (merge.next(range)) {
            int count = 0;
            while (range.next()) {
                count++;
            }
            entries.add(count);
        }
        assertThat(entries).containsExactly(6, 1, 4);
    }

    @Test
    void reusesMemoryOfAFinishedBlockForTheNextBlockOfAnyRun() {
        List<List<byte[]>> runs = new ArrayList<>();
        for (int run = 0; run < 40; run++) {
            runs.add(Blocks.write(run(run, 40, 5, 30_000)));
        }
        Set<byte[]> arrays = Collections.newSetFromMap(new IdentityHashMap<>());
        BlockReader range = new BlockReader();
        FirstKeyMerge merge = new FirstKeyMerge(new FirstKeyArrivals(runs));
        int ranges = 0;
        for (; merge.next(range); ranges++) {
            arrays.add(range.array());
        }
        assertThat(ranges).isEqualTo(40 * 5);
        assertThat(arrays.size())
                .isLessThanOrEqualTo(3); // one returned, one waiting, one that may wait for its position
    }

    /** Each run has two values that are large when decompressed, then small ones; all runs overlap. */
    private List<List<byte[]>> largeThenSmall(int runs) {
        List<List<byte[]>> all = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            List<Tuple> tuples = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                tuples.add(new Tuple(key(i * runs + run), new byte[i < 2 ? MAX_PIECE_BYTES - 1 : 40_000]));
            }
            all.add(Blocks.write(tuples, Compression.LZ4));
        }
        return all;
    }

    @Test
    void memoryOfALargeBlockIsNotRetainedForSmallOnes() {
        FirstKeyMerge merge = new FirstKeyMerge(new FirstKeyArrivals(largeThenSmall(50)));
        BlockReader range = new BlockReader();
        int small = 0;
        while (merge.next(range)) {
            if (range.plainLength() < MAX_PIECE_BYTES / 2) {
                small++;
                assertThat(range.array().length)
                        .isLessThanOrEqualTo(2 * range.plainLength() + BlockFormat.COMPRESSED_TARGET_BYTES);
            }
        }
        assertThat(small).isGreaterThan(100);
    }

    /** The runs start with blocks that are buffered until all have arrived, and then follow each other. */
    @Test
    void releasesMemoryOfRunsThatNoLongerOverlap() {
        int runs = 40;
        List<List<byte[]>> all = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            List<Tuple> tuples = new ArrayList<>(run(run, runs, 2, 100));
            List<byte[]> blocks = new ArrayList<>(Blocks.write(tuples));
            blocks.addAll(Blocks.write(run(1000 + 1000 * run, 1, 100, 3000)));
            all.add(blocks);
        }
        List<WeakReference<byte[]>> sideBySide = new ArrayList<>();
        BlockReader range = new BlockReader();
        FirstKeyMerge merge = new FirstKeyMerge(new FirstKeyArrivals(all));
        int entries = 0;
        while (entries <= 2 * runs && merge.next(range)) {
            sideBySide.add(new WeakReference<>(range.array()));
            while (range.next()) {
                entries++;
            }
        }
        assertThat(sideBySide.size()).isGreaterThanOrEqualTo(runs);
        await().until(() -> {
            System.gc();
            return sideBySide.stream()
                            .map(WeakReference::get)
                            .filter(Objects::nonNull)
                            .distinct()
                            .count()
                    <= 8;
        });
        assertThat(merge.next(range)).isTrue();
    }

    @Test
    void mergeOfSeveralMergesIsInOrder() {
        List<Tuple> even = run(0, 2, 500, 300);
        List<Tuple> odd = run(1, 2, 500, 300);
        List<BlockSource> sources = new ArrayList<>();
        for (List<Tuple> tuples : List.of(even, odd)) {
            sources.add(new FirstKeyMerge(new FirstKeyArrivals(
                    List.of(Blocks.write(tuples.subList(0, 250)), Blocks.write(tuples.subList(200, 500))))));
        }
        List<byte[]> keys = new ArrayList<>();
        try (TupleMerge merge = new TupleMerge(sources)) {
            while (merge.next()) {
                keys.add(Blocks.copy(merge.keyArray(), merge.keyOffset(), merge.keyLength()));
            }
        }
        assertThat(keys).hasSize(1100).isSortedAccordingTo(Arrays::compareUnsigned);
    }

    @Test
    void runThatStartsWithinAValueIsReadFromTheNextValue() {
        List<Tuple> tuples = List.of(
                new Tuple(key(1), new byte[3 * MAX_PIECE_BYTES]),
                new Tuple(key(1), new byte[5]),
                new Tuple(key(2), new byte[7]));
        List<byte[]> blocks = Blocks.write(tuples);
        List<Tuple> other = run(2, 1, 3, 10);
        for (int from = 1; from < 3; from++) {
            List<Tuple> merged =
                    new FirstKeyArrivals(List.of(blocks.subList(from, blocks.size()), Blocks.write(other))).merged();
            assertThat(merged).hasSize(5).startsWith(tuples.get(1), tuples.get(2), other.get(0));
        }
    }

    @Test
    void rejectsUnfinishedValue() {
        List<byte[]> blocks =
                Blocks.write(List.of(new Tuple(key(1), new byte[2 * MAX_PIECE_BYTES]), new Tuple(key(2), new byte[2])));
        isDamage(new FirstKeyArrivals(List.of(blocks.subList(0, 1))), "ends before");
        isDamage(new FirstKeyArrivals(List.of(blocks.subList(0, 1), Blocks.write(run(2, 1, 1, 1)))), "ends before");
    }

    @Test
    void rejectsContinuedValueWithoutStart() {
        List<byte[]> large = Blocks.write(List.of(new Tuple(key(5), new byte[2 * MAX_PIECE_BYTES])));
        List<byte[]> run = List.of(Blocks.write(run(1, 1, 2, 10)).get(0), large.get(1));
        isDamage(new FirstKeyArrivals(List.of(run)), "has no unfinished value");
    }

    @Test
    void rejectsBlocksOutOfOrder() {
        List<byte[]> run = Blocks.write(run(0, 1, 100, 1000));
        isDamage(
                new FirstKeyArrivals(List.of(run, Blocks.write(run(5, 1, 100, 1000)))).outOfOrder(),
                "do not come in the order of their first keys");
    }

    @Test
    void rejectsWrongChecksum() {
        List<byte[]> run = Blocks.write(run(0, 1, 100, 1000));
        FirstKeyArrivals arrivals = new FirstKeyArrivals(List.of(run));
        run.get(1)[700]++;
        isDamage(arrivals, "checksum");
    }
}
