package org.sss.benchmarks.synthetic;

import java.util.Map;

/** What one reduce task, or a combiner, does in each system; counted here, as in {@link MapWork}. One thread. */
public final class ReduceWork {
    private final SyntheticConf conf;
    private final SyntheticValues values;
    private final Busy busy;
    private long pairs;
    private long check;
    private long allKeys;
    private long allPairs;
    private long allCheck;

    public ReduceWork(SyntheticConf conf) {
        this.conf = conf;
        values = new SyntheticValues(Math.max(conf.reduceoutValueLength(), conf.foldedValueLength()));
        busy = Busy.of(conf.reduceComputeNanos());
    }

    /** Starts a key. */
    public void start() {
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
        busy.compute(count);
    }

    /**
     * For {@link Answer}, by name: of the keys since the last call of which the output was made; pairs are those after
     * any fold.
     */
    public Map<String, Long> takeCounts() {
        Map<String, Long> counts = Map.of(
                Answer.REDUCE_KEYS,
                allKeys,
                Answer.REDUCE_PAIRS,
                allPairs,
                Answer.REDUCE_CHECK,
                Answer.counted(allCheck));
        allKeys = 0;
        allPairs = 0;
        allCheck = 0;
        return counts;
    }

    private void countKey() {
        allKeys++;
        allPairs += pairs;
        allCheck += check;
    }

    /**
     * Makes the output value of the key, once; it lies in {@link #array()} at the returned offset until {@link
     * #release()}.
     */
    public int makeOutput() {
        countKey();
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
        countKey();
        return values.copy(check, pairs, conf.reduceoutValueLength());
    }
}
