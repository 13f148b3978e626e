package org.sss.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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
    void countsFewDistinctValuesExactly() {
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of("a", "b", "a", "c")))
                .containsExactly(3L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(1, 2, 1)))
                .containsExactly(2L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(bytes(1), bytes(2), bytes(2))))
                .containsExactly(2L);
    }

    @Test
    void countsEmptyValues() {
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of("", "a", "")))
                .containsExactly(2L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(Bytes.of(""))))
                .containsExactly(1L);
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, List.of(new byte[0], new byte[] {1})))
                .containsExactly(2L);
        assertThat(results(Sketches.quantiles(0.5), Codecs.DOUBLE, List.of(Double.NaN)))
                .containsExactly(Double.NaN);
    }

    private static Bytes bytes(int content) {
        return new Bytes().set(new byte[] {7, (byte) content}, 1, 1);
    }

    @Test
    void countsManyDistinctValuesApproximately() {
        List<Long> values =
                LongStream.range(0, 200_000).map(i -> i % 100_000).boxed().toList();
        assertThat(results(Sketches.distinctCount(), Codecs.LONG, values).get(0))
                .isCloseTo(100_000L, withinPercentage(6));
    }

    @Test
    void quantilesAreCloseToExactOnes() {
        List<Double> values =
                DoubleStream.iterate(1, x -> x + 1).limit(100_000).boxed().toList();
        List<Double> found = results(Sketches.quantiles(0.5, 0.99), Codecs.DOUBLE, values);
        assertThat(found.get(0)).isCloseTo(50_000.0, withinPercentage(2));
        assertThat(found.get(1)).isCloseTo(99_000.0, withinPercentage(1));
        assertThat(results(Sketches.quantiles(0.5, 0.99), Codecs.DOUBLE, values))
                .isEqualTo(found);
    }

    @Test
    void quantilesAreMonotonic() {
        double[] ranks =
                IntStream.rangeClosed(0, 1000).mapToDouble(i -> i / 1000.0).toArray();
        Random random = new Random(20_261_124);
        for (int count : new int[] {1, 2, 3, 10, 300, 1000, 20_000}) {
            List<Double> values =
                    random.doubles(count).map(x -> 1 / (x + 0.001)).boxed().toList();
            List<Double> found = results(Sketches.quantiles(ranks), Codecs.DOUBLE, values);
            assertThat(found)
                    .as("of %d values", count)
                    .isSorted()
                    .startsWith(Collections.min(values))
                    .endsWith(Collections.max(values));
        }
    }

    /** The mean of some of them is no number, and what is no number is in no order with others. */
    @Test
    void infinitiesAreExtremeValues() {
        List<List<Double>> parts = IntStream.range(0, 10)
                .mapToObj(part -> {
                    List<Double> values = new ArrayList<>(DoubleStream.iterate(part, x -> x + 10)
                            .limit(800)
                            .boxed()
                            .toList());
                    values.addAll(Collections.nCopies(50, Double.NEGATIVE_INFINITY));
                    values.addAll(400, Collections.nCopies(150, Double.POSITIVE_INFINITY));
                    return values;
                })
                .toList();
        List<Double> found = merged(Sketches.quantiles(0, 0.049, 0.45, 0.851, 1), Codecs.DOUBLE, parts);
        assertThat(found.get(2)).isCloseTo(4000.0, withinPercentage(3));
        assertThat(found)
                .startsWith(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY)
                .endsWith(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
        assertThat(results(Sketches.quantiles(0, 1), Codecs.DOUBLE, List.of(Double.NEGATIVE_INFINITY)))
                .containsExactly(Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY);
        assertThat(results(Sketches.quantiles(0, 0.4, 1), Codecs.DOUBLE, List.of(Double.POSITIVE_INFINITY, 7.0)))
                .containsExactly(7.0, 7.0, Double.POSITIVE_INFINITY);
    }

    @Test
    void mergesDecodedSketches() {
        List<List<Double>> parts = IntStream.range(0, 10)
                .mapToObj(part -> DoubleStream.iterate(part, x -> x + 10)
                        .limit(1000)
                        .boxed()
                        .toList())
                .toList();
        assertThat(merged(Sketches.quantiles(0.5), Codecs.DOUBLE, parts).get(0)).isCloseTo(5000.0, withinPercentage(3));
        assertThat(merged(Sketches.<Double>distinctCount(), Codecs.LONG, parts).get(0))
                .isCloseTo(10_000L, withinPercentage(6));
    }

    @Test
    void reportsUnsupportedType() {
        assertThatThrownBy(() -> results(Sketches.distinctCount(), Codecs.LONG, List.of(Stream.of(1))))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("distinctCount takes strings");
        assertThatThrownBy(() -> Sketches.quantiles(0.5, 99))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("rank 99.0");
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
