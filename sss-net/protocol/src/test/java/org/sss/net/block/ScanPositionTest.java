package org.sss.net.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.net.block.BlockFormat.MAX_PIECE_BYTES;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.Blocks.Tuple;

class ScanPositionTest {
    private static final int RUNS = 6;

    private final Random random = new Random(5);
    private final List<List<byte[]>> runs = new ArrayList<>();
    private final List<Tuple> all = new ArrayList<>();
    /** Variants in which a data server may send the same tuples from a key on, each with different blocks. */
    private final List<Function<byte[], BlockSource>> scans = List.of(
            from -> new FirstKeyMerge(new FirstKeyArrivals(
                    runs.stream().map(run -> blocksFrom(run, from)).toList())),
            from -> new Blocks.Source(repacked(from)),
            from -> new Blocks.Source(blocksFrom(Blocks.write(all), from)));

    @BeforeEach
    void makeRuns() {
        for (int run = 0; run < RUNS; run++) {
            List<Tuple> tuples = new ArrayList<>();
            for (int i = 0; i < 40; i++) { // of a few keys, the middle one has very many values
                tuples.add(new Tuple(key(random.nextInt(8)), Blocks.random(random, random.nextInt(3000))));
                tuples.add(new Tuple(key(4), Blocks.random(random, 1500)));
            }
            if (run % 2 == 0) {
                tuples.add(new Tuple(key(2), Blocks.random(random, MAX_PIECE_BYTES + run * 100)));
                tuples.add(new Tuple(key(4), Blocks.random(random, 2 * MAX_PIECE_BYTES + 17)));
                tuples.add(new Tuple(key(5 + run / 2), Blocks.random(random, 2 * MAX_PIECE_BYTES)));
            }
            tuples.sort(Comparator.comparing(Tuple::key, Arrays::compareUnsigned));
            runs.add(Blocks.write(tuples));
            all.addAll(tuples);
        }
        all.sort(Comparator.comparing(Tuple::key, Arrays::compareUnsigned));
    }

    private static byte[] key(int number) {
        byte[] key = new byte[number]; // the first one is empty
        Arrays.fill(key, (byte) (0xF0 + number));
        return key;
    }

    @Test
    void scanInterruptedAnywhereReturnsEachTupleOnceWithAnyBlocks() {
        for (int first = 0; first < scans.size(); first++) {
            int blocks = walk(null, first, Integer.MAX_VALUE);
            assertThat(blocks).isGreaterThan(40);
            for (int cut = 0; cut <= blocks; cut++) {
                walk(null, first, cut);
            }
        }
    }

    @Test
    void scanInterruptedAtEachBlockReturnsEachTupleOnce() {
        for (int first = 0; first < scans.size(); first++) {
            walkCutting(null, first, at -> true);
        }
    }

    @Test
    void rangesStartAtTheirFirstKeyWhereverTheyAreInterrupted() {
        for (int key = 0; key < 9; key++) {
            for (int cut = 0; cut < 20; cut++) {
                walk(key(key), cut % scans.size(), cut);
            }
        }
    }

    @Test
    void continuedScanRepeatsAboutABlockIfKeysHaveFewValues() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            tuples.add(new Tuple(new byte[] {(byte) (i >> 8), (byte) i}, new byte[1000]));
        }
        int max = 0;
        int at = 0;
        Cut source = new Cut(null, from -> new Blocks.Source(Blocks.write(tuples)));
        try (TupleMerge merge = new TupleMerge(List.of(source))) {
            for (; merge.next(); at++) {
                byte[] from = source.position.from();
                max = Math.max(max, at - ((from[0] & 0xFF) << 8 | from[1] & 0xFF));
            }
        }
        assertThat(at).isEqualTo(1000);
        assertThat(max).isBetween(10, BlockFormat.TARGET_BYTES / 1000);
    }

    @Test
    void rejectsContinuedScanThatLacksTuples() {
        ScanPosition position = new ScanPosition(null);
        BlockReader reader = new BlockReader();
        position.start();
        new Blocks.Source(List.of(Blocks.write(all).get(0))).next(reader);
        assertThat(position.enter(reader)).isTrue();
        while (reader.next()) {
            // its reader reads all entries
        }
        position.leave(reader);
        position.start();
        assertThatThrownBy(position::end)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    private int walk(byte[] from, int first, int cut) {
        return walkCutting(from, first, at -> at == cut);
    }

    /** Returns the number of blocks. */
    private int walkCutting(byte[] from, int first, IntPredicate cuts) {
        Cut source = new Cut(from, first, cuts);
        int at = 0;
        try (TupleMerge merge = new TupleMerge(List.of(source))) {
            for (Tuple tuple : all) {
                if (from != null && Arrays.compareUnsigned(tuple.key(), from) < 0) {
                    continue;
                }
                assertThat(merge.next()).as("tuple %d", at).isTrue();
                boolean same = Arrays.equals(
                                tuple.key(),
                                0,
                                tuple.key().length,
                                merge.keyArray(),
                                merge.keyOffset(),
                                merge.keyOffset() + merge.keyLength())
                        && hasValue(merge, tuple.value(), at++ % 2 == 0);
                assertThat(same).as("tuple %d", at).isTrue();
            }
            assertThat(merge.next()).isFalse();
        }
        return source.given;
    }

    private static boolean hasValue(TupleMerge merge, byte[] value, boolean inPieces) {
        if (!inPieces) {
            return Arrays.equals(
                    value,
                    0,
                    value.length,
                    merge.valueArray(),
                    merge.valueOffset(),
                    merge.valueOffset() + merge.valueLength());
        }
        int at = 0;
        do {
            if (!Arrays.equals(
                    value,
                    at,
                    Math.min(value.length, at + merge.pieceLength()),
                    merge.pieceArray(),
                    merge.pieceOffset(),
                    merge.pieceOffset() + merge.pieceLength())) {
                return false;
            }
            at += merge.pieceLength();
        } while (merge.nextPiece());
        return at == value.length;
    }

    /** From the last block that starts before the range, as found by the index of a file. */
    private static List<byte[]> blocksFrom(List<byte[]> blocks, byte[] from) {
        int first = 0;
        for (int i = 0; from != null && i < blocks.size(); i++) {
            BlockReader reader = new BlockReader();
            reader.reset(blocks.get(i), 0, blocks.get(i).length);
            reader.next();
            first = Arrays.compareUnsigned(reader.key(), from) < 0 ? i : first;
        }
        return blocks.subList(first, blocks.size());
    }

    private List<byte[]> repacked(byte[] from) {
        List<byte[]> blocks = new ArrayList<>();
        try (BlockMerge merge = new BlockMerge(
                runs.stream()
                        .map(run -> new Blocks.Source(blocksFrom(run, from)))
                        .toList(),
                from,
                null)) {
            while (merge.next()) {
                blocks.add(Blocks.copy(merge.array(), merge.offset(), merge.length()));
            }
        }
        return blocks;
    }

    /** Scans of which each continues where the one before was interrupted. */
    private final class Cut implements BlockSource {
        private final ScanPosition position;
        private final IntPredicate cuts;
        private BlockSource blocks;
        private int scan;
        private int given;

        /** Never interrupted. */
        Cut(byte[] from, Function<byte[], BlockSource> scan) {
            this(from, at -> false, scan);
        }

        Cut(byte[] from, int first, IntPredicate cuts) {
            this(from, cuts, scans.get(first));
            scan = first;
        }

        private Cut(byte[] from, IntPredicate cuts, Function<byte[], BlockSource> start) {
            position = new ScanPosition(from);
            this.cuts = cuts;
            position.start();
            blocks = start.apply(from);
        }

        private void continueScan() {
            position.start();
            blocks = scans.get(++scan % scans.size()).apply(position.from());
        }

        @Override
        public boolean next(BlockReader reader) {
            position.leave(reader);
            if (cuts.test(given)) {
                continueScan();
            }
            given++;
            while (blocks.next(reader)) {
                if (position.enter(reader)) {
                    return true;
                }
            }
            position.end();
            return false;
        }

        @Override
        public void close() {
            blocks.close();
        }
    }
}
