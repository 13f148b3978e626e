package org.sss.dataserver.tuples;

import org.sss.dataserver.run.TupleTotals;

/** Counts the records of a run in the file of a {@link TupleStore}. One thread at a time. */
public final class TupleSum {
    private long tuples;
    private long dataBytes;

    /** @param key as it is stored; is overwritten */
    public void add(byte[] key, int keyBytes, int valueBytes) {
        dataBytes += valueBytes;
        if (!TupleKeys.valueContinues(key, 0, keyBytes)) {
            tuples++;
            dataBytes += TupleKeys.copyKey(key, 0, keyBytes, key);
        }
    }

    public TupleTotals totals() {
        return new TupleTotals(tuples, dataBytes);
    }
}
