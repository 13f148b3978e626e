package org.sss.api;

import java.io.Serializable;
import java.util.function.Consumer;

/**
 * Makes results of all values of a key, by way of an accumulator. Partial accumulators of parts of the values may be merged in
 * any grouping, but come in the order of the values. {@link Aggregators} has the usual ones.
 *
 * @param <V> values
 * @param <A> accumulator, which may be changed and used again by the methods that are given it
 * @param <R> results
 */
public interface Aggregator<V, A, R> extends Serializable {
    /** A new accumulator of no value. */
    A start();

    /**
     * Returns the accumulator with one value more; keeps no {@link Bytes} without copying them, nor anything else that mappers or codecs
     * change and use again ({@link Codec#copy}).
     */
    A add(A accumulator, V value);

    /** Returns the accumulator of what both have; may return either, and keeps no {@link Bytes} of the right one without copying them. */
    A merge(A left, A right);

    /** Gives the results of all values; each becomes one tuple of the key. */
    void finish(A accumulator, Consumer<? super R> results);

    /** How partial accumulators are stored on their way from Map to Reduce. @param results that of the output group */
    Codec<A> accumulators(Codec<R> results);

    /** All at once, from the values of a key to its results. */
    default void aggregate(Iterable<V> values, Consumer<? super R> results) {
        A accumulator = start();
        for (V value : values) {
            accumulator = add(accumulator, value);
        }
        finish(accumulator, results);
    }

    /** Whether {@link #aggregate} needs the values in ascending order. */
    default boolean needsOrder() {
        return false;
    }

    /** Whether accumulators are so large that it pays to add several values to one before it is handed on. */
    default boolean isLarge() {
        return false;
    }

    /**
     * Whether {@code workflow.aggregate} merges accumulators where the values are emitted when it may, as {@code mapAggregate} always does.
     * To be said of accumulators that are small, or {@linkplain #isLarge large} but bounded, and cheap to merge.
     */
    default boolean mergesEarly() {
        return false;
    }

    /** Whether it makes no difference how often a key has a value, so that it need not be sent again. */
    default boolean ignoresRepeats() {
        return false;
    }

    /**
     * A combiner that folds values of a key to fewer values with the same results, or null when there is none.
     *
     * @param values codec of the values
     */
    default <K> Combiner<K, V> combiner(Codec<V> values) {
        return null;
    }

    /** A combiner that merges partial accumulators. */
    default <K> Combiner<K, A> merger() {
        return new MergingCombiner<>(this);
    }
}
