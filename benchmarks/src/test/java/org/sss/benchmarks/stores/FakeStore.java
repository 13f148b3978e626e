package org.sss.benchmarks.stores;

import java.util.List;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.measure.Latency;

/** Takes a fixed time for everything, by its own word, and reports when it is called. */
final class FakeStore implements Store {
    private final String name;
    private final long nanos;
    private final List<String> calls;
    private final long lost;
    private final long wrongBits;
    private boolean warmsUp = true;

    FakeStore(String name, long nanos, List<String> calls) {
        this(name, nanos, calls, 0, 0);
    }

    private FakeStore(String name, long nanos, List<String> calls, long lost, long wrongBits) {
        this.name = name;
        this.nanos = nanos;
        this.calls = calls;
        this.lost = lost;
        this.wrongBits = wrongBits;
    }

    FakeStore losing(long records) {
        return new FakeStore(name, nanos, calls, records, wrongBits);
    }

    FakeStore thatNeverWarmsUp() {
        warmsUp = false;
        return this;
    }

    FakeStore changingABit() {
        return new FakeStore(name, nanos, calls, lost, 1);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean warmsUp() {
        return warmsUp;
    }

    @Override
    public Pass write(Records records) {
        calls.add(name + " write");
        return new Pass(nanos, records.count(), 0, Latency.UNKNOWN);
    }

    @Override
    public Pass read(Records records) {
        calls.add(name + " read");
        return new Pass(nanos / 2, records.count() - lost, records.checksum() ^ wrongBits, Latency.UNKNOWN);
    }

    @Override
    public long diskBytes() {
        return 12;
    }

    @Override
    public void drop() {
        calls.add(name + " drop");
    }

    @Override
    public void close() {
        calls.add(name + " close");
    }
}
