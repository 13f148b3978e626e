package org.sss.sketch;

import org.sss.api.Aggregator;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Aggregators that give an approximate answer from a few KiB per key, whatever the number of values. Their results are
 * the same for each run over the same input, as those of {@link org.sss.api.Aggregators}.
 */
public final class Sketches {
    private Sketches() {}

    /**
     * About how many different values there are, by a HyperLogLog of 4,096 registers: the standard error is 1.6 %,
     * small counts are exact.
     *
     * @param <V> strings, ints, longs, doubles, {@link org.sss.api.Bytes} or byte arrays
     */
    public static <V> Aggregator<V, ?, Long> distinctCount() {
        return new HllCount<>();
    }

    /**
     * About the values below which given parts of all values are, by a t-digest: one tuple for each of {@code ranks},
     * in that order. NaN is left out, and infinities are beyond all other values.
     *
     * @param ranks such as 0.5 for the median and 0.99
     */
    public static <V extends Number> Aggregator<V, ?, Double> quantiles(double... ranks) {
        for (double rank : ranks) {
            if (!(rank >= 0 && rank <= 1)) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT, "quantiles: rank " + rank + " is not between 0 and 1");
            }
        }
        return new Quantiles<>(ranks.clone());
    }
}
