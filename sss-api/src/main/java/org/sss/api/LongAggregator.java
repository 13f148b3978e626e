package org.sss.api;

import java.util.function.Consumer;

/** Sum, minimum or maximum of longs, without an object per value. */
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
        results.accept(
                switch (operation) {
                    case SUM -> fold(LongCombiner.Operation.SUM, values);
                    case SUM_WRAPPING -> fold(LongCombiner.Operation.SUM_WRAPPING, values);
                    case MIN -> fold(LongCombiner.Operation.MIN, values);
                    case MAX -> fold(LongCombiner.Operation.MAX, values);
                });
    }

    private static long fold(LongCombiner.Operation operation, Iterable<Long> values) {
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
