package org.sss.api;

/**
 * A built-in combiner of longs. The engine recognises it and works on the encoded eight bytes, so that no object is made
 * per value.
 */
public record LongCombiner<K>(Operation operation) implements Combiner<K, Long> {
    /** What is done with two longs. */
    public enum Operation {
        /** Fails on overflow. */
        SUM,
        /** Modulo 2^64. */
        SUM_WRAPPING, MIN, MAX;

        /** Changes nothing when it is folded with a number. */
        public long neutral() {
            return switch (this) {
                case SUM, SUM_WRAPPING -> 0;
                case MIN -> Long.MAX_VALUE;
                case MAX -> Long.MIN_VALUE;
            };
        }

        /** @throws SssException {@link ErrorCode#USER_CODE} for a {@link #SUM} outside the range of a long */
        public long apply(long left, long right) {
            return switch (this) {
                case SUM -> sum(left, right);
                case SUM_WRAPPING -> left + right;
                case MIN -> Math.min(left, right);
                case MAX -> Math.max(left, right);
            };
        }

        private static long sum(long left, long right) {
            long sum = left + right;
            if (((left ^ sum) & (right ^ sum)) < 0) {
                throw new SssException(ErrorCode.USER_CODE, overflow(left, right));
            }
            return sum;
        }

        /** In words: the sum of two longs is none. */
        public static String overflow(long left, long right) {
            return left + " + " + right + " is outside the range of a long; use sumLongWrapping() for sums modulo 2^64, or sum doubles";
        }
    }

    @Override
    public Long combine(K key, Long left, Long right) {
        return operation.apply(left, right);
    }
}
