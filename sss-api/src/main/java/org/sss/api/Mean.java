package org.sss.api;

import java.util.function.Consumer;

/** Mean of numbers, summed as doubles from left to right. */
record Mean<V extends Number>() implements Aggregator<V, Mean.Sum, Double> {
    private static final Codec<Sum> SUMS = Codecs.record(Sum.class);

    /** Count and sum of a subset of the numbers. */
    public record Sum(long count, double sum) {}

    @Override
    public Sum start() {
        return new Sum(0, 0);
    }

    @Override
    public Sum add(Sum accumulator, V value) {
        return new Sum(accumulator.count + 1, accumulator.sum + value.doubleValue());
    }

    @Override
    public Sum merge(Sum left, Sum right) {
        return new Sum(Math.addExact(left.count, right.count), left.sum + right.sum);
    }

    @Override
    public void finish(Sum accumulator, Consumer<? super Double> results) {
        results.accept(accumulator.sum / accumulator.count);
    }

    @Override
    public void aggregate(Iterable<V> values, Consumer<? super Double> results) {
        long count = 0;
        double sum = 0;
        for (V value : values) {
            count++;
            sum += value.doubleValue();
        }
        finish(new Sum(count, sum), results);
    }

    @Override
    public Codec<Sum> accumulators(Codec<Double> results) {
        return SUMS;
    }

    @Override
    public boolean mergesEarly() {
        return true;
    }
}
