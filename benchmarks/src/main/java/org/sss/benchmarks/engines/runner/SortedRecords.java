package org.sss.benchmarks.engines.runner;

/** Records of 100 bytes to be sorted by their keys of 10. Stateless. */
public final class SortedRecords {
    public static final int RECORD_BYTES = 100;
    public static final int KEY_BYTES = 10;

    private SortedRecords() {
    }

    /** Where the record with these first bytes goes, of {@code parts} of about equally many keys. */
    public static int part(byte[] key, int offset, int parts) {
        return ((key[offset] & 0xFF) << 8 | key[offset + 1] & 0xFF) * parts >>> 16;
    }
}
