package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * Returns the {@code count} largest values in natural order, largest first. The accumulator contains at most
 * {@code count} values, in any order, and compares them by {@link NaturalOrder}.
 *
 * @param values see {@link RetainingAggregator}
 */
record TopValues<V extends Comparable<? super V>>(int count, Codec<V> values)
        implements RetainingAggregator<V, PriorityQueue<V>, V> {
    /** Limits the cost of merging: each emitted value decodes and encodes the other values of its key. */
    private static final int MAX_MERGED_EARLY = 16;

    TopValues {
        if (count < 1) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "topK: k is " + count + ", it must be at least 1");
        }
    }

    TopValues(int count) {
        this(count, null);
    }

    @Override
    public Aggregator<V, PriorityQueue<V>, V> retainingBy(Codec<V> codec) {
        return new TopValues<>(count, codec);
    }

    @Override
    public PriorityQueue<V> start() {
        return new PriorityQueue<>(new NaturalOrder<>(values));
    }

    @Override
    public PriorityQueue<V> add(PriorityQueue<V> accumulator, V value) {
        if (accumulator.size() < count) {
            accumulator.add(Retained.ofEncodable(value, values));
        } else if (accumulator.comparator().compare(value, accumulator.peek()) > 0) {
            V retained = Retained.ofEncodable(value, values);
            accumulator.poll();
            accumulator.add(retained);
        }
        return accumulator;
    }

    @Override
    public PriorityQueue<V> merge(PriorityQueue<V> left, PriorityQueue<V> right) {
        PriorityQueue<V> all = left;
        for (V value : right) {
            all = add(all, value);
        }
        return all;
    }

    @Override
    public void finish(PriorityQueue<V> accumulator, Consumer<? super V> results) {
        List<V> all = new ArrayList<>(accumulator);
        all.sort(accumulator.comparator().reversed());
        all.forEach(results);
    }

    @Override
    public boolean isLarge() {
        return true;
    }

    @Override
    public Codec<PriorityQueue<V>> accumulators(Codec<V> results) {
        NaturalOrder<V> order = new NaturalOrder<>(results);
        return new CollectionCodec<>(results, () -> new PriorityQueue<>(order));
    }

    @Override
    public boolean mergesEarly() {
        return count <= MAX_MERGED_EARLY;
    }
}
