package org.sss.api;

/** Reducer that passes the values of each key to an aggregator and emits its results. */
final class AggregateReducer<K, V, A, R> implements Reducer<K, V, K, R> {
    private static final long serialVersionUID = 1L;

    private final Aggregator<V, A, R> aggregator;
    private final Codec<R> results;
    /** Null before the first key. */
    private transient StartCheck<V, A> start;

    /** @param results codec of the output group */
    AggregateReducer(Aggregator<V, A, R> aggregator, Codec<R> results) {
        this.aggregator = aggregator;
        this.results = results;
    }

    @Override
    public void reduce(K key, Iterable<V> values, Emitter<K, R> out) {
        if (start == null) {
            start = new StartCheck<>(aggregator, () -> aggregator.accumulators(results));
        }
        aggregator.aggregate(start.checkingFirst(values), result -> out.emit(key, result));
        start.after();
    }

    @Override
    public void close(Emitter<K, R> out) {
        if (start != null) {
            start.after();
        }
    }
}
