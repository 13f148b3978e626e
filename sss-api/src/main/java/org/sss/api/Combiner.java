package org.sss.api;

import java.io.Serializable;

/**
 * Combines two values of one key on the sending side, before anything is sent. Must be associative and commutative: it
 * is applied to any subset of the values, in any grouping, and not at all to a key with one value.
 */
@FunctionalInterface
public interface Combiner<K, V> extends Serializable {
    /**
     * Returns one value that replaces both.
     *
     * @return not null; may be {@code left} or {@code right}. The engine uses the object before the next call
     * @throws RuntimeException any exception fails the job with an error that names job, task and key
     */
    V combine(K key, V left, V right);

    /**
     * Returns what a task buffers for the first value of a key, before other values are combined into it. For values
     * that combining makes smaller, such as a record of which only a count remains: without it, a key with one value
     * sends that value unchanged. It may be called with values that it returned or that were combined, and must then
     * return an equal value.
     *
     * @return {@code value} itself if there is nothing to do (the default). The engine uses the object before the next
     *     call
     */
    default V first(K key, V value) {
        return value;
    }

    /**
     * Returns whether the result depends on the grouping of the values, even if only in its last digits. Tasks then
     * always use the same amount of memory for it, so that the same input gives the same grouping and the same result.
     * This is also assumed for a combiner that does not override this method, such as a lambda, if values are doubles,
     * records, or of a user's codec, because they may be rounded. Override it to return false to give such a combiner
     * more memory if its result does not depend on the grouping.
     */
    default boolean dependsOnGrouping() {
        return false;
    }

    /**
     * Sum of longs; the engine adds in place, without decoding. If the sum, or a partial sum, is outside the range of a
     * long, the job fails with an error that names the key.
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
