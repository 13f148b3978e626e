package org.sss.api;

/**
 * A built-in combiner of longs. The engine recognises it and works on the encoded eight bytes, so that no object is made
 * per value.
 */
public record LongCombiner<K>(Operation operation) implements Combiner<K, Long> {
    /** What is done with two longs. */
    public enum Operation {
        SUM, MIN, MAX;

        /** Changes nothing when it is folded with a number. */
        public long neutral() {
            return switch (this) {
                case SUM -> 0;
                case MIN -> Long.MAX_VALUE;
                case MAX -> Long.MIN_VALUE;
            };
        }

        public long apply(long left, long right) {
            return switch (this) {
                case SUM -> left + right;
                case MIN -> Math.min(left, right);
                case MAX -> Math.max(left, right);
            };
        }
    }

    @Override
    public Long combine(K key, Long left, Long right) {
        return operation.apply(left, right);
    }
}
