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
        for (Cursor cursor = cursor(call); cursor.next();) {
            sink.pair(cursor.key, cursor.first, cursor.count, keys);
        }
    }

    /** What a call emits, for callers that take one pair at a time. */
    public Cursor cursor(long call) {
        return new Cursor(first(call), first(call + 1));
    }

    /** One thread, one use. */
    public final class Cursor {
        private final long begin;
        private final long end;
        /** The row of all keys, or the first one of a block of rows that are folded; they may begin before the call. */
        private long row;
        private long nextKey;
        private long key;
        private long first;
        private int count;

        private Cursor(long begin, long end) {
            this.begin = begin;
            this.end = end;
            row = begin / keys;
            nextKey = folded == 1 ? begin % keys : 0;
        }

        /** Steps to the next pair; false when there is none. */
        public boolean next() {
            while (row * keys < end) {
                for (; nextKey < keys; nextKey++) {
                    long at = row * keys + nextKey;
                    first = at < begin ? at + keys : at;
                    long stop = Math.min(end, at + folded * keys);
                    if (first < stop) {
                        key = nextKey++;
                        count = (int) ((stop - first + keys - 1) / keys);
                        return true;
                    }
                    if (at >= end) {
                        break;
                    }
                }
                row += folded;
                nextKey = 0;
            }
            return false;
        }

        public long key() {
            return key;
        }

        /** As in {@link Sink#pair}. */
        public long first() {
            return first;
        }

        public int count() {
            return count;
        }

        public long step() {
            return keys;
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
