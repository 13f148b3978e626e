package org.sss.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.api.Aggregator;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.SssException;

class SketchesTest {
    @Test
    void fewDifferentValuesAreCountedExactly() {
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of("a", "b", "a", "c"))).containsExactly(3L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(1, 2, 1))).containsExactly(2L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(bytes(1), bytes(2), bytes(2)))).containsExactly(2L);
    }

    @Test
    void whatIsEmptyIsAValueToo() {
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of("", "a", ""))).containsExactly(2L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(Bytes.of("")))).containsExactly(1L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(new byte[0], new byte[] {1}))).containsExactly(2L);
        assertThat(results(Sketches.quantiles(0.5), Codecs.DOUBLE, List.of(Double.NaN))).containsExactly(Double.NaN);
    }

    private static Bytes bytes(int content) {
        return new Bytes().set(new byte[] {7, (byte) content}, 1, 1);
    }

    @Test
    void manyDifferentValuesAreCountedApproximately() {
        List<Long> values = LongStream.range(0, 200_000).map(i -> i % 100_000).boxed().toList();
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, values).get(0)).isCloseTo(100_000L, withinPercentage(6));
    }

    @Test
    void quantilesAreCloseToThoseOfAllValues() {
        List<Double> values = DoubleStream.iterate(1, x -> x + 1).limit(100_000).boxed().toList();
        List<Double> found = results(Sketches.quantiles(0.5, 0.99), Codecs.DOUBLE, values);
        assertThat(found.get(0)).isCloseTo(50_000.0, withinPercentage(2));
        assertThat(found.get(1)).isCloseTo(99_000.0, withinPercentage(1));
        assertThat(results(Sketches.quantiles(0.5, 0.99), Codecs.DOUBLE, values)).isEqualTo(found);
    }

    @Test
    void partsThatWereEncodedCanBeMerged() {
        List<List<Double>> parts = IntStream.range(0, 10).mapToObj(part ->
                DoubleStream.iterate(part, x -> x + 10).limit(1000).boxed().toList()).toList();
        assertThat(merged(Sketches.quantiles(0.5), Codecs.DOUBLE, parts).get(0)).isCloseTo(5000.0, withinPercentage(3));
        assertThat(merged(Sketches.<Double>distinctCount(), Codecs.LONG, parts).get(0)).isCloseTo(10_000L, withinPercentage(6));
    }

    @Test
    void whatCannotBeCountedIsNamed() {
        assertThatThrownBy(() -> results(Sketches.distinctCount(), Codecs.LONG, List.of(Stream.of(1))))
                .isInstanceOf(SssException.class).hasMessageContaining("distinctCount takes strings");
        assertThatThrownBy(() -> Sketches.quantiles(0.5, 99)).isInstanceOf(SssException.class).hasMessageContaining("rank 99.0");
    }

    private static <V, R> List<R> results(Aggregator<V, ?, R> aggregator, Codec<R> codec, List<V> values) {
        List<R> results = new ArrayList<>();
        aggregator.aggregate(values, results::add);
        return results;
    }

    private static <V, A, R> List<R> merged(Aggregator<V, A, R> aggregator, Codec<R> codec, List<List<V>> parts) {
        Codec<A> accumulators = aggregator.accumulators(codec);
        A all = aggregator.start();
        for (List<V> part : parts) {
            A partial = aggregator.start();
            for (V value : part) {
                partial = aggregator.add(partial, value);
            }
            ByteSink sink = new ByteSink(64);
            accumulators.encode(partial, sink);
            all = aggregator.merge(all, accumulators.decode(sink.array(), 0, sink.size()));
        }
        List<R> results = new ArrayList<>();
        aggregator.finish(all, results::add);
        return results;
    }
}
