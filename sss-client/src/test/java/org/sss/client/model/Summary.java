package org.sss.client.model;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sss.api.Aggregator;
import org.sss.api.Aggregators;
import org.sss.api.Codecs;

/** Aggregators, and the plainest way to the same. */
enum Summary {
    SUM(true, true, values -> Stream.of(values.stream().mapToLong(Type::number).sum())),
    LEAST_NUMBER(true, true, values -> Stream.of(values.stream().mapToLong(Type::number).min().orElseThrow())),
    LARGEST_NUMBER(true, true, values -> Stream.of(values.stream().mapToLong(Type::number).max().orElseThrow())),
    COUNT(false, true, values -> Stream.of((long) values.size())),
    DIFFERENT(false, true, values -> Stream.of(values.stream().distinct().count())),
    LEAST(false, false, values -> values.stream().sorted(Functions.order()).limit(1)),
    LARGEST(false, false, values -> values.stream().sorted(Functions.order().reversed()).limit(1)),
    THREE_LARGEST(false, false, values -> values.stream().sorted(Functions.order().reversed()).limit(3)),
    DISTINCT(false, false, values -> values.stream().distinct().sorted(Functions.order()));

    private final boolean numbersOnly;
    private final boolean givesNumbers;
    private final Function<List<Object>, Stream<?>> plain;

    Summary(boolean numbersOnly, boolean givesNumbers, Function<List<Object>, Stream<?>> plain) {
        this.numbersOnly = numbersOnly;
        this.givesNumbers = givesNumbers;
        this.plain = plain;
    }

    boolean takes(Type values) {
        return !(numbersOnly && values.textValues());
    }

    /** Of the results, under the same keys. */
    Type results(Type values) {
        return new Type(values.textKeys(), values.textValues() && !givesNumbers);
    }

    /** In the order in which the results come. */
    List<Object> plain(List<Object> values) {
        return plain.apply(values).map(result -> (Object) result).toList();
    }

    @SuppressWarnings("unchecked")
    Aggregator<Object, ?, Object> aggregator(Type values) {
        Aggregator<?, ?, ?> aggregator = switch (this) {
            case SUM -> Aggregators.sumLong();
            case LEAST_NUMBER -> Aggregators.minLong();
            case LARGEST_NUMBER -> Aggregators.maxLong();
            case COUNT -> Aggregators.count();
            case DIFFERENT -> values.textValues() ? Aggregators.countDistinct(Codecs.STRING) : Aggregators.countDistinct(Codecs.LONG);
            case LEAST -> Aggregators.<String>min();
            case LARGEST -> Aggregators.<String>max();
            case THREE_LARGEST -> Aggregators.<String>topK(3);
            case DISTINCT -> Aggregators.<String>distinct();
        };
        return (Aggregator<Object, ?, Object>) aggregator;
    }
}
