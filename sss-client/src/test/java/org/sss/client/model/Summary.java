package org.sss.client.model;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sss.api.Aggregator;
import org.sss.api.Aggregators;
import org.sss.api.Codec;

/** Aggregators, and the plainest way to the same. */
enum Summary {
    SUM(true, true, values -> Stream.of(values.stream().mapToLong(Type::number).sum())),
    MIN_NUMBER(
            true,
            true,
            values -> Stream.of(values.stream().mapToLong(Type::number).min().orElseThrow())),
    LARGEST_NUMBER(
            true,
            true,
            values -> Stream.of(values.stream().mapToLong(Type::number).max().orElseThrow())),
    COUNT(false, true, values -> Stream.of((long) values.size())),
    DIFFERENT(false, true, values -> Stream.of(values.stream().distinct().count())),
    MIN(false, false, values -> values.stream().sorted(Functions.order()).limit(1)),
    LARGEST(
            false,
            false,
            values -> values.stream().sorted(Functions.order().reversed()).limit(1)),
    THREE_LARGEST(
            false,
            false,
            values -> values.stream().sorted(Functions.order().reversed()).limit(3)),
    DISTINCT(false, false, values -> values.stream().distinct().sorted(Functions.order())),
    /** Of ints, whose sum has no error as a double. */
    MEAN(
            true,
            false,
            values -> Stream.of(
                    values.stream().mapToInt(value -> (Integer) value).average().orElseThrow()));

    private final boolean numbersOnly;
    private final boolean givesNumbers;
    private final Function<List<Object>, Stream<?>> plain;

    Summary(boolean numbersOnly, boolean givesNumbers, Function<List<Object>, Stream<?>> plain) {
        this.numbersOnly = numbersOnly;
        this.givesNumbers = givesNumbers;
        this.plain = plain;
    }

    boolean accepts(Type values) {
        return this == MEAN ? values.values() == Kind.INT : !numbersOnly || values.values() == Kind.LONG;
    }

    /** Of the results, under the same keys. */
    Type results(Type values) {
        return new Type(values.keys(), this == MEAN ? Kind.DOUBLE : givesNumbers ? Kind.LONG : values.values());
    }

    /** In the order in which the results come. */
    List<Object> plain(List<Object> values) {
        return plain.apply(values).map(result -> (Object) result).toList();
    }

    @SuppressWarnings("unchecked")
    Aggregator<Object, ?, Object> aggregator(Type values) {
        Aggregator<?, ?, ?> aggregator =
                switch (this) {
                    case SUM -> Aggregators.sumLong();
                    case MIN_NUMBER -> Aggregators.minLong();
                    case LARGEST_NUMBER -> Aggregators.maxLong();
                    case COUNT -> Aggregators.count();
                    case DIFFERENT ->
                        Aggregators.countDistinct(
                                (Codec<String>) values.values().codec());
                    case MEAN -> Aggregators.<Integer>mean();
                    case MIN -> Aggregators.<String>min();
                    case LARGEST -> Aggregators.<String>max();
                    case THREE_LARGEST -> Aggregators.<String>topK(3);
                    case DISTINCT -> Aggregators.<String>distinct();
                };
        return (Aggregator<Object, ?, Object>) aggregator;
    }
}
