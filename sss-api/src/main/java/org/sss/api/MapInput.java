package org.sss.api;

import java.io.Serializable;
import java.util.Objects;

/**
 * An input of a Map and the mapper of its tuples.
 *
 * @param group  null if the tuples come from {@code source}
 * @param source null if the tuples come from {@code group}
 */
public record MapInput<K, V, K2, V2>(TupleGroup<K, V> group, TupleSource<K, V> source, Mapper<K, V, K2, V2> mapper)
        implements Serializable {
    static <K, V, K2, V2> MapInput<K, V, K2, V2> of(TupleGroup<K, V> group, Mapper<K, V, K2, V2> mapper) {
        return new MapInput<>(Objects.requireNonNull(group, "input"), null, Objects.requireNonNull(mapper, "mapper"));
    }

    /**
     * Returns the same input with a mapper that emits accumulators of the values that this one emits to {@code output}.
     */
    <A> MapInput<K, V, K2, A> accumulating(
            Aggregator<V2, A, ?> aggregator, Codec<A> accumulators, TupleGroup<K2, V2> output) {
        return new MapInput<>(
                group,
                source,
                new PartialAggregates.Partial<>(
                        mapper,
                        RetainingAggregator.of(aggregator, output.values()),
                        output.keys(),
                        accumulators,
                        output,
                        "of group " + output.shownName()));
    }

    static <K, V, K2, V2> MapInput<K, V, K2, V2> of(TupleSource<K, V> source, Mapper<K, V, K2, V2> mapper) {
        return new MapInput<>(null, Objects.requireNonNull(source, "input"), Objects.requireNonNull(mapper, "mapper"));
    }
}
