package org.sss.sketch;

import java.util.function.Consumer;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.Union;
import org.sss.api.Aggregator;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Approximate number of different values. Stateless. */
record HllCount<V>() implements Aggregator<V, HllSketch, Long> {
    private static final int LOG_REGISTERS = 12;
    /** Any bytes that nobody has as a value: the sketch leaves out what is empty, so this stands for it. */
    private static final long[] EMPTY = {0x9E3779B97F4A7C15L, 0xD1B54A32D192ED03L};
    // Lambdas of this class: a method reference would have the client send the jar of the sketches along.
    private static final Codec<HllSketch> CODEC =
            new SketchCodec<>("hll", sketch -> sketch.toCompactByteArray(), bytes -> HllSketch.heapify(bytes));

    private static boolean isEmpty(Object value) {
        return value instanceof String text
                ? text.isEmpty()
                : value instanceof Bytes bytes
                        ? bytes.length() == 0
                        : value instanceof byte[] array && array.length == 0;
    }

    @Override
    public HllSketch start() {
        return new HllSketch(LOG_REGISTERS);
    }

    @Override
    public HllSketch add(HllSketch accumulator, V value) {
        if (isEmpty(value)) {
            accumulator.update(EMPTY);
        } else if (value instanceof String text) {
            accumulator.update(text);
        } else if (value instanceof Double number) {
            accumulator.update(number);
        } else if (value instanceof Long || value instanceof Integer) {
            accumulator.update(((Number) value).longValue());
        } else if (value instanceof Bytes bytes) {
            accumulator.update(bytes.toByteArray());
        } else if (value instanceof byte[] bytes) {
            accumulator.update(bytes);
        } else {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "distinctCount takes strings, ints, longs, doubles and bytes, not "
                            + value.getClass().getName() + "; give it a text of the value");
        }
        return accumulator;
    }

    @Override
    public HllSketch merge(HllSketch left, HllSketch right) {
        Union union = new Union(LOG_REGISTERS);
        union.update(left);
        union.update(right);
        return union.getResult();
    }

    @Override
    public void finish(HllSketch accumulator, Consumer<? super Long> results) {
        results.accept(Math.round(accumulator.getEstimate()));
    }

    @Override
    public Codec<HllSketch> accumulators(Codec<Long> results) {
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
