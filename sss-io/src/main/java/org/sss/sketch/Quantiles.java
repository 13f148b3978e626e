package org.sss.sketch;

import java.util.function.Consumer;
import org.sss.api.Aggregator;
import org.sss.api.Codec;

/** Approximate quantiles of numbers. Immutable. */
record Quantiles<V extends Number>(double[] ranks) implements Aggregator<V, Digest, Double> {
    private static final Codec<Digest> CODEC =
            new SketchCodec<>("t-digest", digest -> digest.encoded(), bytes -> Digest.decoded(bytes));

    @Override
    public Digest start() {
        return new Digest();
    }

    @Override
    public Digest add(Digest accumulator, V value) {
        accumulator.add(value.doubleValue());
        return accumulator;
    }

    @Override
    public Digest merge(Digest left, Digest right) {
        left.add(right);
        return left;
    }

    @Override
    public void finish(Digest accumulator, Consumer<? super Double> results) {
        for (double value : accumulator.quantiles(ranks)) {
            results.accept(value);
        }
    }

    @Override
    public Codec<Digest> accumulators(Codec<Double> results) {
        return CODEC;
    }

    @Override
    public boolean isLarge() {
        return true;
    }

    @Override
    public boolean mergesEarly() {
        return true;
    }
}
