package org.sss.dataserver.index;

/**
 * Reports whether a number was passed recently: stores about as many different numbers as it has slots. Entries that
 * are used once in a long time would evict those that are used often. Thread-safe without locks: of two threads one may
 * be lost, which costs only one more use.
 */
final class AdmissionFilter {
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final long MAX_SLOTS = 1 << 20;

    private final int[] seen;

    AdmissionFilter(long slots) {
        seen = new int[Integer.highestOneBit((int) Math.max(64, Math.min(MAX_SLOTS, slots)))];
    }

    /** Returns true if {@code thing} was passed before; records it. */
    boolean wasSeen(long thing) {
        long mixed = (thing ^ thing >>> 29) * MIX;
        int slot = (int) (mixed >>> 40) & seen.length - 1;
        int mark = (int) mixed | 1;
        boolean wasSeen = seen[slot] == mark;
        seen[slot] = mark;
        return wasSeen;
    }
}
