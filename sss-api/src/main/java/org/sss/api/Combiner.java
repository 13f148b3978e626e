package org.sss.api;

import java.io.Serializable;

/**
 * Folds two values of one key into one where they are emitted, before anything is sent. Must be associative and commutative;
 * it is applied to any subset of the values, in any grouping, and may not be applied at all to a key with one value.
 */
@FunctionalInterface
public interface Combiner<K, V> extends Serializable {
    /**
     * One value in the place of two.
     *
     * @return not null; may be {@code left} or {@code right}. The object is used before the next call
     * @throws RuntimeException any exception ends the job with an error that names job, task and key
     */
    V combine(K key, V left, V right);

    /**
     * What a task keeps of a value of a key that it holds no value of yet, before any other is folded into it. For values that a fold
     * makes shorter, such as a record of which only a count is left: without it, a key with one value sends that as it is. It may be
     * given values that it returned or that were folded, and is then to change nothing.
     *
     * @return {@code value} itself when there is nothing to do, as by default; the object is used before the next call
     */
    default V first(K key, V value) {
        return value;
    }

    /**
     * Whether the result depends on which values are folded with which, if only in its last digits. Tasks then always use the same
     * memory for it, so that the same input gives the same groupings and the same result. They also do for a combiner that leaves
     * this method as it is, as a lambda does, where values are doubles, records, or of a codec of the user's, in which something may be
     * rounded; such a combiner that gives the same for all groupings gets more memory for saying so.
     */
    default boolean dependsOnGrouping() {
        return false;
    }

    /**
     * Sum of longs; the engine adds in place, without decoding. A sum outside the range of a long, also one of some of the values only,
     * fails the job with an error that names the key.
     */
    static <K> Combiner<K, Long> sumLong() {
        return new LongCombiner<>(LongCombiner.Operation.SUM);
    }

    /** Sum of longs, modulo 2^64. */
    static <K> Combiner<K, Long> sumLongWrapping() {
        return new LongCombiner<>(LongCombiner.Operation.SUM_WRAPPING);
    }

    /** Smallest of longs. */
    static <K> Combiner<K, Long> minLong() {
        return new LongCombiner<>(LongCombiner.Operation.MIN);
    }

    /** Largest of longs. */
    static <K> Combiner<K, Long> maxLong() {
        return new LongCombiner<>(LongCombiner.Operation.MAX);
    }
}
