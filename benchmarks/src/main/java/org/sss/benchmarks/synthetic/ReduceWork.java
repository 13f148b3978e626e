package org.sss.benchmarks.synthetic;

/** What one reduce task, or a combiner, does in each system. One thread. */
public final class ReduceWork {
    private final SyntheticConf conf;
    private final SyntheticValues values;
    private long pairs;
    private long check;

    public ReduceWork(SyntheticConf conf) {
        this.conf = conf;
        values = new SyntheticValues(Math.max(conf.reduceoutValueLength(), conf.foldedValueLength()));
    }

    /** Begins a key. */
    public void begin() {
        pairs = 0;
        check = 0;
    }

    /** Takes one value of the key. */
    public void add(byte[] array, int offset, int length) {
        if (!SyntheticValues.endsRight(array, offset, length)) {
            throw new IllegalStateException("a value of " + length + " bytes does not end as it was written");
        }
        long count = SyntheticValues.countOf(array, offset, length);
        pairs += count;
        check += SyntheticValues.checkOf(array, offset, length);
        Busy.compute(conf.reduceComputeNanos() * count);
    }

    /** Pairs of the key, behind any fold. */
    public long pairs() {
        return pairs;
    }

    /** The sum of their checks. */
    public long check() {
        return check;
    }

    /** Makes the output value of the key; it lies in {@link #array()} at the returned offset until {@link #release()}. */
    public int makeOutput() {
        return values.make(check, pairs, conf.reduceoutValueLength());
    }

    /** Makes what a combiner hands on. */
    public int makeFolded() {
        return values.make(check, pairs, conf.foldedValueLength());
    }

    public byte[] array() {
        return values.array();
    }

    public void release() {
        values.release();
    }

    /** As {@link #makeOutput}, as an array of its own. */
    public byte[] copyOutput() {
        return values.copy(check, pairs, conf.reduceoutValueLength());
    }
}
