package org.sss.api;

/**
 * The usual aggregators, for {@code workflow.aggregate} and {@code workflow.mapAggregate}. All are deterministic: the
 * same values in the same order give the same results. Only the aggregators of doubles depend on the order.
 *
 * <pre>{@code
 * workflow.aggregate(sales, totals, Aggregators.sumLong());
 * workflow.mapAggregate(lines, means, (n, line, out) -> out.emit(station(line), degrees(line)), Aggregators.mean());
 * }</pre>
 */
public final class Aggregators {
    private Aggregators() {}

    /**
     * Sum of longs. If the sum, or a partial sum, is outside the range of a long, the job fails with an error that
     * names the key.
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
     * Sum of doubles, added in the order of the values. The order, and so the sum to the last bit, is the same for each
     * execution over the same input with the same number of subgroups and the same {@code task.buffer}.
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

    /** Smallest value in natural order. If several compare as equal, the first one, as for {@link #max}. */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> min() {
        return new Extreme<>(false);
    }

    /**
     * Largest value in natural order. If several compare as equal, the first in the order of the values. That order is
     * the same for each execution over the same input with the same number of subgroups; with more nodes, another one
     * may be returned.
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> max() {
        return new Extreme<>(true);
    }

    /**
     * The {@code k} largest values in natural order, one tuple each, largest first; fewer if there are fewer values.
     * Values that compare as equal but are not equal are ordered by their encodings, so the result does not depend on
     * the number of nodes.
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> topK(int k) {
        return new TopValues<>(k);
    }

    /**
     * The distinct values in ascending order, one tuple each. With {@code workflow.aggregate} their number is unlimited
     * and they are ordered by encoding, as with {@link ReduceJob#orderValues}; with {@code mapAggregate} they are in
     * natural order. Values that compare as equal are still distinct if they are neither equal nor have the same
     * encoding. Equal values must have the same encoding; otherwise {@code aggregate} may return, and
     * {@link #countDistinct} count, a value more than once.
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, V> distinct() {
        return new DistinctValues<>();
    }

    /**
     * Exact number of distinct values, by the rule of {@link #distinct}. With {@code workflow.aggregate} their number
     * is unlimited.
     *
     * @param values codec of the values
     */
    public static <V extends Comparable<? super V>> Aggregator<V, ?, Long> countDistinct(Codec<V> values) {
        return new DistinctCount<>(values);
    }
}
