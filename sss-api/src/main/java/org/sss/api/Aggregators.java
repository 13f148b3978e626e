package org.sss.api;

/**
 * The usual aggregators, for {@code workflow.aggregate} and {@code workflow.mapAggregate}. All give the same results for the same
 * values in the same order; only those of doubles depend on the order.
 *
 * <pre>{@code
 * workflow.aggregate(sales, totals, Aggregators.sumLong());
 * workflow.mapAggregate(lines, means, (n, line, out) -> out.emit(station(line), degrees(line)), Aggregators.mean());
 * }</pre>
 */
public final class Aggregators {
    private Aggregators() {
    }

    /**
     * Sum of longs. A sum outside the range of a long, also one of some of the values only, fails the job with an error that names
     * the key.
     */
    public static Aggregator<Long, ?, Long> sumLong() {
        return new LongAggregator(LongCombiner.Operation.SUM);
    }

    /** Sum of longs, modulo 2^64. */
    public static Aggregator<Long, ?, Long> sumLongWrapping() {
        return new LongAggregator(LongCombiner.Operation.SUM_WRAPPING);
    }

    /** Smallest of longs. */
    public static Aggregator<Long, ?, Long> minLong() {
        return new LongAggregator(LongCombiner.Operation.MIN);
    }

    /** Largest of longs. */
    public static Aggregator<Long, ?, Long> maxLong() {
        return new LongAggregator(LongCombiner.Operation.MAX);
    }

    /**
     * Sum of doubles, added in the order of the values, which is the same for each run over the same input with as many subgroups
     * and the same {@code task.buffer}: so is the sum, to the last bit.
     */
    public static Aggregator<Double, ?, Double> sumDouble() {
        return new DoubleSum();
    }

    /** Number of values. */
    public static <V> Aggregator<V, ?, Long> count() {
        return new ValueCount<>();
    }

    /** Mean of numbers, as a double; summed as {@link #sumDouble}. */
    public static <V extends Number> Aggregator<V, ?, Double> mean() {
        return new Mean<>();
    }

    /** Smallest value in natural order; of several that compare as the same, the first one, as {@link #max} says. */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> min() {
        return new Extreme<>(false);
    }

    /**
     * Largest value in natural order; of several that compare as the same, the first one in the order of the values, which is the same
     * for each run over the same input with as many subgroups, and may be another one with more nodes.
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> max() {
        return new Extreme<>(true);
    }

    /**
     * The {@code k} largest values in natural order, each a tuple, the largest first; fewer when there are fewer. Of values that
     * compare as the same and are not equal, those with larger encodings count as larger, so the result is the same for any number of nodes.
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> topK(int k) {
        return new TopValues<>(k);
    }

    /**
     * Each value once, each a tuple, ascending. With {@code workflow.aggregate} there may be any number of them, and they ascend by their
     * encodings, as {@link ReduceJob#orderValues} gives them; with {@code mapAggregate} in natural order. Values that compare as the same are
     * different ones if they are neither equal nor encoded alike. Values that are equal are to be encoded alike: of others {@code aggregate} may
     * give, and {@link #countDistinct} count, more than one.
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> distinct() {
        return new DistinctValues<>();
    }

    /**
     * Exact number of different values, as {@link #distinct} tells them apart. With {@code workflow.aggregate} there may be any number
     * of them.
     *
     * @param values how they are encoded
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, Long> countDistinct(Codec<V> values) {
        return new DistinctCount<>(values);
    }
}
