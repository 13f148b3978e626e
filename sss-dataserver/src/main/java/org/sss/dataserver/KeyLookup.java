package org.sss.dataserver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;

/** Finds the values of single keys in one subgroup. One thread at a time. */
final class KeyLookup implements AutoCloseable {
    /** Small, so that no more than the blocks that may have the key are read. */
    private static final int BATCH_BYTES = 4096;

    private final List<Segment> segments;
    private final BlockReader block = new BlockReader();

    KeyLookup(List<Segment> segments) {
        this.segments = segments;
    }

    /** Gives all values of a key to {@code answer}, in the order of the runs. */
    void find(byte[] array, int offset, int length, AnswerBytes answer) {
        byte[] key = Arrays.copyOfRange(array, offset, offset + length);
        KeyRange range = new KeyRange(key, Arrays.copyOf(key, length + 1));
        List<Run> runs = new ArrayList<>();
        try {
            segments.forEach(segment -> runs.addAll(segment.runs(range)));
            runs.sort(Comparator.comparing(Run::info, RunInfo.VALUE_ORDER));
            boolean goesOn = true;
            for (int i = 0; i < runs.size() && goesOn; i++) {
                try (BlockSource blocks = runs.get(i).source(range, BATCH_BYTES)) {
                    goesOn = find(blocks, key, answer);
                }
            }
        } finally {
            runs.forEach(Run::close);
        }
    }

    private boolean find(BlockSource blocks, byte[] key, AnswerBytes answer) {
        while (blocks.next(block)) {
            while (block.next()) {
                int order = Arrays.compareUnsigned(block.array(), block.keyOffset(), block.keyOffset() + block.keyLength(),
                        key, 0, key.length);
                if (order > 0) {
                    return true;
                }
                if (order == 0 && !add(answer)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** A value in pieces is larger than an answer can be. */
    private boolean add(AnswerBytes answer) {
        return block.valueContinues() ? answer.tooLarge()
                : answer.add(block.array(), block.valueOffset(), block.valueLength());
    }

    @Override
    public void close() {
        // holds nothing between two keys
    }
}
