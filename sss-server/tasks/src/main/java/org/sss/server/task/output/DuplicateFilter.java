package org.sss.server.task.output;

import java.util.Arrays;
import org.sss.net.block.ArrayPool;
import org.sss.net.block.BigEndian;
import org.sss.net.block.KeyHash;

/**
 * Detects recently emitted tuples (key and value), which need not be sent again: a table that is cleared when it is
 * full, and abandoned if few tuples repeat. For the task's thread.
 *
 * <pre>
 *   slot:                half hash &lt;&lt; 32 | offset of the entry in the arena + 1; 0 is a free slot
 *   entry in the arena:  i32 key length, i32 value length, key, value
 * </pre>
 */
final class DuplicateFilter {
    private static final int HEADER_BYTES = 8;
    private static final int MAX_ARENA_BYTES = 2 << 20;
    private static final int MIN_ARENA_BYTES = 1 << 10;
    /** Arena bytes per slot; twice the slots of average tuples, so that half are free. */
    private static final int BYTES_PER_SLOT = 16;

    private static final long HALF_HASH = 0xFFFF_FFFF_0000_0000L;
    /** If fewer than one in this many tuples were repeats when the table is full, the filter is abandoned. */
    private static final int MIN_REPEAT_RATIO = 16;

    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final byte[] arena;
    private final long[] slots;
    private int end;
    private int entries;
    /** Repeats since the table was empty. */
    private long repeatsOfTable;

    private long count;
    private boolean over;

    /** @param bytes memory limit; at most 3 MiB are used */
    DuplicateFilter(long bytes) {
        int arenaBytes = Integer.highestOneBit((int) Math.max(MIN_ARENA_BYTES, Math.min(MAX_ARENA_BYTES, bytes / 2)));
        arena = ArrayPool.bytes(arenaBytes);
        slots = ArrayPool.zeros(arenaBytes / BYTES_PER_SLOT);
    }

    /** Returns whether the same tuple was emitted recently; if not, records it, unless it is large. */
    boolean isRepeated(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        long bytes = (long) HEADER_BYTES + keyLength + valueLength;
        if (over || bytes > arena.length / 4) {
            return false;
        }
        long hash = (KeyHash.hash64(key, keyOffset, keyLength) * MULTIPLIER
                        ^ KeyHash.hash64(value, valueOffset, valueLength))
                * MULTIPLIER;
        int mask = slots.length - 1;
        int i = (int) (hash >>> 32) & mask;
        for (; slots[i] != 0; i = i + 1 & mask) {
            if (((slots[i] ^ hash) & HALF_HASH) == 0
                    && isAt((int) slots[i] - 1, key, keyOffset, keyLength, value, valueOffset, valueLength)) {
                repeatsOfTable++;
                count++;
                return true;
            }
        }
        if (end + bytes > arena.length || entries == slots.length / 2) {
            reset();
            i = (int) (hash >>> 32) & mask;
        }
        slots[i] = hash & HALF_HASH | end + 1;
        append(key, keyOffset, keyLength, value, valueOffset, valueLength);
        return false;
    }

    private boolean isAt(
            int at, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        int keyAt = at + HEADER_BYTES;
        int valueAt = keyAt + keyLength;
        return BigEndian.getInt(arena, at) == keyLength
                && BigEndian.getInt(arena, at + 4) == valueLength
                && Arrays.equals(arena, keyAt, valueAt, key, keyOffset, keyOffset + keyLength)
                && Arrays.equals(arena, valueAt, valueAt + valueLength, value, valueOffset, valueOffset + valueLength);
    }

    private void append(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        BigEndian.putInt(arena, end, keyLength);
        BigEndian.putInt(arena, end + 4, valueLength);
        System.arraycopy(key, keyOffset, arena, end + HEADER_BYTES, keyLength);
        System.arraycopy(value, valueOffset, arena, end + HEADER_BYTES + keyLength, valueLength);
        end += HEADER_BYTES + keyLength + valueLength;
        entries++;
    }

    private void reset() {
        over = repeatsOfTable < entries / MIN_REPEAT_RATIO;
        Arrays.fill(slots, 0);
        end = 0;
        entries = 0;
        repeatsOfTable = 0;
    }

    /** Returns the number of repeated tuples. */
    long count() {
        return count;
    }

    /** Releases the memory; only the count may be used after that. */
    void release() {
        over = true;
        ArrayPool.giveBack(arena);
        ArrayPool.giveBack(slots);
    }
}
