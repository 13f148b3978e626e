package org.sss.server.task.output;

import java.util.Arrays;
import org.sss.net.block.ArrayPool;
import org.sss.net.block.BigEndian;
import org.sss.net.block.KeyHash;

/**
 * Tells tuples that were emitted lately, key and value, so that they need not be sent again: a table that forgets everything when it is
 * full, and is given up when few come again. Used by the task's thread.
 *
 * <pre>
 *   slot:                half hash &lt;&lt; 32 | place of the entry in the arena + 1; 0 is a free slot
 *   entry in the arena:  i32 key length, i32 value length, key, value
 * </pre>
 */
final class DuplicateFilter {
    private static final int HEADER_BYTES = 8;
    private static final int MAX_ARENA_BYTES = 2 << 20;
    private static final int MIN_ARENA_BYTES = 1 << 10;
    /** A tuple of that many bytes of the arena has a slot, and a second one is free. */
    private static final int BYTES_PER_SLOT = 16;
    private static final long HALF_HASH = 0xFFFF_FFFF_0000_0000L;
    /** When fewer than one in so many tuples came again until the table was full, looking for them is not worth it. */
    private static final int MIN_PART = 16;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

    private final byte[] arena;
    private final long[] slots;
    private int end;
    private int entries;
    /** Since the table was empty. */
    private long repeatsOfTable;
    private long count;
    private boolean over;

    /** @param bytes of memory that it may take; of more than 4 MiB it takes 3 */
    DuplicateFilter(long bytes) {
        int arenaBytes = Integer.highestOneBit((int) Math.max(MIN_ARENA_BYTES, Math.min(MAX_ARENA_BYTES, bytes / 2)));
        arena = ArrayPool.bytes(arenaBytes);
        slots = ArrayPool.zeros(arenaBytes / BYTES_PER_SLOT);
    }

    /** Whether the same tuple has come lately; if not, it is remembered, unless it is large. */
    boolean isRepeated(byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        long bytes = (long) HEADER_BYTES + keyLength + valueLength;
        if (over || bytes > arena.length / 4) {
            return false;
        }
        long hash = (KeyHash.hash64(key, keyOffset, keyLength) * MULTIPLIER ^ KeyHash.hash64(value, valueOffset, valueLength)) * MULTIPLIER;
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
            forget();
            i = (int) (hash >>> 32) & mask;
        }
        slots[i] = hash & HALF_HASH | end + 1;
        append(key, keyOffset, keyLength, value, valueOffset, valueLength);
        return false;
    }

    private boolean isAt(int at, byte[] key, int keyOffset, int keyLength, byte[] value, int valueOffset, int valueLength) {
        int keyAt = at + HEADER_BYTES;
        int valueAt = keyAt + keyLength;
        return BigEndian.getInt(arena, at) == keyLength && BigEndian.getInt(arena, at + 4) == valueLength
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

    private void forget() {
        over = repeatsOfTable < entries / MIN_PART;
        Arrays.fill(slots, 0);
        end = 0;
        entries = 0;
        repeatsOfTable = 0;
    }

    /** Tuples that had come before. */
    long count() {
        return count;
    }

    /** Gives the memory back; nothing is asked after that but the count. */
    void release() {
        over = true;
        ArrayPool.giveBack(arena);
        ArrayPool.giveBack(slots);
    }
}
