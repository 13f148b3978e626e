package org.sss.dataserver.tuples;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.sss.dataserver.segment.BlockKeys;
import org.sss.net.block.BigEndian;

/**
 * The keys of the records of a {@link TupleStore}.
 *
 * <pre>
 *   tuple     u64 group, u32 subgroup, key with 00 written as 00 FF, 00 00, u32 run, u32 (number &lt;&lt; 1 | continues)
 *   segment   FF, u64 group, u32 subgroup, u32 number of the segment
 *   file      FF
 *
 *   number    of the value, or chunk of a value, among those that the run has for this key, from 0
 *   continues the record is a chunk of a value, and the next record is the next chunk
 * </pre>
 *
 * So tuples are ordered by group, subgroup, key, run, and number. Groups are numbered from 0.
 */
public final class TupleKeys {
    static final int MAX_NUMBER = Integer.MAX_VALUE;
    /** After all tuples. */
    static final byte[] FILE = {-1};

    private static final int PREFIX_BYTES = 12;
    private static final int SUFFIX_BYTES = 8;
    private static final byte[] NO_KEY = {};

    private TupleKeys() {}

    static int maxBytes(int keyLength) {
        return PREFIX_BYTES + 2 * keyLength + 2 + SUFFIX_BYTES;
    }

    /** Writes the key of a tuple at the position of {@code into}. */
    static void put(
            ByteBuffer into,
            long group,
            int subgroup,
            byte[] array,
            int offset,
            int length,
            int run,
            int number,
            boolean valueContinues) {
        into.putLong(group).putInt(subgroup);
        BlockKeys.putEscaped(into, array, offset, length);
        into.putInt(run).putInt(number << 1 | (valueContinues ? 1 : 0));
    }

    static byte[] segment(long group, int subgroup, int number) {
        return ByteBuffer.allocate(1 + PREFIX_BYTES + 4)
                .put(FILE)
                .putLong(group)
                .putInt(subgroup)
                .putInt(number)
                .array();
    }

    /** Start of the segments of a group, and end of those of the group before. */
    static byte[] segments(long group) {
        return ByteBuffer.allocate(9).put(FILE).putLong(group).array();
    }

    /** Start of the tuples of a group, and end of those of the group before. */
    static byte[] group(long group) {
        return ByteBuffer.allocate(8).putLong(group).array();
    }

    public static long groupOf(byte[] stored) {
        return BigEndian.getLong(stored, 0);
    }

    /** Start of a subgroup. */
    static byte[] subgroup(long group, int subgroup) {
        return ByteBuffer.allocate(PREFIX_BYTES).putLong(group).putInt(subgroup).array();
    }

    /** Start of the tuples of {@code key}, and end of those of lower keys. */
    static byte[] key(long group, int subgroup, byte[] key) {
        return key(group, subgroup, key, NO_KEY);
    }

    /** Start of the tuples of keys above {@code key}. */
    static byte[] afterKey(long group, int subgroup, byte[] key) {
        byte[] after = key(group, subgroup, key);
        after[after.length - 1] = 1;
        return after;
    }

    /** Start of the tuples of {@code key} in {@code run}, and end of those of the runs before. */
    static byte[] run(long group, int subgroup, byte[] key, int run) {
        return key(group, subgroup, key, ByteBuffer.allocate(4).putInt(run).array());
    }

    private static byte[] key(long group, int subgroup, byte[] key, byte[] suffix) {
        ByteBuffer into =
                ByteBuffer.allocate(maxBytes(key.length)).putLong(group).putInt(subgroup);
        BlockKeys.putEscaped(into, key, 0, key.length);
        into.put(suffix);
        return Arrays.copyOf(into.array(), into.position());
    }

    /** Returns the first key after a stored one. */
    static byte[] after(byte[] stored) {
        return Arrays.copyOf(stored, stored.length + 1);
    }

    static int runOf(byte[] bytes, int at, int length) {
        return BigEndian.getInt(bytes, at + length - SUFFIX_BYTES);
    }

    static boolean valueContinues(byte[] bytes, int at, int length) {
        return (bytes[at + length - 1] & 1) != 0;
    }

    /** Returns true if two stored keys have the same key of the same subgroup. */
    static boolean sameKey(byte[] bytes, int at, int length, int otherAt, int otherLength) {
        int compared = length - SUFFIX_BYTES;
        return length == otherLength && Arrays.equals(bytes, at, at + compared, bytes, otherAt, otherAt + compared);
    }

    /** Returns true if a stored key of this length can be that of a tuple. */
    static boolean isTuple(int length) {
        return length >= maxBytes(0);
    }

    /** Copies the key of a tuple, which is at most as long as the stored one, and returns its length. */
    static int copyKey(byte[] bytes, int at, int length, byte[] into) {
        int end = at + length - SUFFIX_BYTES - 2;
        int to = 0;
        for (int from = at + PREFIX_BYTES; from < end; from++) {
            into[to++] = bytes[from];
            if (bytes[from] == 0) {
                from++;
            }
        }
        return to;
    }
}
