package org.sss.dataserver.index;

/**
 * Tells of things, which are numbers here, whether they came before, lately: about as many different ones are remembered as it
 * has places. What comes once in a long time would only drive out what comes often. Thread-safe without locks: of two threads
 * one may be forgotten, which costs nothing but one more touch.
 */
final class AdmissionFilter {
    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final long MAX_PLACES = 1 << 20;

    private final int[] seen;

    AdmissionFilter(long places) {
        seen = new int[Integer.highestOneBit((int) Math.max(64, Math.min(MAX_PLACES, places)))];
    }

    /** Whether {@code thing} came before; it has come from now on. */
    boolean isAgain(long thing) {
        long mixed = (thing ^ thing >>> 29) * MIX;
        int place = (int) (mixed >>> 40) & seen.length - 1;
        int mark = (int) mixed | 1;
        boolean again = seen[place] == mark;
        seen[place] = mark;
        return again;
    }
}
