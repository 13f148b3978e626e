package org.sss.api;

/**
 * An aggregator whose accumulators hold values, which are its results. They are copied when they are kept: by a codec of theirs, as
 * mappers may change an object that they have emitted, and codecs one that they have decoded. Without a codec only {@link Bytes} are.
 */
interface Keeping<V, A, R> extends Aggregator<V, A, R> {
    /** Null where there is none. */
    Codec<V> values();

    /** The same one with a codec of the values. */
    Aggregator<V, A, R> keepingBy(Codec<V> codec);

    /** Any aggregator, ready for values of that codec. */
    static <V, A, R> Aggregator<V, A, R> of(Aggregator<V, A, R> aggregator, Codec<V> values) {
        return aggregator instanceof Keeping<V, A, R> keeping ? keeping.keepingBy(values) : aggregator;
    }

    /** Any aggregator, ready for values of which no more is known than how the results are encoded. */
    @SuppressWarnings("unchecked") // results of one that keeps values are such values
    static <V, A, R> Aggregator<V, A, R> ofResults(Aggregator<V, A, R> aggregator, Codec<R> results) {
        return of(aggregator, (Codec<V>) results);
    }
}
