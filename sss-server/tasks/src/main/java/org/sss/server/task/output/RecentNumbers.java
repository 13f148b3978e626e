package org.sss.server.task.output;

import java.util.Arrays;

/**
 * Caches the table positions of recent keys that are numbers: they need not be encoded, hashed and looked up again.
 * Reading a number's encoding, which was just written, as the two words of a short key would stall the processor until
 * it has reached the cache. See docs/design/012. For the task's thread.
 */
final class RecentNumbers {
    /** No such number. */
    static final int NONE = -1;

    private static final int SLOT_BITS = 10;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Null while nothing is recorded. */
    private int[] positions;

    private long[] numbers;

    private static int slot(long number) {
        return (int) (number * MIX >>> 64 - SLOT_BITS);
    }

    int position(long number) {
        if (positions == null) {
            return NONE;
        }
        int slot = slot(number);
        return numbers[slot] == number ? positions[slot] : NONE;
    }

    void record(long number, int position) {
        if (positions == null) {
            numbers = new long[1 << SLOT_BITS];
            positions = new int[1 << SLOT_BITS];
            clear();
        }
        int slot = slot(number);
        numbers[slot] = number;
        positions[slot] = position;
    }

    /** Called when positions become invalid. */
    void clear() {
        if (positions != null) {
            Arrays.fill(positions, NONE);
        }
    }
}
