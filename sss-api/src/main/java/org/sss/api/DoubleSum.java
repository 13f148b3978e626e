package org.sss.api;

import java.util.function.Consumer;

/** Sums doubles from left to right. */
record DoubleSum() implements Aggregator<Double, Double, Double> {
    @Override
    public Double start() {
        return 0.0;
    }

    @Override
    public Double add(Double accumulator, Double value) {
        return accumulator + value;
    }

    @Override
    public Double merge(Double left, Double right) {
        return left + right;
    }

    @Override
    public void finish(Double accumulator, Consumer<? super Double> results) {
        results.accept(accumulator);
    }

    @Override
    public void aggregate(Iterable<Double> values, Consumer<? super Double> results) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        results.accept(sum);
    }

    @Override
    public Codec<Double> accumulators(Codec<Double> results) {
        return results;
    }

    @Override
    public <K> Combiner<K, Double> combiner(Codec<Double> values) {
        return merger();
    }
}
