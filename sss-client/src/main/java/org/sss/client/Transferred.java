package org.sss.client;

import java.util.concurrent.atomic.LongAdder;

/** Running totals of an import or export, for progress displays. Thread-safe. */
public final class Transferred {
    private final LongAdder tuples = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    public void add(long moreTuples, long moreBytes) {
        tuples.add(moreTuples);
        bytes.add(moreBytes);
    }

    public long tuples() {
        return tuples.sum();
    }

    public long bytes() {
        return bytes.sum();
    }
}
