package org.sss.dataserver.run;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.sss.dataserver.index.IndexPage;
import org.sss.net.block.BlockSum;
import org.sss.net.block.KeyRange;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;

/**
 * What a manifest records of one committed run. Of its first and last key it has at most {@value #MAX_KEY_BYTES} bytes:
 * thousands of these records are in memory and are sent together.
 *
 * @param run      its number in the segment
 * @param firstKey the prefix of its first key that is stored; the constructor cuts it
 * @param lastKey  likewise
 * @param digest   of its blocks, as {@link BlockDigest} has it; null if unknown
 */
public record RunInfo(
        int run,
        AttemptId attempt,
        int sequence,
        @Unwrapped Size size,
        byte[] firstKey,
        byte[] lastKey,
        @Nullable Long digest) {
    /** @param tuples values that end in its blocks */
    public record Size(long blocks, long tuples, long dataBytes, long storedBytes) {
        public Size plus(Size other) {
            return new Size(
                    blocks + other.blocks,
                    tuples + other.tuples,
                    dataBytes + other.dataBytes,
                    storedBytes + other.storedBytes);
        }
    }

    /** Maximum of a key in an index. */
    public static final int MAX_KEY_BYTES = IndexPage.MAX_KEY_BYTES;

    /** The order of the values of equal keys, independent of the order of arrival. */
    public static final Comparator<RunInfo> VALUE_ORDER = valueOrder(RunInfo::attempt, RunInfo::sequence);

    /** {@link #VALUE_ORDER} for any type that has an attempt and a sequence. */
    public static <T> Comparator<T> valueOrder(Function<T, AttemptId> attempt, ToIntFunction<T> sequence) {
        return Comparator.comparing((T t) -> attempt.apply(t).writer())
                .thenComparingInt(t -> attempt.apply(t).source())
                .thenComparingInt(sequence)
                .thenComparingInt(t -> attempt.apply(t).attempt());
    }

    public RunInfo {
        firstKey = cut(firstKey);
        lastKey = cut(lastKey);
    }

    /** Makes one without a digest. */
    public RunInfo(int run, AttemptId attempt, int sequence, Size size, byte[] firstKey, byte[] lastKey) {
        this(run, attempt, sequence, size, firstKey, lastKey, null);
    }

    public long blocks() {
        return size.blocks();
    }

    public long tuples() {
        return size.tuples();
    }

    public long dataBytes() {
        return size.dataBytes();
    }

    public long storedBytes() {
        return size.storedBytes();
    }

    private static byte[] cut(byte[] key) {
        return key == null || key.length <= MAX_KEY_BYTES ? key : Arrays.copyOf(key, MAX_KEY_BYTES);
    }

    /** Returns true if all of its keys are surely above {@code key}. */
    boolean startsAbove(byte[] key) {
        return Arrays.compareUnsigned(firstKey, key) > 0;
    }

    /**
     * Returns true if all of its keys are surely below {@code key}: not if {@code key} starts with the known prefix of
     * the last one.
     */
    boolean endsBelow(byte[] key) {
        return Arrays.compareUnsigned(lastKey, 0, lastKey.length, key, 0, Math.min(key.length, MAX_KEY_BYTES)) < 0;
    }

    /** Returns true if some key of this run may be in the range. */
    public boolean overlaps(KeyRange range) {
        return !range.endsBefore(firstKey, 0, firstKey.length) && (range.from() == null || !endsBelow(range.from()));
    }

    public Stored stored() {
        return new Stored(tuples(), dataBytes(), storedBytes(), blocks(), 1);
    }

    /** Returns true if {@code found} has the counts of this run. */
    public boolean isOf(BlockSum found) {
        return found.isOf(blocks(), tuples(), dataBytes());
    }

    /** Returns the counts that {@link #isOf} compares. */
    public String counts() {
        return BlockSum.text(blocks(), tuples(), dataBytes());
    }

    @Override
    public String toString() {
        return "run " + run + " (" + attempt + ", sequence " + sequence + ")";
    }
}
