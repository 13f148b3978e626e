package org.sss.api;

/**
 * An aggregator whose accumulators retain values, which are its results. Retained values are copied by their codec,
 * since mappers may modify an object that they have emitted, and codecs one that they have decoded. Without a codec
 * only {@link Bytes} are copied.
 */
interface RetainingAggregator<V, A, R> extends Aggregator<V, A, R> {
    /** Returns the codec of the values, or null if there is none. */
    Codec<V> values();

    /** Returns this aggregator with a codec of the values. */
    Aggregator<V, A, R> retainingBy(Codec<V> codec);

    /** Returns the aggregator, with the codec of its values if it retains values. */
    static <V, A, R> Aggregator<V, A, R> of(Aggregator<V, A, R> aggregator, Codec<V> values) {
        return aggregator instanceof RetainingAggregator<V, A, R> retaining
                ? retaining.retainingBy(values)
                : aggregator;
    }

    /** Returns the aggregator, with the codec of its results if it retains values. */
    @SuppressWarnings("unchecked") // the results of an aggregator that retains values are values
    static <V, A, R> Aggregator<V, A, R> ofResults(Aggregator<V, A, R> aggregator, Codec<R> results) {
        return of(aggregator, (Codec<V>) results);
    }
}
