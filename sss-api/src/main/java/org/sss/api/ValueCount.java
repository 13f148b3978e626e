package org.sss.api;

import java.util.function.Consumer;

/** Counts values. */
record ValueCount<V>() implements Aggregator<V, Long, Long> {
    @Override
    public Long start() {
        return 0L;
    }

    @Override
    public Long add(Long accumulator, V value) {
        return accumulator + 1;
    }

    @Override
    public Long merge(Long left, Long right) {
        return Math.addExact(left, right);
    }

    @Override
    public void finish(Long accumulator, Consumer<? super Long> results) {
        results.accept(accumulator);
    }

    @Override
    public void aggregate(Iterable<V> values, Consumer<? super Long> results) {
        long count = 0;
        for (V ignored : values) {
            count++;
        }
        results.accept(count);
    }

    @Override
    public Codec<Long> accumulators(Codec<Long> results) {
        return results;
    }

    @Override
    public <K> Combiner<K, Long> merger() {
        return new LongCombiner<>(LongCombiner.Operation.SUM);
    }

    @Override
    public boolean mergesEarly() {
        return true;
    }
}
