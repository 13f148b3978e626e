package org.sss.api;

/** Reducer that passes the values of each key to an aggregator and emits its results. */
record AggregateReducer<K, V, R>(Aggregator<V, ?, R> aggregator) implements Reducer<K, V, K, R> {
    private static final long serialVersionUID = 1L;

    @Override
    public void reduce(K key, Iterable<V> values, Emitter<K, R> out) {
        aggregator.aggregate(values, result -> out.emit(key, result));
    }
}
