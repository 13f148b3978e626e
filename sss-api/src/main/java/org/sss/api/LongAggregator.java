package org.sss.api;

import java.util.function.Consumer;

/** Sum, smallest or largest of longs, without an object per value. */
record LongAggregator(LongCombiner.Operation operation) implements Aggregator<Long, Long, Long> {
    @Override
    public Long start() {
        return operation.neutral();
    }

    @Override
    public Long add(Long accumulator, Long value) {
        return operation.apply(accumulator, value);
    }

    @Override
    public Long merge(Long left, Long right) {
        return operation.apply(left, right);
    }

    @Override
    public void finish(Long accumulator, Consumer<? super Long> results) {
        results.accept(accumulator);
    }

    @Override
    public void aggregate(Iterable<Long> values, Consumer<? super Long> results) {
        results.accept(operation == LongCombiner.Operation.SUM ? sum(values) : fold(values));
    }

    private static long sum(Iterable<Long> values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }

    private long fold(Iterable<Long> values) {
        long all = operation.neutral();
        for (long value : values) {
            all = operation.apply(all, value);
        }
        return all;
    }

    @Override
    public Codec<Long> accumulators(Codec<Long> results) {
        return results;
    }

    @Override
    public <K> Combiner<K, Long> combiner(Codec<Long> values) {
        return merger();
    }

    @Override
    public <K> Combiner<K, Long> merger() {
        return new LongCombiner<>(operation);
    }
}
