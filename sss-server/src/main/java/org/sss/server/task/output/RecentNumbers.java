package org.sss.server.task.output;

import java.util.Arrays;

/**
 * Where keys that are numbers have their place in a table, of those that came lately: they need not be encoded, hashed and looked up
 * again. To read a number's encoding, which was just written, as the two words of a short key makes the processor wait until it has
 * reached the cache. See docs/design/012. Used by the task's thread.
 */
final class RecentNumbers {
    /** No such number. */
    static final int NONE = -1;
    private static final int SLOT_BITS = 10;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    /** Null as long as nothing is remembered. */
    private int[] places;
    private long[] numbers;

    private static int slot(long number) {
        return (int) (number * MIX >>> 64 - SLOT_BITS);
    }

    int place(long number) {
        if (places == null) {
            return NONE;
        }
        int slot = slot(number);
        return numbers[slot] == number ? places[slot] : NONE;
    }

    void remember(long number, int place) {
        if (places == null) {
            numbers = new long[1 << SLOT_BITS];
            places = new int[1 << SLOT_BITS];
            forget();
        }
        int slot = slot(number);
        numbers[slot] = number;
        places[slot] = place;
    }

    /** To be called when places are no longer what they were. */
    void forget() {
        if (places != null) {
            Arrays.fill(places, NONE);
        }
    }
}
