package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Aggregator;
import org.sss.api.Aggregators;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.DeadLetter;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.JoinKind;
import org.sss.api.OnError;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.Progress.HeavyKey;
import org.sss.sketch.Sketches;

/** Joins, aggregators and failures on three nodes, against what plain collections give. */
class JoinsIT {
    private static final TupleGroup<Long, Long> A = TupleGroup.of("a", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, String> B = TupleGroup.of("b", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<Long, String> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<Long, Long> LONGS = TupleGroup.of("longs", Codecs.LONG, Codecs.LONG);

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final TreeMap<Long, List<Long>> a = new TreeMap<>();
    private final TreeMap<Long, List<String>> b = new TreeMap<>();
    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(3);
        for (int i = 0; i < 3000; i++) {
            a.computeIfAbsent((long) random.nextInt(800), key -> new ArrayList<>())
                    .add((long) random.nextInt(50));
            b.computeIfAbsent((long) random.nextInt(800) + 300, key -> new ArrayList<>())
                    .add("b" + i);
        }
        write(A, a);
        write(B, b);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, List<V>> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach((key, values) -> values.forEach(value -> writer.append(key, value)));
            writer.commit();
        }
    }

    private <K extends Comparable<K>, V> TreeMap<K, List<V>> read(TupleGroup<K, V> group) {
        TreeMap<K, List<V>> all = new TreeMap<>();
        client.scan(group)
                .toList()
                .forEach(t -> all.computeIfAbsent(t.getKey(), key -> new ArrayList<>())
                        .add(t.getValue()));
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void aJoinGivesThePairsOfEachKey(JoinKind kind) {
        Workflow workflow = Workflow.named("join");
        workflow.join(A, B, OUT, kind, (key, left, right, out) -> out.emit(key, left + "/" + right));
        WorkflowReport status = client.run(workflow);
        assertThat(read(OUT)).as("seed %d", seed).isEqualTo(joined(kind));
        assertThat(status.jobs().get(0).progress().tuplesIn()).isEqualTo(6000);
    }

    @Test
    void reportsTheHeaviestKeysOfAJoin() {
        TupleGroup<Long, Long> left = TupleGroup.of("left", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, String> right = TupleGroup.of("right", Codecs.LONG, Codecs.STRING);
        write(left, Map.of(1L, List.of(1L), 2L, List.of(1L, 2L), 3L, List.of(1L, 2L, 3L), 4L, List.of(1L)));
        write(right, Map.of(2L, List.of("a"), 3L, List.of("a", "b", "c", "d"), 5L, List.of("a", "b")));
        Workflow workflow = Workflow.named("join");
        workflow.join(left, right, OUT, JoinKind.INNER, (key, l, r, out) -> out.emit(key, l + r));
        assertThat(client.run(workflow).jobs().get(0).progress().heaviest())
                .containsExactly(new HeavyKey("<3>", 7), new HeavyKey("<2>", 3), new HeavyKey("<5>", 2));
    }

    @Test
    void aCombinerOfAJoinFoldsWhatItEmits() {
        Workflow workflow = Workflow.named("join");
        workflow.join(A, B, LONGS, JoinKind.INNER, (key, left, right, out) -> out.emit(key % 5, left))
                .combine(Combiner.sumLong());
        WorkflowReport status = client.run(workflow);
        Progress done = status.jobs().get(0).progress();
        TreeMap<Long, Long> sums = new TreeMap<>();
        read(LONGS)
                .forEach((key, parts) ->
                        sums.put(key, parts.stream().mapToLong(part -> part).sum()));
        TreeMap<Long, Long> expected = new TreeMap<>();
        a.forEach((key, values) -> values.forEach(value ->
                expected.merge(key % 5, value * b.getOrDefault(key, List.of()).size(), Long::sum)));
        assertThat(sums).as("seed %d", seed).isEqualTo(expected);
        assertThat(done.tuplesCombined())
                .isEqualTo(done.tuplesOut() - client.count("longs"))
                .isPositive();
        assertThat(client.count("longs"))
                .isLessThanOrEqualTo(5L * client.cluster().subgroupCount());
    }

    /** Longs in the bytes and by the name of the usual codec, which it takes for something else. */
    private static final class Negated implements Codec<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return Codecs.LONG.name();
        }

        @Override
        public void encode(Long value, ByteSink sink) {
            Codecs.LONG.encode(-value, sink);
        }

        @Override
        public Long decode(byte[] bytes, int offset, int length) {
            return -Codecs.LONG.decode(bytes, offset, length);
        }
    }

    @Test
    void valuesThatAreAskedForByAnotherCodecThanTheyAreDecodedByAreRefused() {
        TupleGroup<Long, Long> negated = TupleGroup.of("a", Codecs.LONG, new Negated());
        TupleGroup<Long, Long> same = TupleGroup.of("a", Codecs.LONG, Codecs.LONG);
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(sumsOf(A, B, negated))))
                .satisfies(e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH);
                    assertThat(e)
                            .hasMessageContainingAll("group 'a'", "type 'long'", "Negated", "use the same TupleGroup");
                });
        client.run(sumsOf(A, B, same));
        TreeMap<Long, List<Long>> sums = new TreeMap<>();
        a.forEach((key, values) ->
                sums.put(key, List.of(values.stream().mapToLong(v -> v).sum())));
        assertThat(read(LONGS)).as("seed %d", seed).isEqualTo(sums);
    }

    private static Workflow sumsOf(
            TupleGroup<Long, Long> given, TupleGroup<Long, String> other, TupleGroup<Long, Long> asked) {
        Workflow workflow = Workflow.named("sums");
        workflow.coGroup(List.of(given, other), LONGS, (key, values, out) -> {
            long sum = 0;
            for (long value : values.of(asked)) {
                sum += value;
            }
            if (values.has(asked)) {
                out.emit(key, sum);
            }
        });
        return workflow;
    }

    private TreeMap<Long, List<String>> joined(JoinKind kind) {
        TreeMap<Long, List<String>> all = new TreeMap<>();
        TreeSet<Long> keys = new TreeSet<>(a.keySet());
        keys.addAll(b.keySet());
        for (long key : keys) {
            List<Long> lefts = a.getOrDefault(key, kind.takesRightAlone() ? onlyNull() : List.of());
            List<String> rights = b.getOrDefault(key, kind.takesLeftAlone() ? onlyNull() : List.of());
            List<String> pairs = lefts.stream()
                    .flatMap(l -> rights.stream().map(r -> l + "/" + r))
                    .toList();
            if (!pairs.isEmpty()) {
                all.put(key, pairs);
            }
        }
        return all;
    }

    private static <T> List<T> onlyNull() {
        List<T> list = new ArrayList<>();
        list.add(null);
        return list;
    }

    @Test
    void aGroupIsJoinedWithItself() {
        Workflow workflow = Workflow.named("self");
        workflow.join(A, A, OUT, JoinKind.INNER, (key, left, right, out) -> out.emit(key, left + "/" + right));
        client.run(workflow);
        assertThat(read(OUT))
                .as("seed %d", seed)
                .isEqualTo(a.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                e -> e.getValue().stream()
                                        .flatMap(l -> e.getValue().stream().map(r -> l + "/" + r))
                                        .toList())));
    }

    @Test
    void theRightSideOfAJoinMayBeLargerThanWhatIsKept() {
        TupleGroup<Long, String> large = TupleGroup.of("large", Codecs.LONG, Codecs.STRING);
        List<String> values = Stream.iterate(0, i -> i + 1)
                .limit(80)
                .map(i -> i + "x".repeat(100_000))
                .toList();
        write(large, Map.of(5L, values, 6L, List.of("y")));
        TupleGroup<Long, Long> few = TupleGroup.of("few", Codecs.LONG, Codecs.LONG);
        write(few, Map.of(5L, List.of(1L, 2L, 3L), 6L, List.of(4L, 5L)));
        Workflow workflow = Workflow.named("join");
        workflow.join(
                few, large, LONGS, JoinKind.INNER, (key, left, right, out) -> out.emit(left, (long) right.length()));
        client.run(workflow);
        List<Long> lengths = values.stream().map(v -> (long) v.length()).toList();
        assertThat(read(LONGS))
                .isEqualTo(Map.of(1L, lengths, 2L, lengths, 3L, lengths, 4L, List.of(1L), 5L, List.of(1L)));
    }

    @Test
    void groupsThatPartitionersPlacedAreOnlyJoinedOnRequest() {
        TupleGroup<Long, Long> placed = TupleGroup.of("placed", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, String> alike = TupleGroup.of("alike", Codecs.LONG, Codecs.STRING);
        Workflow place = Workflow.named("place");
        place.<Long, Long, Long, Long>map(A, placed, (key, value, out) -> out.emit(key, value))
                .partitionBy((key, value, subgroups) -> (int) (key % subgroups));
        place.<Long, String, Long, String>map(B, alike, (key, value, out) -> out.emit(key, value))
                .partitionBy((key, value, subgroups) -> (int) (key % subgroups));
        client.run(place);
        Workflow wrong = Workflow.named("wrong");
        wrong.join(placed, B, OUT, JoinKind.INNER, (key, left, right, out) -> out.emit(key, left + "/" + right));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(wrong));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e).hasMessageContaining("'placed'").hasMessageContaining("placedAlike()");
        Workflow right = Workflow.named("right");
        right.join(placed, alike, OUT, JoinKind.INNER, (key, x, y, out) -> out.emit(key, x + "/" + y))
                .placedAlike();
        client.run(right);
        read(OUT)
                .forEach((key, pairs) -> assertThat(pairs)
                        .containsExactlyInAnyOrderElementsOf(
                                joined(JoinKind.INNER).get(key)));
        assertThat(read(OUT).keySet()).isEqualTo(joined(JoinKind.INNER).keySet());
    }

    /** Its tuples are in turn in all subgroups, and would meet those of their key in the same one alone. */
    @Test
    void aGroupThatAPartitionerPlacedIsJoinedWithItselfOnlyOnRequest() {
        TupleGroup<Long, Long> placed = TupleGroup.of("placed", Codecs.LONG, Codecs.LONG);
        Workflow place = Workflow.named("place");
        place.<Long, Long, Long, Long>map(A, placed, (key, value, out) -> out.emit(key, value))
                .partitionBy(Partitioners.roundRobin());
        client.run(place);
        Workflow self = Workflow.named("self");
        self.join(placed, placed, OUT, JoinKind.INNER, (key, left, right, out) -> out.emit(key, left + "/" + right));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(self));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e)
                .hasMessageContaining("joins group 'placed', which was written with a partitioner")
                .hasMessageContaining("placedAlike()");
    }

    @Test
    void whatALoopCarriesIsJoinedOnlyWhereItsKeysAre() {
        Workflow workflow = Workflow.named("loop");
        workflow.repeat(
                        2,
                        body -> body.join(
                                        A,
                                        B,
                                        LONGS,
                                        JoinKind.LEFT,
                                        (Long key, Long left, String right, Emitter<Long, Long> out) ->
                                                out.emit(key, left + 1))
                                .partitionBy(Partitioners.shifted(1)))
                .carry(LONGS, A);
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e)
                .hasMessageContaining("joins group 'a', which was written with a partitioner")
                .hasMessageContaining("placedAlike()");
    }

    @Test
    void rejectsAGroupThatTheCoGroupDoesNotRead() {
        Workflow workflow = Workflow.named("other");
        workflow.coGroup(List.of(A), OUT, (key, values, out) -> values.of(B));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("key <")
                .hasMessageContaining("does not read group 'b'");
    }

    /** By name: the aggregator, and what it should give for the values of a key. */
    private record Case(Aggregator<Long, ?, Long> aggregator, Function<List<Long>, List<Long>> expected) {}

    private static Map<String, Case> cases() {
        return Map.of(
                "sum",
                        new Case(
                                Aggregators.sumLong(),
                                v -> List.of(v.stream().mapToLong(x -> x).sum())),
                "min",
                        new Case(
                                Aggregators.min(),
                                v -> List.of(v.stream().mapToLong(x -> x).min().orElseThrow())),
                "maxLong",
                        new Case(
                                Aggregators.maxLong(),
                                v -> List.of(v.stream().mapToLong(x -> x).max().orElseThrow())),
                "count", new Case(Aggregators.count(), v -> List.of((long) v.size())),
                "top3",
                        new Case(
                                Aggregators.topK(3),
                                v -> v.stream()
                                        .sorted((x, y) -> Long.compare(y, x))
                                        .limit(3)
                                        .toList()),
                "distinct",
                        new Case(
                                Aggregators.distinct(),
                                v -> v.stream().sorted().distinct().toList()),
                "countDistinct",
                        new Case(
                                Aggregators.countDistinct(Codecs.LONG),
                                v -> List.of(v.stream().distinct().count())));
    }

    @Test
    void aggregatorsGiveTheSameFromValuesAndByWayOfAccumulators() {
        TreeMap<Long, List<Long>> byTens = new TreeMap<>();
        a.forEach((key, values) ->
                byTens.computeIfAbsent(key / 10, k -> new ArrayList<>()).addAll(values));
        Workflow workflow = Workflow.named("all");
        cases().forEach((name, c) -> {
            workflow.aggregate(A, TupleGroup.of(name, Codecs.LONG, Codecs.LONG), c.aggregator());
            workflow.mapAggregate(
                    A,
                    TupleGroup.of(name + "-10", Codecs.LONG, Codecs.LONG),
                    (key, value, out) -> out.emit(key / 10, value),
                    c.aggregator());
        });
        client.run(workflow);
        cases().forEach((name, c) -> {
            assertThat(read(TupleGroup.of(name, Codecs.LONG, Codecs.LONG)))
                    .as("%s, seed %d", name, seed)
                    .isEqualTo(expected(a, c));
            assertThat(read(TupleGroup.of(name + "-10", Codecs.LONG, Codecs.LONG)))
                    .as("%s by tens, seed %d", name, seed)
                    .isEqualTo(expected(byTens, c));
        });
    }

    @Test
    void largestAndSmallestBytesComeByWayOfAccumulatorsToo() {
        TupleGroup<Long, Bytes> largest = TupleGroup.of("largest", Codecs.LONG, Codecs.BYTES);
        TupleGroup<Long, Bytes> smallest = TupleGroup.of("smallest", Codecs.LONG, Codecs.BYTES);
        Workflow workflow = Workflow.named("bytes");
        workflow.mapAggregate(B, largest, (key, value, out) -> out.emit(key % 7, Bytes.of(value)), Aggregators.max());
        workflow.mapAggregate(B, smallest, (key, value, out) -> out.emit(key % 7, Bytes.of(value)), Aggregators.min());
        client.run(workflow);
        TreeMap<Long, TreeSet<String>> bySevens = new TreeMap<>();
        b.forEach((key, values) ->
                bySevens.computeIfAbsent(key % 7, k -> new TreeSet<>()).addAll(values));
        bySevens.forEach((key, values) -> {
            assertThat(client.get(largest, key)).as("seed %d", seed).containsExactly(Bytes.of(values.last()));
            assertThat(client.get(smallest, key)).as("seed %d", seed).containsExactly(Bytes.of(values.first()));
        });
    }

    private static Map<Long, List<Long>> expected(Map<Long, List<Long>> input, Case c) {
        return input.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, e -> c.expected().apply(e.getValue())));
    }

    /** A surrogate pair sorts before U+FFFF as two chars, and after it in UTF-8. */
    @Test
    void theLargestBytesOfStringsThatAMapEmitsAreThoseByTheirBytes() {
        TupleGroup<Long, String> parts =
                TupleGroup.of("parts", Codecs.LONG, Codecs.STRING).asTemporary();
        TupleGroup<Long, Bytes> largest = TupleGroup.of("largest", Codecs.LONG, Codecs.BYTES);
        Workflow workflow = Workflow.named("bytes");
        workflow.map(A, parts, (key, value, out) -> out.emit(0L, value % 2 == 0 ? "\uFFFF" : "\uD83D\uDE00"));
        workflow.aggregate(TupleGroup.of("parts", Codecs.LONG, Codecs.BYTES).asTemporary(), largest, Aggregators.max());
        client.run(workflow);
        assertThat(client.get(largest, 0L)).hasToString("[\uD83D\uDE00]");
    }

    @Test
    void sumsOfDoublesAreTheSameToTheLastBit() {
        TupleGroup<Long, Double> sums =
                TupleGroup.of("sums", Codecs.LONG, Codecs.DOUBLE).replacing();
        TupleGroup<Long, Double> parts =
                TupleGroup.of("parts", Codecs.LONG, Codecs.DOUBLE).asTemporary();
        List<TreeMap<Long, List<Double>>> runs = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Workflow workflow = Workflow.named("sum");
            workflow.map(A, parts, (key, value, out) -> out.emit(key % 7, 1.0 / (value + 0.1 * key + 1)));
            workflow.aggregate(parts, sums, Aggregators.sumDouble());
            client.run(workflow);
            runs.add(read(sums));
        }
        assertThat(runs.get(1)).isEqualTo(runs.get(0));
        assertThat(runs.get(2)).isEqualTo(runs.get(0)).hasSize(7);
    }

    @Test
    void aMapBeforeAnAggregateGetsItsCombiner() {
        TupleGroup<Long, Long> parts =
                TupleGroup.of("parts", Codecs.LONG, Codecs.LONG).asTemporary();
        Workflow workflow = Workflow.named("sum");
        workflow.map(A, parts, (key, value, out) -> out.emit(0L, value));
        workflow.aggregate(parts, LONGS, Aggregators.sumLong());
        WorkflowReport status = client.run(workflow);
        assertThat(client.get(LONGS, 0L))
                .containsExactly(a.values().stream()
                        .flatMap(List::stream)
                        .mapToLong(x -> x)
                        .sum());
        assertThat(status.jobs().get(0).progress().tuplesOut()).isEqualTo(3000);
        assertThat(status.jobs().get(1).progress().tuplesIn())
                .isLessThanOrEqualTo(client.cluster().subgroupCount());
    }

    /**
     * Of a Map's temporary output. Values are longs from 0 to 49, so means of few of them are exact and sketches of so
     * few as well.
     */
    @Test
    void aMapBeforeAnyBuiltInAggregateFoldsWhatItEmits() {
        cases().forEach((name, c) -> checkFolded(name, Codecs.LONG, c.aggregator(), c.expected()));
        checkFolded(
                "mean",
                Codecs.DOUBLE,
                Aggregators.<Long>mean(),
                v -> List.of(v.stream().mapToDouble(x -> x).sum() / v.size()));
        checkFolded(
                "hll",
                Codecs.LONG,
                Sketches.<Long>distinctCount(),
                v -> List.of(v.stream().distinct().count()));
        checkFolded(
                "quantiles",
                Codecs.DOUBLE,
                Sketches.<Long>quantiles(0, 1),
                v -> List.of(
                        v.stream().mapToDouble(x -> x).min().orElseThrow(),
                        v.stream().mapToDouble(x -> x).max().orElseThrow()));
    }

    private <R> void checkFolded(
            String name, Codec<R> codec, Aggregator<Long, ?, R> aggregator, Function<List<Long>, List<R>> expected) {
        TupleGroup<Long, Long> parts =
                TupleGroup.of(name + "-parts", Codecs.LONG, Codecs.LONG).asTemporary();
        TupleGroup<Long, R> results = TupleGroup.of(name, Codecs.LONG, codec);
        Workflow workflow = Workflow.named(name);
        workflow.map(A, parts, (key, value, out) -> (value % 2 == 0 ? out : out.to(parts)).emit(key % 10, value));
        workflow.aggregate(parts, results, aggregator);
        WorkflowReport status = client.run(workflow);
        TreeMap<Long, List<Long>> byLastDigit = new TreeMap<>();
        a.forEach((key, values) ->
                byLastDigit.computeIfAbsent(key % 10, k -> new ArrayList<>()).addAll(values));
        assertThat(read(results))
                .as("%s, seed %d", name, seed)
                .isEqualTo(byLastDigit.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, e -> expected.apply(e.getValue()))));
        assertThat(status.jobs().get(1).progress().tuplesIn())
                .as("stored for %s", name)
                .isLessThan(2900);
    }

    @Test
    void failsAfterTooManySkippedFailures() {
        Workflow workflow = Workflow.named("skip");
        workflow.reduce(A, OUT, (key, values, out) -> {
                    throw new IllegalStateException("not " + key);
                })
                .onError(OnError.skip(2));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("IllegalStateException: not ")
                .hasMessageContaining("2 failures of this task were skipped");
    }

    @Test
    void deadLettersOfAReduceAndOfACoGroupHaveTheKey() {
        TupleGroup<Bytes, DeadLetter> failed = DeadLetter.group("failed");
        TupleGroup<Bytes, DeadLetter> more = DeadLetter.group("failed-too");
        Workflow workflow = Workflow.named("letters");
        workflow.reduce(A, LONGS, (key, values, out) -> {
                    values.iterator().next();
                    out.emit(key, key % 5 == 0 ? 1 / (key % 5) : key);
                })
                .deadLetters(failed)
                .named("divide");
        workflow.join(A, B, OUT, JoinKind.FULL, (key, left, right, out) -> {
                    throw new Exception("never");
                })
                .deadLetters(more);
        client.run(workflow);
        assertThat(read(LONGS).keySet())
                .isEqualTo(a.keySet().stream().filter(k -> k % 5 != 0).collect(Collectors.toSet()));
        List<Map.Entry<Bytes, DeadLetter>> letters = client.scan(failed).toList();
        assertThat(letters)
                .hasSize((int) a.keySet().stream().filter(k -> k % 5 == 0).count());
        assertThat(letters).allSatisfy(letter -> {
            assertThat(letter.getValue().job()).isEqualTo("divide");
            assertThat(letter.getValue().error())
                    .contains("ArithmeticException")
                    .contains("job 'divide'");
            assertThat(letter.getValue().value()).isEmpty();
        });
        assertThat(client.count("out")).isZero();
        assertThat(client.count("failed-too")).isEqualTo(joined(JoinKind.FULL).size());
    }
}
