package org.sss.dataserver.process;

import java.util.concurrent.atomic.LongAdder;
import org.sss.net.control.DataVerbs.Stored;

/** What a data server has received, committed and sent since it was opened. Thread-safe. */
public final class DataTotals {
    private final LongAdder receivedTuples = new LongAdder();
    private final LongAdder receivedBytes = new LongAdder();
    private final LongAdder committedTuples = new LongAdder();
    private final LongAdder committedBytes = new LongAdder();
    private final LongAdder commits = new LongAdder();
    private final LongAdder scannedTuples = new LongAdder();
    private final LongAdder scans = new LongAdder();

    /** Records the end of a put stream. */
    public void received(Stored stored) {
        receivedTuples.add(stored.tuples());
        receivedBytes.add(stored.dataBytes());
    }

    /** Records a commit. */
    public void committed(Stored stored) {
        commits.increment();
        committedTuples.add(stored.tuples());
        committedBytes.add(stored.dataBytes());
    }

    /** Records the end of a scan. */
    public void scanned(long tuples) {
        scans.increment();
        scannedTuples.add(tuples);
    }

    /** Numbers at one moment; bytes are those of keys and values. */
    public record Values(
            long receivedTuples,
            long receivedBytes,
            long commits,
            long committedTuples,
            long committedBytes,
            long scans,
            long scannedTuples) {}

    public Values values() {
        return new Values(
                receivedTuples.sum(),
                receivedBytes.sum(),
                commits.sum(),
                committedTuples.sum(),
                committedBytes.sum(),
                scans.sum(),
                scannedTuples.sum());
    }
}
