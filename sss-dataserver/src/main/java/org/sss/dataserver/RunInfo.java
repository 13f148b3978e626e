package org.sss.dataserver;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.sss.net.block.BlockSum;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;

/**
 * What a manifest says of one committed run.
 *
 * @param run    its number in the segment
 * @param tuples values that end in its blocks
 */
record RunInfo(int run, AttemptId attempt, int sequence, long blocks, long tuples, long dataBytes, long storedBytes,
        byte[] firstKey, byte[] lastKey) {
    /** The order in which values of equal keys come, whatever the order of arrival. */
    static final Comparator<RunInfo> VALUE_ORDER = valueOrder(RunInfo::attempt, RunInfo::sequence);

    /** {@link #VALUE_ORDER} for whatever has an attempt and a sequence. */
    static <T> Comparator<T> valueOrder(Function<T, AttemptId> attempt, ToIntFunction<T> sequence) {
        return Comparator.comparing((T t) -> attempt.apply(t).writer())
                .thenComparingInt(t -> attempt.apply(t).source())
                .thenComparingInt(sequence)
                .thenComparingInt(t -> attempt.apply(t).attempt());
    }

    Stored stored() {
        return new Stored(tuples, dataBytes, storedBytes, blocks, 1);
    }

    /** Whether these may be its blocks, by what they say. */
    boolean isOf(BlockSum found) {
        return found.isOf(blocks, tuples, dataBytes);
    }

    /** What {@link #isOf} compares. */
    String counts() {
        return BlockSum.text(blocks, tuples, dataBytes);
    }

    @Override
    public String toString() {
        return "run " + run + " (" + attempt + ", sequence " + sequence + ")";
    }
}
