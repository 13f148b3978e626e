package org.sss.server.task;

import org.sss.api.LongCodec;
import org.sss.api.LongCombiner;
import org.sss.net.block.BigEndian;

/**
 * A combine table whose values are longs in their encoding of eight bytes, folded where they lie. Used by the task's thread.
 */
final class LongCombineTable extends CombineTable {
    private static final int VALUE_AT = 8;

    private final LongCombiner.Operation operation;
    private final boolean sums;

    LongCombineTable(long bufferBytes, RunOutput output, LongCombiner.Operation operation) {
        super(bufferBytes, output);
        this.operation = operation;
        sums = operation == LongCombiner.Operation.SUM;
    }

    /** Folds {@code value} into that of the entry at {@code ref}. */
    void combine(int ref, long value) {
        if (sums) {
            // The encoding adds 2^63, so the sum of an encoding and a number is the encoding of the sum.
            BigEndian.putLong(arena, ref + VALUE_AT, BigEndian.getLong(arena, ref + VALUE_AT) + value);
            return;
        }
        long old = LongCodec.fromEncoded(BigEndian.getLong(arena, ref + VALUE_AT));
        BigEndian.putLong(arena, ref + VALUE_AT, LongCodec.toEncoded(operation.apply(old, value)));
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
}
