package org.sss.api;

import java.util.TreeSet;
import java.util.function.Consumer;

/** Counts distinct values exactly. Values arrive in order, so only one of them is in memory. */
record DistinctCount<V extends Comparable<? super V>>(Codec<V> values) implements Aggregator<V, TreeSet<V>, Long> {
    private static final long serialVersionUID = 1L;

    @Override
    public TreeSet<V> start() {
        return new TreeSet<>(new NaturalOrder<>(values));
    }

    @Override
    public TreeSet<V> add(TreeSet<V> accumulator, V value) {
        return new DistinctValues<>(values).add(accumulator, value);
    }

    @Override
    public TreeSet<V> merge(TreeSet<V> left, TreeSet<V> right) {
        left.addAll(right);
        return left;
    }

    @Override
    public void finish(TreeSet<V> accumulator, Consumer<? super Long> results) {
        results.accept((long) accumulator.size());
    }

    @Override
    public boolean needsOrder() {
        return true;
    }

    @Override
    public void aggregate(Iterable<V> all, Consumer<? super Long> results) {
        long[] count = {0};
        new DistinctValues<>(values).aggregate(all, value -> count[0]++);
        results.accept(count[0]);
    }

    @Override
    public boolean isLarge() {
        return true;
    }

    @Override
    public Codec<TreeSet<V>> accumulators(Codec<Long> results) {
        NaturalOrder<V> order = new NaturalOrder<>(values);
        return new CollectionCodec<>(values, () -> new TreeSet<>(order));
    }

    @Override
    public boolean ignoresRepeats() {
        return true;
    }
}
