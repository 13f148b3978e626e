package org.sss.dataserver;

import java.util.Arrays;

/**
 * Keys from {@code from}, inclusive, to {@code to}, exclusive; null is no bound. Immutable.
 */
record KeyRange(byte[] from, byte[] to) {
    static final KeyRange ALL = new KeyRange(null, null);

    boolean isAll() {
        return from == null && to == null;
    }

    boolean isBelow(byte[] key, int length) {
        return from != null && Arrays.compareUnsigned(key, 0, length, from, 0, from.length) < 0;
    }

    boolean isPast(byte[] key, int length) {
        return to != null && Arrays.compareUnsigned(key, 0, length, to, 0, to.length) >= 0;
    }

    /** Whether some key of {@code run} may lie in the range. */
    boolean meets(RunInfo run) {
        return !isPast(run.firstKey(), run.firstKey().length) && (from == null || !run.endsBelow(from));
    }
}
