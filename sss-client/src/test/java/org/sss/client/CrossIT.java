package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Compression;
import org.sss.api.Crosser;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.OnError;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** All pairs of two groups on three nodes, against loops over collections. */
class CrossIT {
    private static final TupleGroup<Long, Long> LARGE = TupleGroup.of("large", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<String, Long> SMALL = TupleGroup.of("small", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<Long, String> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.STRING);
    private static final int TUPLES = 2000;
    private static final int SMALL_TUPLES = 60;

    private final long seed = System.nanoTime();
    private final TreeMap<Long, List<Long>> large = new TreeMap<>();
    private final TreeMap<String, List<Long>> small = new TreeMap<>();
    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(3);
        Random random = new Random(seed);
        for (int i = 0; i < TUPLES; i++) {
            large.computeIfAbsent((long) random.nextInt(500), key -> new ArrayList<>())
                    .add((long) random.nextInt(50));
        }
        for (int i = 0; i < SMALL_TUPLES; i++) {
            small.computeIfAbsent("s" + random.nextInt(40), key -> new ArrayList<>())
                    .add((long) random.nextInt(50));
        }
        write(LARGE, large);
        write(SMALL, small);
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

    private TreeMap<Long, List<String>> pairs() {
        TreeMap<Long, List<String>> all = new TreeMap<>();
        large.forEach((key, values) -> values.forEach(value -> small.forEach((smallKey, smallValues) ->
                smallValues.forEach(smallValue -> all.computeIfAbsent(key, k -> new ArrayList<>())
                        .add(value + "/" + smallKey + "/" + smallValue)))));
        return all;
    }

    private static Crosser<Long, Long, String, Long, Long, String> pair() {
        return (key, value, smallKey, smallValue, out) -> out.emit(key, value + "/" + smallKey + "/" + smallValue);
    }

    @Test
    void eachTupleMeetsEachOfTheSmallGroupInTheOrderInWhichThatIsStored() {
        TupleGroup<String, Long> sorted =
                TupleGroup.of("sorted", Codecs.STRING, Codecs.LONG).asTemporary();
        Workflow workflow = Workflow.named("cross");
        workflow.sort(SMALL, sorted);
        workflow.cross(LARGE, sorted, OUT, pair());
        WorkflowReport status = client.run(workflow);
        assertThat(read(OUT)).as("seed %d", seed).isEqualTo(pairs());
        assertThat(status.jobs().get(1).progress().tuplesIn()).isEqualTo(TUPLES);
        assertThat(status.jobs().get(1).progress().tuplesOut()).isEqualTo(TUPLES * SMALL_TUPLES);
    }

    @Test
    void theOrderOfThePairsIsTheSameEachTime() {
        TupleGroup<Long, String> again = TupleGroup.of("again", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("cross");
        workflow.cross(LARGE, SMALL, OUT, pair());
        workflow.cross(LARGE, SMALL, again, pair());
        client.run(workflow);
        assertThat(read(again)).as("seed %d", seed).isEqualTo(read(OUT));
        assertThat(sorted(read(OUT))).as("seed %d", seed).isEqualTo(sorted(pairs()));
    }

    private static TreeMap<Long, List<String>> sorted(TreeMap<Long, List<String>> pairs) {
        pairs.values().forEach(values -> values.sort(null));
        return pairs;
    }

    @Test
    void aGroupIsCrossedWithItselfAndWhatItEmitsIsCombined() {
        Workflow workflow = Workflow.named("self");
        TupleGroup<Long, Long> sums = TupleGroup.of("sums", Codecs.LONG, Codecs.LONG);
        workflow.cross(
                        LARGE,
                        LARGE,
                        sums,
                        (Long key, Long value, Long otherKey, Long otherValue, Emitter<Long, Long> out) ->
                                out.emit(0L, value * otherValue))
                .combine(Combiner.sumLong());
        client.run(workflow);
        long sum =
                large.values().stream().flatMap(List::stream).mapToLong(x -> x).sum();
        assertThat(read(sums).get(0L).stream().mapToLong(x -> x).sum())
                .as("seed %d", seed)
                .isEqualTo(sum * sum);
    }

    @Test
    void nothingMeetsAnEmptyGroup() {
        TupleGroup<String, Long> none = TupleGroup.of("none", Codecs.STRING, Codecs.LONG);
        write(none, Map.of());
        Workflow workflow = Workflow.named("none");
        workflow.cross(LARGE, none, OUT, pair());
        client.run(workflow);
        assertThat(client.count("out")).isZero();
    }

    @Test
    void reportsAndSkipsAFailedPairByTheKeyOfTheLargeGroup() {
        TupleGroup<Long, Long> few = TupleGroup.of("few", Codecs.LONG, Codecs.LONG);
        write(few, Map.of(7L, List.of(1L), 8L, List.of(0L)));
        Crosser<Long, Long, String, Long, Long, String> divide =
                (key, value, smallKey, smallValue, out) -> out.emit(key, String.valueOf((smallValue + 1) / value));
        Workflow failing = Workflow.named("fails");
        failing.cross(few, SMALL, OUT, divide);
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(failing));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("job 'cross-1'")
                .hasMessageContaining("key <8>")
                .hasMessageContaining("ArithmeticException")
                .hasMessageContaining("CrossIT.java:")
                .hasMessageNotContaining("SideWalk");
        Workflow going = Workflow.named("goes-on");
        going.cross(few, SMALL, OUT, divide).onError(OnError.skip(1));
        assertThat(client.run(going).jobs().get(0).progress().counters()).isEqualTo(Map.of("errors.skipped", 1L));
        assertThat(read(OUT)).containsOnlyKeys(7L);
    }

    @Test
    void rejectsATooLargeSmallGroupWithItsSize() {
        TupleGroup<Long, Bytes> huge =
                TupleGroup.of("huge", Codecs.LONG, Codecs.BYTES).compressed(Compression.LZ4);
        long mib = Runtime.getRuntime().maxMemory() / 4 / (1 << 20) + 10;
        Bytes value = Bytes.of(new byte[1 << 20]);
        try (GroupWriter<Long, Bytes> writer = client.write(huge)) {
            for (long i = 0; i < mib; i++) {
                writer.append(i, value);
            }
            writer.commit();
        }
        Workflow workflow = Workflow.named("huge");
        workflow.cross(
                LARGE,
                huge,
                OUT,
                (Long key, Long number, Long other, Bytes bytes, Emitter<Long, String> out) -> out.emit(key, ""));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e)
                .hasMessageContaining("job 'cross-1'")
                .hasMessageContaining("setup: side group 'huge' in memory" + " would take about " + (mib + 1) + " MiB")
                .hasMessageContaining("Filter it by a Map before")
                .hasMessageContaining("-Xmx");
        assertThat(client.groups()).noneMatch(group -> group.name().equals("out"));
    }
}
