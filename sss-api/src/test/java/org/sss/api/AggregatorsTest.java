package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AggregatorsTest {
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> PARTS = TupleGroup.of("parts", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> SUMS = TupleGroup.of("sums", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> THIRDS = TupleGroup.of("thirds", Codecs.LONG, Codecs.LONG);
    private static final List<Long> LONGS = List.of(5L, -3L, 9L, 5L, 0L, 9L, 2L);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @Test
    void eachAggregatorReturnsItsResult() {
        check(Aggregators.sumLong(), Codecs.LONG, LONGS, 27L);
        check(Aggregators.minLong(), Codecs.LONG, LONGS, -3L);
        check(Aggregators.maxLong(), Codecs.LONG, LONGS, 9L);
        check(Aggregators.min(), Codecs.LONG, LONGS, -3L);
        check(Aggregators.max(), Codecs.LONG, LONGS, 9L);
        check(Aggregators.count(), Codecs.LONG, LONGS, 7L);
        check(Aggregators.topK(3), Codecs.LONG, LONGS, 9L, 9L, 5L);
        check(Aggregators.topK(100), Codecs.LONG, List.of(1L, 2L), 2L, 1L);
        check(Aggregators.distinct(), Codecs.LONG, LONGS, -3L, 0L, 2L, 5L, 9L);
        check(Aggregators.countDistinct(Codecs.LONG), Codecs.LONG, LONGS, 5L);
        check(Aggregators.max(), Codecs.STRING, List.of("fig", "pear", "apple"), "pear");
        check(Aggregators.sumDouble(), Codecs.DOUBLE, List.of(0.5, 0.25, 4.0), 4.75);
        check(Aggregators.mean(), Codecs.DOUBLE, List.of(1, 2, 6), 3.0);
        check(Aggregators.mean(), Codecs.DOUBLE, List.of(8L), 8.0);
    }

    /** Aggregates all values directly, in order if needed, and through accumulators that are encoded and merged. */
    @SafeVarargs
    private <V extends Comparable<V>, A, R> void check(
            Aggregator<V, A, R> aggregator, Codec<R> codec, List<V> values, R... expected) {
        List<V> given = new ArrayList<>(values);
        if (aggregator.needsOrder()) {
            Collections.sort(given);
        }
        List<R> results = new ArrayList<>();
        aggregator.aggregate(given, results::add);
        assertThat(results).containsExactly(expected);
        assertThat(inParts(aggregator, codec, values)).as("seed %d", seed).containsExactly(expected);
    }

    private <V, A, R> List<R> inParts(Aggregator<V, A, R> aggregator, Codec<R> codec, List<V> values) {
        Codec<A> accumulators = aggregator.accumulators(codec);
        Combiner<String, A> merger = aggregator.merger();
        A all = null;
        for (int from = 0, to; from < values.size(); from = to) {
            to = from + 1 + random.nextInt(values.size() - from);
            A part = aggregator.start();
            for (V value : values.subList(from, to)) {
                part = aggregator.add(part, value);
            }
            ByteSink sink = new ByteSink(16);
            accumulators.encode(part, sink);
            A decoded = accumulators.decode(sink.array(), 0, sink.size());
            all = all == null ? decoded : merger.combine("key", all, decoded);
        }
        List<R> results = new ArrayList<>();
        aggregator.finish(all, results::add);
        return results;
    }

    @Test
    void copiesRetainedViewsOfBytes() {
        Bytes view = new Bytes();
        List<Bytes> results = new ArrayList<>();
        Aggregator<Bytes, ?, Bytes> top = Aggregators.topK(2);
        top.aggregate(
                () -> List.of("a", "c", "b").stream()
                        .map(s -> view.set(s.getBytes(StandardCharsets.UTF_8), 0, 1))
                        .iterator(),
                results::add);
        assertThat(results).hasToString("[c, b]");
    }

    @Test
    void copiesRetainedAccumulatorsThatAreViews() {
        assertThat(merged(Aggregators.max(), "c", "a", "b")).isEqualTo("c");
        assertThat(merged(Aggregators.min(), "b", "a", "c")).isEqualTo("a");
        assertThat(merged(Aggregators.min(), "a")).isEqualTo("a");
    }

    /** Like a Reduce: reuses one view for each partial, and overwrites it in hasNext(). */
    private static <A> String merged(Aggregator<Bytes, A, Bytes> aggregator, String... partials) {
        Codec<A> codec = aggregator.accumulators(Codecs.BYTES).forTask();
        byte[] shared = new byte[1];
        Iterator<String> rest = List.of(partials).iterator();
        Iterator<A> views = new Iterator<>() {
            @Override
            public boolean hasNext() {
                shared[0] = '?';
                return rest.hasNext();
            }

            @Override
            public A next() {
                shared[0] = (byte) rest.next().charAt(0);
                return codec.decode(shared, 0, 1);
            }
        };
        List<String> results = new ArrayList<>();
        new PartialAggregates.Merging<String, A, Bytes>(aggregator, aggregator.accumulators(Codecs.BYTES))
                .reduce("key", () -> views, new Collecting<>((key, value) -> results.add(value.toString())));
        return String.join(",", results);
    }

    @Test
    void addsValuesOfAKeyToOneAccumulator() {
        List<Long> values = IntStream.range(0, 10_000).mapToObj(i -> i % 100L).toList();
        List<?> top = partials(Aggregators.<Long>topK(3), values);
        List<?> distinct = partials(Aggregators.<Long>distinct(), values);
        List<?> count = partials(Aggregators.countDistinct(Codecs.LONG), values);
        assertThat(top).hasToString("[[99, 99, 99]]");
        assertThat(distinct).singleElement().isEqualTo(new TreeSet<>(values));
        assertThat(count).singleElement().isEqualTo(new TreeSet<>(values));
    }

    @Test
    void emitsAccumulatorsWithLargeValuesBeforeMemoryIsFull() {
        List<String> values =
                IntStream.range(0, 1000).mapToObj(i -> i + "x".repeat(50_000)).toList();
        List<Integer> sizes = partials(Aggregators.<String>distinct(), values).stream()
                .map(partial -> ((Collection<?>) partial).size())
                .toList();
        assertThat(sizes).hasSizeBetween(3, 10);
        assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(1000);
    }

    /** Emits one key with each of {@code values} and returns the partial results. */
    private static <V, A> List<A> partials(Aggregator<V, A, ?> aggregator, List<V> values) {
        List<A> partials = new ArrayList<>();
        Emitter<String, A> out = new Collecting<>((key, partial) -> partials.add(partial));
        var map = new PartialAggregates.Partial<Long, V, String, V, A>(
                (key, value, to) -> to.emit("key", value), aggregator, Codecs.STRING, null, null, "to group 'out'");
        try {
            for (V value : values) {
                map.map(1L, value, out);
            }
            map.close(out);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return partials;
    }

    private record Collecting<K, V>(BiConsumer<K, V> tuples) implements Emitter<K, V> {
        @Override
        public void emit(K key, V value) {
            tuples.accept(key, value);
        }

        @Override
        public <K2, V2> Emitter<K2, V2> to(TupleGroup<K2, V2> group) {
            throw new AssertionError("there is no other group");
        }

        @Override
        public void count(String counter, long amount) {
            throw new AssertionError("nothing is counted");
        }
    }

    @Test
    void rejectsCorruptAccumulators() {
        Codec<?> codec = Aggregators.<Long>topK(3).accumulators(Codecs.LONG);
        assertThatThrownBy(() -> codec.decode(new byte[] {0, 0, 0, 9, 1}, 0, 5))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("passes its end");
    }

    @Test
    void mapBeforeAggregateGetsCombiner() {
        assertThat(combinerOf(PARTS.asTemporary(), workflow -> {}))
                .isEqualTo(new LongCombiner<>(LongCombiner.Operation.SUM));
    }

    @Test
    void coGroupOrReduceBeforeAggregateGetsCombinerAndRetainsItsOptions() {
        Workflow workflow = Workflow.named("sums");
        TupleGroup<Long, Long> also = TupleGroup.of("also", Codecs.LONG, Codecs.LONG);
        workflow.coGroup(
                        List.of(INPUT), PARTS.asTemporary(), (Long key, CoValues values, Emitter<Long, Long> out) -> {})
                .placedAlike()
                .set("p", "1");
        workflow.aggregate(PARTS.asTemporary(), SUMS.asTemporary(), Aggregators.maxLong());
        workflow.reduce(
                        SUMS.asTemporary(),
                        THIRDS.asTemporary(),
                        (Long key, Iterable<Long> values, Emitter<Long, Long> out) -> {})
                .orderValues()
                .and(also, (key, values, out) -> {})
                .onError(OnError.skip(3));
        workflow.aggregate(THIRDS.asTemporary(), TupleGroup.of("all", Codecs.LONG, Codecs.LONG), Aggregators.sumLong());
        workflow.check();
        CoGroupJob<?, ?, ?> coGroup = (CoGroupJob<?, ?, ?>) workflow.jobs().get(0);
        assertThat(coGroup.combiner()).isEqualTo(Combiner.maxLong());
        assertThat(coGroup.isPlacedAlike()).isTrue();
        assertThat(coGroup.parameters()).containsEntry("p", "1");
        ReduceJob<?, ?, ?, ?> reduce = (ReduceJob<?, ?, ?, ?>) workflow.jobs().get(2);
        assertThat(reduce.combiner()).isEqualTo(Combiner.sumLong());
        assertThat(reduce.ordersValues()).isTrue();
        assertThat(reduce.further()).hasSize(1);
        assertThat(reduce.outputs()).hasSize(2);
        assertThat(reduce.maxSkipped()).isEqualTo(3);
    }

    @Test
    void aggregateBeforeAggregateGetsNoCombiner() {
        Workflow workflow = Workflow.named("twice");
        workflow.aggregate(INPUT, PARTS.asTemporary(), Aggregators.maxLong());
        workflow.aggregate(PARTS.asTemporary(), SUMS, Aggregators.sumLong());
        assertThat(((ReduceJob<?, ?, ?, ?>) workflow.jobs().get(0)).combiner()).isNull();
    }

    @Test
    void retainsCombinerOfUser() {
        Workflow workflow = Workflow.named("counts");
        workflow.map(INPUT, PARTS.asTemporary(), (Long key, Long value, Emitter<Long, Long> out) -> {});
        workflow.aggregate(PARTS.asTemporary(), SUMS, Aggregators.count()).combine(Combiner.sumLong());
        assertThat(((ReduceJob<?, ?, ?, ?>) workflow.jobs().get(1)).reducer())
                .isInstanceOf(PartialAggregates.Merging.class);
        assertThat(((ReduceJob<?, ?, ?, ?>) workflow.jobs().get(1)).combiner()).isEqualTo(Combiner.sumLong());
    }

    @Test
    void doesNotCombineGroupWithOtherReaders() {
        assertThat(combinerOf(PARTS, workflow -> {})).isNull();
        assertThat(combinerOf(
                        PARTS.asTemporary(),
                        workflow -> workflow.reduce(
                                PARTS.asTemporary(),
                                TupleGroup.of("all", Codecs.LONG, Codecs.LONG),
                                (key, values, out) -> {})))
                .isNull();
        assertThat(combinerOf(
                        PARTS.asTemporary(),
                        workflow -> workflow.map(
                                        INPUT,
                                        TupleGroup.of("more", Codecs.LONG, Codecs.LONG),
                                        (Long key, Long value, Emitter<Long, Long> out) -> {})
                                .with(PARTS.asTemporary())))
                .isNull();
    }

    private static Combiner<?, ?> combinerOf(TupleGroup<Long, Long> parts, java.util.function.Consumer<Workflow> more) {
        Workflow workflow = Workflow.named("sum");
        MapJob<Long, Long> map =
                workflow.map(INPUT, parts, (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value));
        workflow.aggregate(parts, SUMS, Aggregators.sumLong());
        more.accept(workflow);
        workflow.check();
        assertThat(map.combiner()).as("what the user has made").isNull();
        return ((MapJob<?, ?>) workflow.jobs().get(0)).combiner();
    }

    /** Returns the jobs of a Map and an aggregate of its output. */
    private static <V, R> List<Job> jobs(
            Codec<V> values,
            Aggregator<V, ?, R> aggregator,
            Codec<R> results,
            java.util.function.Consumer<ReduceJob<?, ?, ?, ?>> more) {
        TupleGroup<Long, V> parts = TupleGroup.of("parts", Codecs.LONG, values).asTemporary();
        Workflow workflow = Workflow.named("early");
        workflow.map(INPUT, parts, (Long key, Long value, Emitter<Long, V> out) -> {})
                .named("emit")
                .set("p", "1")
                .with(SUMS);
        more.accept(workflow.aggregate(parts, TupleGroup.of("results", Codecs.LONG, results), aggregator)
                .named("fold"));
        workflow.check();
        return workflow.jobs();
    }

    private static void checkMerged(List<Job> jobs, String accumulators, Combiner<?, ?> combiner) {
        MapJob<?, ?> map = (MapJob<?, ?>) jobs.get(0);
        assertThat(map.output().values().name()).isEqualTo(accumulators);
        assertThat(map.output().temporary()).isTrue();
        assertThat(map.combiner()).isEqualTo(combiner);
        assertThat(map.name()).isEqualTo("emit");
        assertThat(map.parameters()).containsEntry("p", "1");
        assertThat(map.sideGroups()).hasSize(1);
        assertThat(jobs.get(1).name()).isEqualTo("fold");
        assertThat(jobs.get(1).inputs()).singleElement().isEqualTo(map.output());
        assertThat(jobs.get(1).outputs()).extracting(TupleGroup::name).containsExactly("results");
    }

    @Test
    void mapWritesAndMergesSmallAccumulators() {
        checkMerged(
                jobs(Codecs.STRING, Aggregators.count(), Codecs.LONG, reduce -> {}),
                "long",
                new LongCombiner<>(LongCombiner.Operation.SUM));
        Aggregator<Double, ?, Double> mean = Aggregators.mean();
        checkMerged(
                jobs(Codecs.DOUBLE, mean, Codecs.DOUBLE, reduce -> {}), "record(count:long,sum:double)", mean.merger());
        Aggregator<Long, ?, Long> top = Aggregators.topK(16);
        checkMerged(jobs(Codecs.LONG, top, Codecs.LONG, reduce -> {}), "collection-of-long", top.merger());
    }

    @Test
    void mapOmitsRepeatsForDistinctValues() {
        for (List<Job> jobs : List.of(
                jobs(Codecs.STRING, Aggregators.distinct(), Codecs.STRING, reduce -> {}),
                jobs(Codecs.STRING, Aggregators.countDistinct(Codecs.STRING), Codecs.LONG, reduce -> {}))) {
            checkMerged(jobs, "string", null);
            assertThat(((MapJob<?, ?>) jobs.get(0)).dropsRepeats()).isTrue();
            assertThat(((ReduceJob<?, ?, ?, ?>) jobs.get(1)).ordersValues()).isTrue();
        }
    }

    @Test
    void mapWritesValuesIfAccumulatorsAreUnsuitable() {
        checkMerged(jobs(Codecs.LONG, Aggregators.topK(17), Codecs.LONG, reduce -> {}), "long", null);
        checkMerged(jobs(Codecs.DOUBLE, Aggregators.mean(), Codecs.DOUBLE, ReduceJob::orderValues), "double", null);
        checkMerged(
                jobs(Codecs.DOUBLE, Aggregators.mean(), Codecs.DOUBLE, reduce -> reduce.onError(OnError.skip(1))),
                "double",
                null);
        List<Job> two = jobs(Codecs.DOUBLE, Aggregators.mean(), Codecs.DOUBLE, reduce -> also(reduce));
        assertThat(two.get(0).outputs())
                .extracting(group -> group.values().name())
                .containsExactly("double");
        assertThat(two.get(1).outputs()).hasSize(2);
    }

    private static <K, V> void also(ReduceJob<K, V, ?, ?> reduce) {
        reduce.and(TupleGroup.of("also", Codecs.LONG, Codecs.LONG), (key, values, out) -> {});
    }

    @Test
    void explainsCrossBeforeAggregateWithAccumulators() {
        Workflow workflow = Workflow.named("pairs");
        workflow.cross(
                INPUT,
                SUMS,
                PARTS.asTemporary(),
                (Long key, Long value, Long smallKey, Long smallValue, Emitter<Long, Long> out) ->
                        out.emit(key, smallValue));
        workflow.aggregate(PARTS.asTemporary(), TupleGroup.of("means", Codecs.LONG, Codecs.DOUBLE), Aggregators.mean());
        assertThat(workflow.explain())
                .contains("cross cross-1")
                .contains("parts (long -> record(count:long,sum:double)), temporary");
    }

    @Test
    void doesNotChangeAggregateWithAnotherCodec() {
        assertThat(combinerBeforeBytes(Aggregators.count(), Codecs.LONG)).isNull();
        assertThat(combinerBeforeBytes(Aggregators.min(), Codecs.BYTES)).isNull();
        assertThat(combinerBeforeBytes(Aggregators.topK(2), Codecs.BYTES)).isNull();
    }

    private static <R> Combiner<?, ?> combinerBeforeBytes(Aggregator<Bytes, ?, R> aggregator, Codec<R> results) {
        Workflow workflow = Workflow.named("bytes");
        workflow.map(
                INPUT, PARTS.asTemporary(), (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value));
        workflow.aggregate(
                TupleGroup.of("parts", Codecs.LONG, Codecs.BYTES),
                TupleGroup.of("all", Codecs.LONG, results),
                aggregator);
        workflow.check();
        return ((MapJob<?, ?>) workflow.jobs().get(0)).combiner();
    }

    @Test
    void onlyIntegerCombinersAreIndependentOfGrouping() {
        assertThat(Aggregators.sumLong().merger().dependsOnGrouping()).isFalse();
        assertThat(Aggregators.count().merger().dependsOnGrouping()).isFalse();
        assertThat(Aggregators.sumDouble().combiner(Codecs.DOUBLE).dependsOnGrouping())
                .isTrue();
        assertThat(Aggregators.mean().merger().dependsOnGrouping()).isTrue();
    }

    /** Returns one of two values and declares that the result does not depend on the grouping. */
    private record Either<V>() implements Combiner<Long, V> {
        @Override
        public V combine(Long key, V left, V right) {
            return left;
        }

        @Override
        public boolean dependsOnGrouping() {
            return false;
        }
    }

    record Amount(double euros) {}

    private static <V> boolean dependsOnGrouping(Codec<V> values, Combiner<Long, V> combiner) {
        return Workflow.named("w")
                .map(
                        INPUT,
                        TupleGroup.of("out", Codecs.LONG, values),
                        (Long key, Long value, Emitter<Long, V> out) -> {})
                .combine(combiner)
                .dependsOnGrouping();
    }

    @Test
    void undeclaredCombinerDependsOnGroupingOfDoublesAndRecords() {
        assertThat(dependsOnGrouping(Codecs.DOUBLE, (key, left, right) -> left + right))
                .isTrue();
        assertThat(dependsOnGrouping(
                        Codecs.record(Amount.class), (key, left, right) -> new Amount(left.euros + right.euros)))
                .isTrue();
        assertThat(dependsOnGrouping(Codecs.DOUBLE, new Either<>())).isFalse();
        assertThat(dependsOnGrouping(Codecs.LONG, (key, left, right) -> left + right))
                .isFalse();
        assertThat(dependsOnGrouping(Codecs.STRING, (key, left, right) -> left)).isFalse();
        assertThat(dependsOnGrouping(Codecs.LONG, Combiner.sumLong())).isFalse();
    }

    @Test
    void rejectsTopKOfZero() {
        assertThatThrownBy(() -> Aggregators.<Long>topK(0))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("at least 1");
    }

    /** Compared only by points. */
    private record Score(int points, String name) implements Comparable<Score> {
        @Override
        public int compareTo(Score other) {
            return Integer.compare(points, other.points);
        }
    }

    @Test
    void resultDoesNotDependOnOrderOfValuesThatCompareAsEqual() {
        Codec<Score> codec = Codecs.record(Score.class);
        List<Score> scores = IntStream.range(0, 20)
                .mapToObj(i -> new Score(i / 5, "abcde".substring(i % 5, i % 5 + 1)))
                .toList();
        List<Score> twice = Stream.concat(scores.stream(), scores.stream()).toList();
        checkInAnyOrder(
                RetainingAggregator.of(Aggregators.<Score>topK(7), codec),
                codec,
                codec,
                scores,
                new Score(3, "e"),
                new Score(3, "d"),
                new Score(3, "c"),
                new Score(3, "b"),
                new Score(3, "a"),
                new Score(2, "e"),
                new Score(2, "d"));
        checkInAnyOrder(
                RetainingAggregator.of(Aggregators.<Score>distinct(), codec),
                codec,
                codec,
                twice,
                scores.toArray(Score[]::new));
        checkInAnyOrder(Aggregators.countDistinct(codec), codec, Codecs.LONG, twice, 20L);
    }

    @Test
    void valuesWithoutEqualsAreEqualByEncoding() {
        Codec<Plain> codec = new PlainCodec();
        List<Plain> values = LONGS.stream().map(Plain::new).toList();
        checkInAnyOrder(Aggregators.countDistinct(codec), codec, Codecs.LONG, values, 5L);
    }

    @SafeVarargs
    private <V extends Comparable<V>, A, R> void checkInAnyOrder(
            Aggregator<V, A, R> aggregator, Codec<V> values, Codec<R> codec, List<V> given, R... expected) {
        List<V> shuffled = new ArrayList<>(given);
        for (int i = 0; i < 50; i++) {
            Collections.shuffle(shuffled, random);
            List<V> all = new ArrayList<>(shuffled);
            if (aggregator.needsOrder()) {
                all.sort(Comparator.comparing(value -> Probe.encode(values, value), Arrays::compareUnsigned));
            }
            List<R> results = new ArrayList<>();
            aggregator.aggregate(all, results::add);
            assertThat(results).as("seed %d", seed).containsExactly(expected);
            assertThat(inParts(aggregator, codec, shuffled)).as("seed %d", seed).containsExactly(expected);
        }
    }

    private static final class Plain implements Comparable<Plain> {
        private final long number;

        Plain(long number) {
            this.number = number;
        }

        @Override
        public int compareTo(Plain other) {
            return Long.compare(number, other.number);
        }
    }

    private static final class PlainCodec implements Codec<Plain> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "plain";
        }

        @Override
        public void encode(Plain value, ByteSink sink) {
            Codecs.LONG.encode(value.number, sink);
        }

        @Override
        public Plain decode(byte[] bytes, int offset, int length) {
            return new Plain(Codecs.LONG.decode(bytes, offset, length));
        }
    }
}
