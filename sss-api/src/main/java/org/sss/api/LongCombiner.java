package org.sss.api;

/**
 * A built-in combiner of longs. The engine recognizes it and works on the eight encoded bytes, without an object per
 * value.
 */
public record LongCombiner<K>(Operation operation) implements Combiner<K, Long> {
    /** The operation on two longs. */
    public enum Operation {
        /** Fails on overflow. */
        SUM,
        /** Modulo 2^64. */
        SUM_WRAPPING,
        MIN,
        MAX;

        /** Returns the neutral element of the operation. */
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

        /** Returns the error message for the overflow of a sum. */
        public static String overflow(long left, long right) {
            return left + " + " + right
                    + " is outside the range of a long; use sumLongWrapping() for sums modulo 2^64, or sum doubles";
        }
    }

    @Override
    public Long combine(K key, Long left, Long right) {
        return operation.apply(left, right);
    }
}
