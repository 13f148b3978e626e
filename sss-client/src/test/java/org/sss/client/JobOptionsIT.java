package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.Output;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;

/** What a job can be given besides one input, one function and one output. */
class JobOptionsIT {
    private static final TupleGroup<String, Long> A = TupleGroup.of("a", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<Long, String> B = TupleGroup.of("b", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<Long, String> MORE = TupleGroup.of("more", Codecs.LONG, Codecs.STRING);

    private static final int SORTED = 4_000;

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        write(A, Map.of("x", 1L, "y", 2L, "z", 3L));
        write(B, Map.of(10L, "x", 20L, "w"));
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, V> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }

    private <K, V> Map<K, V> read(TupleGroup<K, V> group) {
        Map<K, V> all = new TreeMap<>();
        client.scan(group).toList().forEach(tuple -> all.put(tuple.getKey(), tuple.getValue()));
        return all;
    }

    @Test
    void aMapReadsSeveralInputsOfSeveralTypes() {
        Workflow workflow = Workflow.named("union");
        workflow.map(A, OUT.asTemporary(), (String k, Long v, Emitter<String, Long> out) -> out.emit(k, v))
                .from(B, (number, name, out) -> out.emit(name, number))
                .combine(Combiner.sumLong());
        workflow.reduce(OUT.asTemporary(), TupleGroup.of("sums", Codecs.STRING, Codecs.LONG), sum());
        WorkflowReport status = client.run(workflow);
        assertThat(read(TupleGroup.of("sums", Codecs.STRING, Codecs.LONG)))
                .isEqualTo(Map.of("x", 11L, "y", 2L, "z", 3L, "w", 20L));
        assertThat(status.jobs().get(0).inputs()).containsExactly("a", "b");
        assertThat(status.jobs().get(0).progress().tuplesIn()).isEqualTo(5);
    }

    private static Reducer<String, Long, String, Long> sum() {
        return (key, values, out) -> {
            long sum = 0;
            for (long value : values) {
                sum += value;
            }
            out.emit(key, sum);
        };
    }

    @Test
    void aMapWritesSeveralOutputsOfSeveralTypes() {
        Workflow workflow = Workflow.named("split");
        workflow.map(A, OUT, (String k, Long v, Emitter<String, Long> out) -> {
                    out.emit(k, v * v);
                    out.to(MORE).emit(-v, k);
                })
                .alsoTo(MORE);
        client.run(workflow);
        assertThat(read(OUT)).isEqualTo(Map.of("x", 1L, "y", 4L, "z", 9L));
        assertThat(read(MORE)).isEqualTo(Map.of(-1L, "x", -2L, "y", -3L, "z"));
    }

    @Test
    void furtherOutputsHaveAPartitionerAndACombinerOfTheirOwn() {
        int subgroups = client.cluster().subgroupCount();
        TupleGroup<String, Long> sums = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> ranges = TupleGroup.of("ranges", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("rules");
        workflow.map(A, OUT, (String k, Long v, Emitter<String, Long> out) -> {
                    out.emit(k, v);
                    for (int i = 0; i < 100; i++) {
                        out.to(sums).emit("sum", v);
                        out.to(ranges).emit(k + i, v);
                    }
                })
                .alsoTo(Output.of(sums.asTemporary())
                        .combine(Combiner.sumLong())
                        .partitionBy((key, value, n) -> n - 1))
                .alsoTo(Output.of(ranges).partitionBy(Partitioners.range(A)));
        workflow.reduce(sums.asTemporary(), TupleGroup.of("sum", Codecs.STRING, Codecs.LONG), sum());
        WorkflowReport status = client.run(workflow);

        assertThat(read(TupleGroup.of("sum", Codecs.STRING, Codecs.LONG))).isEqualTo(Map.of("sum", 600L));
        assertThat(status.jobs().get(0).progress().tuplesCombined()).isGreaterThan(200);
        assertThat(client.group("out").hashed()).isTrue();
        assertThat(client.group("ranges").hashed()).isFalse();
        assertThat(client.get(ranges, "y7")).containsExactly(2L);
        List<String> all = new ArrayList<>();
        for (int s = 0; s < subgroups; s++) {
            all.addAll(subgroup("ranges", s, subgroups));
        }
        assertThat(all).isSorted().hasSize(300);
    }

    @Test
    void aFurtherReducerMayHaveACombiner() {
        TupleGroup<Long, Long> values = TupleGroup.of("values", Codecs.LONG, Codecs.LONG);
        Workflow workflow = Workflow.named("rules");
        workflow.reduce(A, OUT, sum()).and(Output.of(values).combine(Combiner.maxLong()), (key, numbers, out) -> {
            for (long i = 0; i < 50; i++) {
                out.emit(7L, i);
            }
        });
        client.run(workflow);
        assertThat(client.get(values, 7L)).isNotEmpty().containsOnly(49L);
    }

    @Test
    void checksPartitionersOfFurtherOutputs() {
        TupleGroup<byte[], Long> arrays = TupleGroup.of("arrays", Codecs.BYTE_ARRAY, Codecs.LONG);
        Workflow workflow = Workflow.named("rules");
        workflow.map(A, OUT, (String k, Long v, Emitter<String, Long> out) -> {
                    for (int i = 0; i < 50; i++) {
                        out.to(arrays).emit(new byte[1], v);
                    }
                })
                .alsoTo(Output.of(arrays)
                        .partitionBy((key, value, n) -> Math.floorMod(System.identityHashCode(key), n)));
        assertThatThrownBy(() -> client.run(workflow)).hasMessageContaining("for an equal one");
        Workflow outside = Workflow.named("outside");
        outside.map(
                        A,
                        OUT,
                        (String k, Long v, Emitter<String, Long> out) ->
                                out.to(MORE).emit(v, k))
                .alsoTo(Output.of(MORE).partitionBy((key, value, n) -> n));
        assertThatThrownBy(() -> client.run(outside)).hasMessageContaining("must be in 0..");
    }

    @Test
    void theResultIsTheSameWithEachGrouping() {
        List<Map.Entry<Long, Long>> first = grouped("default", job -> {}, Map.of());
        assertThat(first).hasSize(10 * SORTED);
        for (Grouping grouping : Grouping.values()) {
            assertThat(grouped("job-" + grouping, job -> job.grouping(grouping), Map.of()))
                    .isEqualTo(first);
            assertThat(grouped("run-" + grouping, job -> {}, Map.of(Grouping.PARAMETER, grouping.settingName())))
                    .isEqualTo(first);
        }
    }

    /** Emits five keys often, and many keys once. */
    private List<Map.Entry<Long, Long>> grouped(
            String name, Consumer<MapJob<Long, Long>> options, Map<String, String> parameters) {
        TupleGroup<Long, Long> numbers =
                TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG).replacing();
        write(numbers, LongStream.range(0, SORTED).boxed().collect(Collectors.toMap(i -> i, i -> i)));
        TupleGroup<Long, Long> out = TupleGroup.of(name, Codecs.LONG, Codecs.LONG);
        Workflow workflow = Workflow.named(name);
        parameters.forEach(workflow::set);
        options.accept(workflow.map(numbers, out, (k, v, to) -> {
            for (long i = 0; i < 5; i++) {
                to.emit(i, v);
                to.emit(1000 + k * 7 + i, i);
            }
        }));
        client.run(workflow);
        return client.scan(out).toList();
    }

    @Test
    void rejectsAnUnknownGrouping() {
        Workflow workflow = Workflow.named("group");
        workflow.map(A, OUT, (k, v, to) -> to.emit(k, v)).set(Grouping.PARAMETER, "array");
        assertThatThrownBy(() -> client.run(workflow))
                .hasMessageContaining("task.grouping = 'array' is unknown; it is one of auto, hash, sort");
    }

    @Test
    void rejectsAnUndeclaredOutput() {
        Workflow workflow = Workflow.named("split");
        workflow.map(
                A,
                OUT,
                (String k, Long v, Emitter<String, Long> out) -> out.to(MORE).emit(v, k));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("group 'more' is not an output of the job")
                .hasMessageContaining("alsoTo");
        assertThat(client.groups()).extracting(g -> g.name()).containsExactly("a", "b");
    }

    @Test
    void rejectsAnOutputWithOtherTypes() {
        Workflow workflow = Workflow.named("split");
        workflow.map(
                        A,
                        OUT,
                        (String k, Long v, Emitter<String, Long> out) -> out.to(
                                        TupleGroup.of("more", Codecs.STRING, Codecs.STRING))
                                .emit(k, k))
                .alsoTo(MORE);
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow))
                        .code())
                .isEqualTo(ErrorCode.TYPE_MISMATCH);
    }

    /** Counts the tuples of a task in a file, and emits the number at the end. */
    private static final class CountInFile implements Mapper<String, Long, String, Long> {
        private static final long serialVersionUID = 1L;
        private transient Path file;
        private String name;

        @Override
        public void setup(TaskContext context) throws IOException {
            file = Files.createFile(context.temporaryDirectory().resolve("seen"));
            name = context.parameter("name") + context.parameter("suffix", "!");
            context.count("tasks", 1);
        }

        @Override
        public void map(String key, Long value, Emitter<String, Long> out) throws IOException {
            Files.writeString(file, Files.readString(file) + key);
        }

        @Override
        public void close(Emitter<String, Long> out) throws IOException {
            out.emit(name, (long) Files.readString(file).length());
        }
    }

    @Test
    void eachTaskHasHooksParametersAndATemporaryDirectory() {
        Workflow workflow = Workflow.named("hooks").set("name", "not this").set("suffix", "?");
        workflow.map(A, OUT.asTemporary(), new CountInFile()).set("name", "keys");
        workflow.reduce(OUT.asTemporary(), TupleGroup.of("sums", Codecs.STRING, Codecs.LONG), sum());
        WorkflowReport status = client.run(workflow);
        assertThat(read(TupleGroup.of("sums", Codecs.STRING, Codecs.LONG))).isEqualTo(Map.of("keys?", 3L));
        assertThat(status.jobs().get(0).progress().counters())
                .isEqualTo(Map.of("tasks", (long) client.cluster().subgroupCount()));
    }

    @Test
    void reportsAMissingParameter() {
        Workflow workflow = Workflow.named("hooks");
        workflow.map(A, OUT, new CountInFile());
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("setup")
                .hasMessageContaining("parameter 'name' is not set");
    }

    /** The characters of some words, one split each. */
    private record Letters(ArrayList<String> words) implements TupleSource<Integer, String>, Serializable {
        @Override
        public String name() {
            return "letters";
        }

        @Override
        public List<Split> splits() {
            return words.stream()
                    .map(word -> new Split("word " + word, word.getBytes(StandardCharsets.UTF_8)))
                    .toList();
        }

        @Override
        public void read(Split split, TupleSink<Integer, String> to) throws IOException {
            String word = new String(split.data(), StandardCharsets.UTF_8);
            for (int i = 0; i < word.length(); i++) {
                if (word.charAt(i) == '?') {
                    throw new IOException("no such letter");
                }
                to.accept(i, word.substring(i, i + 1));
            }
        }
    }

    private static Letters letters(String... words) {
        return new Letters(new ArrayList<>(List.of(words)));
    }

    @Test
    void aMapReadsASourceBesideGroups() {
        Workflow workflow = Workflow.named("source");
        workflow.map(letters("to", "be", "or", "not"), OUT.asTemporary(), (i, letter, out) -> out.emit(letter, 1L))
                .from(A, (key, value, out) -> out.emit("from a", value));
        workflow.reduce(OUT.asTemporary(), TupleGroup.of("sums", Codecs.STRING, Codecs.LONG), sum());
        WorkflowReport status = client.run(workflow);
        assertThat(read(TupleGroup.of("sums", Codecs.STRING, Codecs.LONG)))
                .isEqualTo(Map.of("t", 2L, "o", 3L, "b", 1L, "e", 1L, "r", 1L, "n", 1L, "from a", 6L));
        assertThat(status.jobs().get(0).tasks()).isEqualTo(client.cluster().subgroupCount() + 4);
    }

    @Test
    void reportsAnUnreadableSplit() {
        Workflow workflow = Workflow.named("source");
        workflow.map(letters("to", "b?"), OUT, (i, letter, out) -> out.emit(letter, 1L));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("word b?")
                .hasMessageContaining("reading letters")
                .hasMessageContaining("no such letter");
    }

    @Test
    void reportsTheKeyOfAnErrorInTheMapperOfASource() {
        Workflow workflow = Workflow.named("source");
        workflow.map(letters("to", "be"), OUT, (i, letter, out) -> out.emit(letter, 1L / (letter.equals("e") ? 0 : 1)));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("word be")
                .hasMessageContaining("key <1>")
                .hasMessageContaining("/ by zero");
    }

    @Test
    void roundRobinFillsAllSubgroupsAlike() {
        int subgroups = client.cluster().subgroupCount();
        Workflow workflow = Workflow.named("spread");
        workflow.map(A, OUT, (String key, Long value, Emitter<String, Long> out) -> {
                    for (int i = 0; i < 4 * subgroups; i++) {
                        out.emit("same", value);
                    }
                })
                .partitionBy(Partitioners.roundRobin());
        client.run(workflow);
        assertThat(tuples("out", subgroups)).containsOnly(12L);
    }

    private List<String> subgroup(String group, int subgroup, int subgroups) {
        List<String> keys = new ArrayList<>();
        try (RawTuples tuples = client.raw(group, subgroup, subgroups)) {
            while (tuples.next()) {
                keys.add(new String(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength(), StandardCharsets.UTF_8));
            }
        }
        return keys;
    }

    @Test
    void sortingPutsTheSubgroupsInOrder() {
        TupleGroup<String, Long> in = TupleGroup.of("in", Codecs.STRING, Codecs.LONG);
        Map<String, Long> random = new TreeMap<>();
        Random seeded = new Random(11);
        for (long i = 0; i < SORTED; i++) {
            random.put(Long.toString(seeded.nextLong(), 36), i);
        }
        write(in, random);
        Workflow workflow = Workflow.named("sort");
        workflow.sort(in, OUT);
        client.run(workflow);

        assertThat(read(OUT)).isEqualTo(random);
        int subgroups = client.cluster().subgroupCount();
        List<String> all = new ArrayList<>();
        for (int s = 0; s < subgroups; s++) {
            List<String> part = subgroup("out", s, subgroups);
            assertThat(part.size())
                    .as("share of subgroup %s", s)
                    .isBetween(SORTED / subgroups * 9 / 10, SORTED / subgroups * 11 / 10);
            all.addAll(part);
        }
        assertThat(all).containsExactlyElementsOf(random.keySet());
        assertThat(client.get(OUT, all.get(77))).containsExactly(random.get(all.get(77)));
    }

    @Test
    void rejectsRangesOfKeysOfAnotherType() {
        Workflow workflow = Workflow.named("sort");
        assertThat(catchThrowableOfType(
                        SssException.class,
                        () -> workflow.map(B, OUT, (Long k, String v, Emitter<String, Long> out) -> out.emit(v, k))
                                .partitionBy(Partitioners.range(wrong()))))
                .hasMessageContaining("which are of type 'long'");
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static TupleGroup<String, ?> wrong() {
        return (TupleGroup) B;
    }

    private long[] tuples(String group, int subgroups) {
        long[] tuples = new long[subgroups];
        client.stat(group)
                .subgroups()
                .forEach(placed ->
                        tuples[placed.stat().subgroup()] += placed.stat().tuples());
        return tuples;
    }

    @Test
    void localAndShiftedPlaceBesideWhereTheyRead() {
        int subgroups = client.cluster().subgroupCount();
        for (Map.Entry<String, Partitioner<String, Long>> by : Map.<String, Partitioner<String, Long>>of(
                        "here", Partitioners.local(), "there", Partitioners.shifted(1))
                .entrySet()) {
            Workflow workflow = Workflow.named("place");
            workflow.map(
                            A,
                            TupleGroup.of(by.getKey(), Codecs.STRING, Codecs.LONG),
                            (String k, Long v, Emitter<String, Long> out) -> out.emit("same", v))
                    .partitionBy(by.getValue());
            client.run(workflow);
        }
        long[] before = tuples("a", subgroups);
        long[] here = tuples("here", subgroups);
        long[] there = tuples("there", subgroups);
        for (int s = 0; s < subgroups; s++) {
            assertThat(here[s]).isEqualTo(before[s]);
            assertThat(there[(s + 1) % subgroups]).isEqualTo(before[s]);
        }
    }
}
