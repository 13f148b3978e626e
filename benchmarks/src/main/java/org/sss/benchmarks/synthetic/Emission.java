package org.sss.benchmarks.synthetic;

/**
 * Which pairs each map call emits, such that totals are exact whatever the numbers are: call {@code i} of {@code N} emits the
 * pairs {@code floor(i M / N)} to {@code floor((i + 1) M / N) - 1} of all {@code M}, and the key of pair {@code g} is
 * {@code g mod U}. Immutable.
 *
 * <p>With a combining factor {@code f} the call folds pairs before it emits them: of {@code round(1 / f)} pairs of a key that
 * follow each other, one is left.
 */
public final class Emission {
    /** Takes what a map call emits. */
    public interface Sink {
        /**
         * @param firstPair the number of the first pair that was folded, in all map calls
         * @param count     of pairs that were folded, 1 or more; they are {@code step} apart
         */
        void pair(long key, long firstPair, int count, long step) throws Exception;
    }

    private final long calls;
    private final long pairs;
    private final long keys;
    private final int folded;

    public Emission(SyntheticConf conf) {
        this(conf.initialKeyCount(), conf.mapoutKeyCount(), conf.mapoutUniqueKeyCount(),
                conf.combinerEnabled() && conf.combiningFactor() > 0 ? (int) Math.round(1 / conf.combiningFactor()) : 1);
    }

    /** @param folded pairs of a key of which one is left */
    Emission(long calls, long pairs, long keys, int folded) {
        this.calls = calls;
        this.pairs = pairs;
        this.keys = keys;
        this.folded = folded;
    }

    /** The first pair of a call; of call {@code N}: the number of all. */
    public long first(long call) {
        // floor(call * pairs / calls) without a product that could be too large.
        return pairs / calls * call + pairs % calls * call / calls;
    }

    public long key(long pair) {
        return pair % keys;
    }

    public void call(long call, Sink sink) throws Exception {
        long begin = first(call);
        long end = first(call + 1);
        if (folded == 1) {
            for (long g = begin; g < end; g++) {
                sink.pair(g % keys, g, 1, keys);
            }
            return;
        }
        // Rows of all keys; whole blocks of rows are folded, so that a row of the first block may begin before the call.
        for (long row = begin / keys; row * keys < end; row += folded) {
            fold(row, begin, end, sink);
        }
    }

    private void fold(long row, long begin, long end, Sink sink) throws Exception {
        for (long key = 0; key < keys; key++) {
            long at = row * keys + key;
            long from = at < begin ? at + keys : at;
            long stop = Math.min(end, at + folded * keys);
            if (from < stop) {
                sink.pair(key, from, (int) ((stop - from + keys - 1) / keys), keys);
            }
        }
    }

    /** How many pairs leave all map calls. */
    public long emitted() throws Exception {
        if (folded == 1) {
            return pairs;
        }
        long[] count = new long[1];
        for (long call = 0; call < calls; call++) {
            call(call, (key, pair, folds, step) -> count[0]++);
        }
        return count[0];
    }
}
