package org.sss.benchmarks.rivals;

/** Ranges of keys of records that are sorted. Stateless. */
public final class SortRanges {
    private SortRanges() {}

    /** The range of the record with these first bytes, of {@code ranges} of about equally many keys. */
    public static int of(byte[] key, int ranges) {
        return ((key[0] & 0xFF) << 8 | key[1] & 0xFF) * ranges >>> 16;
    }
}
