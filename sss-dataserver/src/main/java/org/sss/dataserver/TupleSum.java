package org.sss.dataserver;

/** Counts the records of a run in the file of a {@link TupleStore}. One thread at a time. */
final class TupleSum {
    private long tuples;
    private long dataBytes;

    /** @param key as it is stored; is overwritten */
    void add(byte[] key, int keyBytes, int valueBytes) {
        dataBytes += valueBytes;
        if (!TupleKeys.goesOn(key, 0, keyBytes)) {
            tuples++;
            dataBytes += TupleKeys.copyKey(key, 0, keyBytes, key);
        }
    }

    Conserved conserved() {
        return new Conserved(tuples, dataBytes);
    }
}
