package org.sss.server.task.output;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.apache.datasketches.frequencies.ErrorType;
import org.apache.datasketches.frequencies.ItemsSketch;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.BlockReader;

/**
 * Estimates which keys take the most bytes in the blocks of a task, at a cost that does not depend on the number of
 * tuples: it reads the first blocks, and then one in each {@link #STEP_BYTES}, which stands for the others. For the
 * task's thread.
 *
 * <pre>
 *   bytes of blocks   0 ....... 256 KiB | ......x.... | ..x........ | ........x..     x: a random byte of each step; its block is read
 *                     all are read        512 KiB       512 KiB
 * </pre>
 *
 * Of a block, only keys with a 64th of its bytes or more are passed to the sketch.
 */
final class KeySample {
    /** About a tenth of a millisecond to read. */
    static final int EXACT_BYTES = 256 << 10;

    static final int STEP_BYTES = 512 << 10;
    /** Longer keys are not counted: they are rarely the same. */
    static final int MAX_KEY_BYTES = 1024;

    private static final int MIN_SHARE = 64;
    /** Of the lengths in an entry, about. */
    private static final int ENTRY_BYTES = 2;
    /** More than the keys of which each has a 64th. */
    private static final int SKETCH_SLOTS = 128;

    private final SplittableRandom random;
    private final BlockReader reader = new BlockReader();
    /** Keys, a character for each byte. */
    private final ItemsSketch<String> keys = new ItemsSketch<>(SKETCH_SLOTS);

    private long bytes;
    private long stepStart = EXACT_BYTES;
    private long mark;

    /** @param seed that differs between tasks: otherwise, equal tasks would all choose the same keys */
    KeySample(long seed) {
        random = new SplittableRandom(seed);
        mark = stepStart + random.nextInt(STEP_BYTES);
    }

    /** Takes the block in {@code block[0, length)} into account. */
    void add(byte[] block, int length) {
        bytes += length;
        if (bytes <= EXACT_BYTES) {
            count(block, length, length);
            return;
        }
        long weight = 0;
        while (bytes > mark) {
            weight += STEP_BYTES;
            stepStart += STEP_BYTES;
            mark = stepStart + random.nextInt(STEP_BYTES);
        }
        if (weight > 0) {
            count(block, length, weight);
        }
    }

    /** @param weight how many bytes the block stands for */
    private void count(byte[] block, int length, long weight) {
        reader.resetUnchecked(block, 0, length);
        long total = (long) reader.plainLength() - BlockFormat.HEADER_BYTES;
        int keyOffset = 0;
        int keyLength = -1;
        long keyBytes = 0;
        while (reader.next()) {
            if (reader.isNewKey()) {
                countKey(keyOffset, keyLength, keyBytes, total, weight);
                keyOffset = reader.keyOffset();
                keyLength = reader.keyLength();
                keyBytes = keyLength;
            }
            keyBytes += (long) ENTRY_BYTES + reader.valueLength();
        }
        countKey(keyOffset, keyLength, keyBytes, total, weight);
    }

    private void countKey(int offset, int length, long keyBytes, long total, long weight) {
        if (keyBytes * MIN_SHARE >= total && length >= 0 && length <= MAX_KEY_BYTES) {
            long share = Math.round((double) weight * Math.min(keyBytes, total) / total);
            if (share > 0) {
                keys.update(new String(reader.array(), offset, length, ISO_8859_1), share);
            }
        }
    }

    /**
     * Passes on the heaviest keys with their bytes, most first, at most {@code max}, of those that have a 64th of all
     * bytes or more.
     */
    void heaviest(int max, BiConsumer<byte[], Long> to) {
        int passed = 0;
        for (ItemsSketch.Row<String> row : keys.getFrequentItems(ErrorType.NO_FALSE_NEGATIVES)) {
            if (passed < max && row.getLowerBound() * MIN_SHARE >= bytes) {
                to.accept(row.getItem().getBytes(ISO_8859_1), row.getLowerBound());
                passed++;
            }
        }
    }
}
