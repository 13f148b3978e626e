package org.sss.net.block;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.sss.api.SssException;
import org.sss.net.testing.FuzzBlocks;
import org.sss.net.testing.FuzzBytes;
import org.sss.net.testing.FuzzTarget;

/**
 * Up to three runs of arbitrary blocks, read block by block, as one run after another, and merged: by tuples and by
 * blocks, with the same result if the runs are valid. One thread.
 *
 * <pre>
 *   input: 1 to repair checksums, then blocks: u8 run, u16 length, block
 * </pre>
 */
public final class RunFuzz implements FuzzTarget {
    private static final int RUNS = 3;

    @Override
    public boolean accepts(byte[] input) {
        FuzzBytes in = new FuzzBytes(input);
        boolean repaired = (in.nextByte() & 1) != 0;
        List<List<byte[]>> runs = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            runs.add(new ArrayList<>());
        }
        while (!in.isEmpty()) {
            runs.get(in.nextByte() % RUNS).add(FuzzBlocks.nextBlock(in, repaired));
        }
        String byTuples = outcome(() -> tuples(runs));
        String byBlocks = outcome(() -> tuples(List.of(mergeBlocks(runs))));
        if (byTuples != null && runs.stream().allMatch(RunFuzz::isGood) && !byTuples.equals(byBlocks)) {
            throw new AssertionError("merged by tuples: " + byTuples + ", by blocks: " + byBlocks);
        }
        return byTuples != null && byBlocks != null;
    }

    /** Null if the runs were rejected. */
    private static String outcome(Supplier<String> reading) {
        try {
            return reading.get();
        } catch (SssException refused) {
            return null;
        }
    }

    private static List<byte[]> mergeBlocks(List<List<byte[]>> runs) {
        List<byte[]> merged = new ArrayList<>();
        long keys = 0;
        try (BlockMerge merge = new BlockMerge(sources(runs))) {
            while (merge.next()) {
                merged.add(Arrays.copyOfRange(merge.array(), merge.offset(), merge.offset() + merge.length()));
                keys += merge.firstKey().length + merge.lastKey().length;
            }
        }
        return keys < 0 ? List.of() : merged;
    }

    private static String tuples(List<List<byte[]>> runs) {
        StringBuilder tuples = new StringBuilder();
        try (RunMerge merge = new RunMerge(sources(runs))) {
            while (merge.nextKey()) {
                tuples.append(' ')
                        .append(hash(merge.key(), 0, merge.keyLength()))
                        .append(':');
                while (merge.nextValue()) {
                    tuples.append(' ').append(merge.pieceLength());
                    tuples.append(' ').append(hash(merge.valueArray(), merge.valueOffset(), merge.valueLength()));
                }
            }
        }
        return tuples.toString();
    }

    private static int hash(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        return Arrays.hashCode(Arrays.copyOfRange(array, offset, offset + length));
    }

    /**
     * Returns true if a data server would accept the run: all blocks are valid, it starts with a whole value, and
     * its keys ascend.
     */
    private static boolean isGood(List<byte[]> run) {
        try {
            return isSorted(run);
        } catch (SssException damaged) {
            return false;
        }
    }

    private static boolean isSorted(List<byte[]> run) {
        byte[] before = {};
        BlockReader block = new BlockReader();
        boolean open = false;
        for (byte[] bytes : run) {
            block.reset(bytes, 0, bytes.length);
            if (block.continuesPrevious() != open || !block.next()) {
                return false;
            }
            boolean samePiece = open;
            do {
                int order = Arrays.compareUnsigned(block.key(), before);
                if (order < 0 || samePiece && order != 0) {
                    return false;
                }
                samePiece = false;
                before = block.key();
                open = block.valueContinues();
            } while (block.next());
        }
        return !open;
    }

    private static List<Source> sources(List<List<byte[]>> runs) {
        return runs.stream().map(Source::new).toList();
    }

    @Override
    public Map<String, byte[]> seeds() {
        Map<String, byte[]> seeds = new LinkedHashMap<>();
        FuzzBlocks.runs().forEach((name, run) -> {
            if (run.stream().allMatch(block -> block.length < 1 << 16)) {
                seeds.put(name, FuzzBlocks.pack(1, 0, run));
            }
        });
        byte[] first = FuzzBlocks.pack(0, 0, FuzzBlocks.runs().get("many"));
        byte[] second = FuzzBlocks.pack(0, 2, FuzzBlocks.runs().get("lz4"));
        byte[] merged = Arrays.copyOf(first, first.length + second.length - 1);
        System.arraycopy(second, 1, merged, first.length, second.length - 1);
        seeds.put("merged", merged);
        return seeds;
    }

    /** One thread. */
    private static final class Source implements BlockSource {
        private final Iterator<byte[]> blocks;

        Source(List<byte[]> blocks) {
            this.blocks = blocks.iterator();
        }

        @Override
        public boolean next(BlockReader reader) {
            if (!blocks.hasNext()) {
                return false;
            }
            byte[] block = blocks.next();
            reader.reset(block, 0, block.length);
            return true;
        }

        @Override
        public void close() {
            // no resources
        }
    }
}
