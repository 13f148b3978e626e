package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/**
 * The largest values in natural order, the largest first. The accumulator holds at most so many, in any order, and compares as
 * {@link NaturalOrder} does.
 *
 * @param values see {@link Keeping}
 */
record TopValues<V extends Comparable<? super V>>(int count, Codec<V> values) implements Keeping<V, PriorityQueue<V>, V> {
    /** Each value that is emitted has the others of its key decoded and encoded again. */
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
    public Aggregator<V, PriorityQueue<V>, V> keepingBy(Codec<V> codec) {
        return new TopValues<>(count, codec);
    }

    @Override
    public PriorityQueue<V> start() {
        return new PriorityQueue<>(new NaturalOrder<>(values));
    }

    @Override
    public PriorityQueue<V> add(PriorityQueue<V> accumulator, V value) {
        if (accumulator.size() < count) {
            accumulator.add(Kept.ofEncodable(value, values));
        } else if (accumulator.comparator().compare(value, accumulator.peek()) > 0) {
            V kept = Kept.ofEncodable(value, values);
            accumulator.poll();
            accumulator.add(kept);
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
