package org.sss.benchmarks.synthetic;

/**
 * Which pairs each map call emits, such that totals are exact whatever the numbers are: call {@code i} of {@code N}
 * emits the pairs {@code floor(i M / N)} to {@code floor((i + 1) M / N) - 1} of all {@code M}, and the key of pair
 * {@code g} is {@code g mod U}. Immutable.
 *
 * <p>With a combining factor {@code f} the call folds pairs before it emits them: of the pairs of a key in this call,
 * the one with number {@code t} from 0 belongs to fold {@code floor(t f)}, so that of {@code n} pairs {@code floor((n -
 * 1) f) + 1} are left.
 */
public final class Emission {
    /** So that a product that is a whole number but for its last bits is one. */
    private static final double ROUNDING = 1e-9;

    private final long calls;
    private final long pairs;
    private final long keys;
    private final double factor;

    public Emission(SyntheticConf conf) {
        this(
                conf.initialKeyCount(),
                conf.mapoutKeyCount(),
                conf.mapoutUniqueKeyCount(),
                conf.combinerEnabled() && conf.combiningFactor() > 0 ? conf.combiningFactor() : 1);
    }

    /** @param factor part of the pairs that is left, above 0; 1 for all */
    Emission(long calls, long pairs, long keys, double factor) {
        this.calls = calls;
        this.pairs = pairs;
        this.keys = keys;
        this.factor = factor;
    }

    /** The first pair of a call; of call {@code N}: the number of all. */
    public long first(long call) {
        // floor(call * pairs / calls) without a product that could be too large.
        return pairs / calls * call + pairs % calls * call / calls;
    }

    /** What a call emits. */
    public Cursor cursor(long call) {
        return new Cursor(first(call), first(call + 1));
    }

    /** One thread, one use. */
    public final class Cursor {
        private final long start;
        private final long end;
        /** The first pair that this call has of the key at hand. */
        private long at;

        private long nextKey;
        private long fold;
        /** Pairs of a key with these numbers are in the fold. */
        private long foldStart;

        private long foldEnd;
        private long key;
        private long first;
        private int count;

        private Cursor(long start, long end) {
            this.start = start;
            this.end = end;
            at = start;
            nextKey = start % keys;
            foldEnd = start(1);
        }

        /** Steps to the next pair; false when there is none. */
        public boolean next() {
            if (at == start + keys) {
                at = start;
                nextKey = start % keys;
                foldStart = foldEnd;
                foldEnd = start(++fold + 1);
            }
            first = at + foldStart * keys;
            if (first >= end) {
                return false;
            }
            key = nextKey;
            nextKey = nextKey + 1 == keys ? 0 : nextKey + 1;
            count = foldEnd - foldStart == 1
                    ? 1
                    : (int) ((Math.min(end, at + foldEnd * keys) - first + keys - 1) / keys);
            at++;
            return true;
        }

        public long key() {
            return key;
        }

        /** The number of the first pair that was folded, in all map calls. */
        public long first() {
            return first;
        }

        /** How many pairs were folded, 1 or more; they are {@link #step} apart. */
        public int count() {
            return count;
        }

        public long step() {
            return keys;
        }
    }

    /** The number of the first pair in a fold. */
    private long start(long fold) {
        if (factor == 1) {
            return fold;
        }
        long number = (long) Math.ceil(fold / factor - ROUNDING);
        return number + (folds((double) number) < fold ? 1 : 0);
    }

    private long folds(double number) {
        return (long) Math.floor(number * factor + ROUNDING);
    }

    /** Which part of the pairs leaves the maps, on the average of keys and calls: 1 at most. */
    public double reached() {
        double ofKey = (double) pairs / calls / keys;
        long floor = (long) Math.floor(ofKey + ROUNDING);
        double more = Math.max(0, ofKey - floor);
        return Math.min(1, ((1 - more) * left(floor) + more * left(floor + 1)) / ofKey);
    }

    private double left(long ofKey) {
        return ofKey == 0 ? 0 : folds(ofKey - 1.0) + 1;
    }

    /** How many pairs leave all map calls. */
    public long emitted() {
        long count = factor == 1 ? pairs : 0;
        for (long call = 0; call < calls && factor != 1; call++) {
            for (Cursor cursor = cursor(call); cursor.next(); ) {
                count++;
            }
        }
        return count;
    }
}
