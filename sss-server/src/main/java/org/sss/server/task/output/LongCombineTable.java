package org.sss.server.task.output;

import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.net.block.BigEndian;
import org.sss.server.shuffle.RunOutput;

/**
 * A combine table whose values are longs in their encoding of eight bytes, folded where they lie. Used by the task's thread.
 */
final class LongCombineTable extends CombineTable {
    private static final int VALUE_AT = 8;

    private final LongCombiner.Operation operation;
    private final boolean sums;
    private final boolean wraps;
    private Overflow overflow = (key, offset, length, sum, value) -> new ArithmeticException(LongCombiner.Operation.overflow(sum, value));
    /** Values that were folded into others. */
    private long folds;
    /** Entries of keys that are numbers. */
    private final RecentNumbers recent = new RecentNumbers();

    LongCombineTable(long bufferBytes, RunOutput output, LongCombiner.Operation operation) {
        super(bufferBytes, output);
        this.operation = operation;
        wraps = operation == LongCombiner.Operation.SUM_WRAPPING;
        sums = wraps || operation == LongCombiner.Operation.SUM;
    }

    /** Makes an exception of a sum that is no long any more. */
    interface Overflow {
        RuntimeException at(byte[] key, int offset, int length, long sum, long value);
    }

    void onOverflow(Overflow maker) {
        overflow = maker;
    }

    /** Says that the entry at {@code ref} has the key that is the encoding of {@code number}: the same codec's for all. */
    void remember(long number, int ref) {
        recent.remember(number, ref);
    }

    /** The entry of a key that was {@linkplain #remember remembered}, or {@link #NONE}. */
    int recentEntry(long number) {
        return recent.place(number);
    }

    /** Folds {@code value} into that of the entry at {@code ref}. */
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
                throw overflow.at(arena, ref + HEADER_BYTES, BigEndian.getInt(arena, ref), LongCodec.fromEncoded(before), value);
            }
            BigEndian.putLong(arena, ref + VALUE_AT, sum);
            return;
        }
        long old = LongCodec.fromEncoded(BigEndian.getLong(arena, ref + VALUE_AT));
        BigEndian.putLong(arena, ref + VALUE_AT, LongCodec.toEncoded(operation.apply(old, value)));
    }

    /**
     * Folds values into those of short keys, until there is none for a key.
     *
     * @return the place of that key in the batch, or its count
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

    /** Values that were folded into others, over all flushes. */
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
        recent.forget();
    }

    @Override
    void release() {
        super.release();
        recent.forget();
    }
}
