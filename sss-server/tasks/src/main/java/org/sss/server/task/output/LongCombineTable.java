package org.sss.server.task.output;

import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.net.block.BigEndian;

/** A combine table whose values are encoded longs, combined in place. For the task's thread. */
final class LongCombineTable extends CombineTable {
    private static final int VALUE_AT = 8;

    private final LongCombiner.Operation operation;
    private final boolean sums;
    private final boolean wraps;
    private Overflow overflow =
            (key, offset, length, sum, value) -> new ArithmeticException(LongCombiner.Operation.overflow(sum, value));
    /** Number of values that were combined into others. */
    private long folds;
    /** Entries of keys that are numbers. */
    private final RecentNumbers recent = new RecentNumbers();

    LongCombineTable(long bufferBytes, RunOutput output, LongCombiner.Operation operation) {
        super(bufferBytes, output);
        this.operation = operation;
        wraps = operation == LongCombiner.Operation.SUM_WRAPPING;
        sums = wraps || operation == LongCombiner.Operation.SUM;
    }

    /** Creates the exception for an overflow. */
    interface Overflow {
        RuntimeException at(byte[] key, int offset, int length, long sum, long value);
    }

    void onOverflow(Overflow maker) {
        overflow = maker;
    }

    /**
     * Records that the key of the entry at {@code ref} encodes {@code number}; all numbers must have the same codec.
     */
    void record(long number, int ref) {
        recent.record(number, ref);
    }

    /** Returns the entry of a key that was {@linkplain #record recorded}, or {@link #NONE}. */
    int recentEntry(long number) {
        return recent.position(number);
    }

    /** Combines {@code value} into the value of the entry at {@code ref}. */
    void combine(int ref, long value) {
        folds++;
        fold(ref, value);
    }

    private void fold(int ref, long value) {
        if (sums) {
            // The encoding adds 2^63, so the sum of an encoding and a number is the encoding of the sum.
            long before = BigEndian.getLong(arena, ref + VALUE_AT);
            long sum = before + value;
            // Signs of encodings are flipped: two numbers of one sign have a sum of the other.
            if (((before ^ sum) & ~(value ^ sum)) < 0 && !wraps) {
                throw overflow.at(
                        arena, ref + HEADER_BYTES, BigEndian.getInt(arena, ref), LongCodec.fromEncoded(before), value);
            }
            BigEndian.putLong(arena, ref + VALUE_AT, sum);
            return;
        }
        long old = LongCodec.fromEncoded(BigEndian.getLong(arena, ref + VALUE_AT));
        BigEndian.putLong(arena, ref + VALUE_AT, LongCodec.toEncoded(operation.apply(old, value)));
    }

    /**
     * Combines values into those of short keys, up to the first key without an entry.
     *
     * @return the index of that key in the batch, or the size of the batch
     */
    int combineFound(ShortKeys keys, int from) {
        long[] table = slots();
        byte[] bytes = arena;
        int mask = table.length - 1;
        for (int k = from; k < keys.count; k++) {
            long h = keys.hashes[k];
            int i = (int) (h >>> 32) & mask;
            long slot = table[i];
            while (slot != 0 && ((slot ^ h) & HALF_HASH) != 0) {
                i = i + 1 & mask;
                slot = table[i];
            }
            int ref = (int) slot - 1;
            if (slot == 0 || !keys.isAt(k, bytes, ref)) {
                folds += k - from;
                return k;
            }
            fold(ref, keys.values[k]);
        }
        folds += keys.count - from;
        return keys.count;
    }

    /** Returns the number of values that were combined into others, over all flushes. */
    long folds() {
        return folds;
    }

    /** Adds the key that {@link #find} has just not found. */
    void insert(int subgroup, byte[] key, int offset, int length, long value) {
        int bytes = entryBytes(length);
        if (isLarge(bytes)) {
            byte[] encoded = new byte[LongCodec.SIZE_BYTES];
            LongCodec.put(encoded, 0, value);
            writeAlone(subgroup, key, offset, length, encoded, 0, encoded.length);
            return;
        }
        int ref = append(subgroup, key, offset, length, bytes);
        BigEndian.putLong(arena, ref + VALUE_AT, LongCodec.toEncoded(value));
    }

    @Override
    void writeEntry(int ref) {
        int length = BigEndian.getInt(arena, ref);
        output.add(arena, ref + HEADER_BYTES, length, arena, ref + VALUE_AT, LongCodec.SIZE_BYTES);
    }

    @Override
    void clear() {
        super.clear();
        recent.clear();
    }

    @Override
    void release() {
        super.release();
        recent.clear();
    }
}
