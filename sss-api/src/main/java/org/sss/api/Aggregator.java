package org.sss.api;

import java.io.Serializable;
import java.util.function.Consumer;

/**
 * Computes the results of a key from all its values, through an accumulator. Partial accumulators of subsets of the
 * values may be merged in any grouping, but always in the order of the values. {@link Aggregators} has the usual
 * implementations.
 *
 * @param <V> values
 * @param <A> accumulator; methods that receive it may modify and reuse it
 * @param <R> results
 */
public interface Aggregator<V, A, R> extends Serializable {
    /**
     * Returns a new, empty accumulator: a new object each time, with new content, unless it is immutable. A job fails
     * if {@link #add} changes what {@code start} has returned before, since values of one key would count for others.
     */
    A start();

    /**
     * Adds a value and returns the accumulator. Must copy a {@link Bytes} that it retains, and any other object that
     * mappers or codecs modify and reuse ({@link Codec#copy}).
     */
    A add(A accumulator, V value);

    /**
     * Returns an accumulator of the values of both. May return either. Must copy a {@link Bytes} that it retains from
     * {@code right}.
     */
    A merge(A left, A right);

    /** Passes the results to {@code results}; each becomes one tuple of the key. */
    void finish(A accumulator, Consumer<? super R> results);

    /**
     * Returns the codec of partial accumulators, which are sent from Map to Reduce.
     *
     * @param results value codec of the output group
     */
    Codec<A> accumulators(Codec<R> results);

    /** Computes the results directly from all values of a key. */
    default void aggregate(Iterable<V> values, Consumer<? super R> results) {
        A accumulator = start();
        for (V value : values) {
            accumulator = add(accumulator, value);
        }
        finish(accumulator, results);
    }

    /** Returns whether {@link #aggregate} needs the values in ascending order. */
    default boolean needsOrder() {
        return false;
    }

    /** Returns whether accumulators are so large that several values should be added to one before it is emitted. */
    default boolean isLarge() {
        return false;
    }

    /**
     * Returns whether {@code workflow.aggregate} may merge accumulators on the Map side, as {@code mapAggregate} always
     * does. Return true if accumulators are small, or {@linkplain #isLarge large} but bounded, and cheap to merge.
     */
    default boolean mergesEarly() {
        return false;
    }

    /** Returns whether repeated values of a key do not change the result, so that a repeated value need not be sent. */
    default boolean ignoresRepeats() {
        return false;
    }

    /**
     * Returns a combiner that reduces the number of values without changing the results, or null if there is none.
     *
     * @param values codec of the values
     */
    default <K> Combiner<K, V> combiner(Codec<V> values) {
        return null;
    }

    /** Returns a combiner that merges partial accumulators. */
    default <K> Combiner<K, A> merger() {
        return new PartialAggregates.Merger<>(this);
    }
}
