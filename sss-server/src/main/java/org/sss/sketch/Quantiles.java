package org.sss.sketch;

import java.util.function.Consumer;
import org.apache.datasketches.memory.Memory;
import org.apache.datasketches.tdigest.TDigestDouble;
import org.sss.api.Aggregator;
import org.sss.api.Codec;

/** Approximate quantiles of numbers. Immutable. */
record Quantiles<V extends Number>(double[] ranks) implements Aggregator<V, TDigestDouble, Double> {
    private static final short COMPRESSION = 200;
    private static final Codec<TDigestDouble> CODEC = new SketchCodec<>("t-digest", digest -> digest.toByteArray(),
            bytes -> TDigestDouble.heapify(Memory.wrap(bytes)));

    @Override
    public TDigestDouble start() {
        return new TDigestDouble(COMPRESSION);
    }

    @Override
    public TDigestDouble add(TDigestDouble accumulator, V value) {
        accumulator.update(value.doubleValue());
        return accumulator;
    }

    @Override
    public TDigestDouble merge(TDigestDouble left, TDigestDouble right) {
        left.merge(right);
        return left;
    }

    @Override
    public void finish(TDigestDouble accumulator, Consumer<? super Double> results) {
        for (double rank : ranks) {
            // It takes no NaN: of those alone there is nothing.
            results.accept(accumulator.isEmpty() ? Double.NaN : accumulator.getQuantile(rank));
        }
    }

    @Override
    public Codec<TDigestDouble> accumulators(Codec<Double> results) {
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
