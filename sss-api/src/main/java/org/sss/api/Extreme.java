package org.sss.api;

import java.util.function.Consumer;

/**
 * Returns the smallest or largest value in natural order; of equal values the first. The accumulator is null before the
 * first value.
 *
 * @param values see {@link RetainingAggregator}
 */
record Extreme<V extends Comparable<? super V>>(boolean largest, Codec<V> values)
        implements RetainingAggregator<V, V, V> {
    Extreme(boolean largest) {
        this(largest, null);
    }

    @Override
    public Aggregator<V, V, V> retainingBy(Codec<V> codec) {
        return new Extreme<>(largest, codec);
    }

    @Override
    public V start() {
        return null;
    }

    @Override
    public V add(V accumulator, V value) {
        return accumulator == null || isBeyond(value, accumulator) ? Retained.of(value, values) : accumulator;
    }

    @Override
    public V merge(V left, V right) {
        return isBeyond(right, left) ? right : left;
    }

    private boolean isBeyond(V value, V other) {
        int order = value.compareTo(other);
        return largest ? order > 0 : order < 0;
    }

    @Override
    public void finish(V accumulator, Consumer<? super V> results) {
        results.accept(accumulator);
    }

    @Override
    public Codec<V> accumulators(Codec<V> results) {
        return results;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K> Combiner<K, V> combiner(Codec<V> values) {
        if ((Object) values == Codecs.LONG) {
            return (Combiner<K, V>)
                    new LongCombiner<K>(largest ? LongCombiner.Operation.MAX : LongCombiner.Operation.MIN);
        }
        return merger();
    }
}
