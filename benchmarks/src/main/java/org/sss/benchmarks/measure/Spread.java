package org.sss.benchmarks.measure;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** The middle and the ends of several measurements of one thing. Immutable. */
public record Spread(double min, double median, double max) {
    public static final Spread UNKNOWN = new Spread(Double.NaN, Double.NaN, Double.NaN);

    public static Spread of(double... values) {
        if (values.length == 0) {
            return UNKNOWN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(sorted[0], median, sorted[sorted.length - 1]);
    }

    public static <T> Spread of(Collection<T> items, ToDoubleFunction<T> value) {
        return of(items.stream().mapToDouble(value).toArray());
    }

    public boolean isKnown() {
        return !Double.isNaN(median);
    }
}
