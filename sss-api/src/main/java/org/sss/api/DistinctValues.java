package org.sss.api;

import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Returns the distinct values in ascending order. When it reads the values of a key directly, they arrive in order and
 * only one is in memory; as an accumulator, the distinct values of a key must fit into memory.
 *
 * @param values see {@link RetainingAggregator}
 */
record DistinctValues<V extends Comparable<? super V>>(Codec<V> values)
        implements RetainingAggregator<V, TreeSet<V>, V> {
    DistinctValues() {
        this(null);
    }

    @Override
    public Aggregator<V, TreeSet<V>, V> retainingBy(Codec<V> codec) {
        return new DistinctValues<>(codec);
    }

    @Override
    public TreeSet<V> start() {
        return new TreeSet<>(new NaturalOrder<>(values));
    }

    @Override
    public TreeSet<V> add(TreeSet<V> accumulator, V value) {
        if (!accumulator.contains(value)) {
            accumulator.add(Retained.ofEncodable(value, values));
        }
        return accumulator;
    }

    @Override
    public TreeSet<V> merge(TreeSet<V> left, TreeSet<V> right) {
        left.addAll(right);
        return left;
    }

    @Override
    public void finish(TreeSet<V> accumulator, Consumer<? super V> results) {
        accumulator.forEach(results);
    }

    @Override
    public boolean needsOrder() {
        return true;
    }

    @Override
    public void aggregate(Iterable<V> all, Consumer<? super V> results) {
        NaturalOrder<V> order = new NaturalOrder<>(values);
        V before = null;
        for (V value : all) {
            // equals first: most values are repeats.
            if (before == null || !value.equals(before) && order.compare(value, before) != 0) {
                before = Retained.of(value, values);
                results.accept(before);
            }
        }
    }

    @Override
    public boolean isLarge() {
        return true;
    }

    @Override
    public Codec<TreeSet<V>> accumulators(Codec<V> results) {
        NaturalOrder<V> order = new NaturalOrder<>(results);
        return new CollectionCodec<>(results, () -> new TreeSet<>(order));
    }

    @Override
    public boolean ignoresRepeats() {
        return true;
    }
}
