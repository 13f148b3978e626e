package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkflowTest {
    private static final TupleGroup<String, Long> A = TupleGroup.of("a", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> B = TupleGroup.of("b", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> C = TupleGroup.of("c", Codecs.STRING, Codecs.LONG);

    private Workflow workflow;

    @BeforeEach
    void nameAWorkflow() {
        workflow = Workflow.named("test");
    }

    private MapJob<String, Long> map(TupleGroup<String, Long> in, TupleGroup<String, Long> out) {
        return workflow.map(in, out, (key, value, emitter) -> emitter.emit(key, value));
    }

    private ReduceJob<String, Long, String, Long> reduce(TupleGroup<String, Long> in, TupleGroup<String, Long> out) {
        return workflow.reduce(in, out, (key, values, emitter) -> values.forEach(value -> emitter.emit(key, value)));
    }

    private void assertRefused(String... messageParts) {
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, workflow::check, messageParts);
    }

    @Test
    void namesJobsByKindAndNumberInOrder() {
        map(A, B);
        reduce(B, C);

        assertThat(workflow.jobs()).extracting(Job::name).containsExactly("map-1", "reduce-2");
        assertThat(workflow.jobs().get(1).inputs()).containsExactly(B);
        assertThat(workflow.jobs().get(1).outputs()).containsExactly(C);
        assertThatCode(workflow::check).doesNotThrowAnyException();
    }

    @Test
    void jobRetainsItsOptions() {
        Partitioner<String, Long> first = (key, value, count) -> 0;
        MapJob<String, Long> map =
                map(A, B).named("tokenize").combine(Combiner.sumLong()).partitionBy(first);
        ReduceJob<String, Long, String, Long> reduce = reduce(B, C);

        assertThat(map.name()).isEqualTo("tokenize");
        assertThat(map.combiner()).isEqualTo(Combiner.sumLong());
        assertThat(map.partitioner()).isSameAs(first);
        assertThat(reduce.partitioner()).isNull();
        assertThat(reduce.named("sum").partitionBy(first).partitioner()).isSameAs(first);
        assertThat(workflow.addJar(Path.of("x.jar")).jars()).containsExactly(Path.of("x.jar"));
    }

    @Test
    void rejectsWorkflowWithoutJobs() {
        assertRefused("workflow 'test' has no job");
    }

    @Test
    void rejectsTwoJobsWithOneName() {
        map(A, B).named("same");
        map(A, C).named("same");

        assertRefused("two jobs named 'same'");
    }

    @Test
    void rejectsTwoWritersOfOneGroup() {
        map(A, C);
        map(B, C.replacing());

        assertRefused("writes group 'c' twice");
    }

    @Test
    void rejectsJobThatReadsItsOutput() {
        map(A, A.replacing());

        assertRefused("'map-1', which reads and writes group 'a'");
    }

    @Test
    void writingGroupReadByEarlierJobRequiresReplacing() {
        map(A, B);
        reduce(B, A);
        assertRefused("'reduce-2'", "group 'a' after an earlier job reads it", "replacing()");

        workflow = Workflow.named("iteration");
        map(A, B);
        reduce(B, A.replacing());
        assertThatCode(workflow::check).doesNotThrowAnyException();
    }

    @Test
    void rejectsReadingOtherTypesThanWritten() {
        map(A, B);
        workflow.reduce(
                TupleGroup.of("b", Codecs.STRING, Codecs.INT), C, (key, values, emitter) -> emitter.count("n", 1));

        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                workflow::check,
                "job 'reduce-2'",
                "group 'b'",
                "string -> int",
                "string -> long");
    }

    @Test
    void rejectsNamesUnsuitableForFiles() {
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> Workflow.named("a/b"), "'a/b' cannot name a workflow");
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> map(A, B).named("a\tb"), "cannot name a job");
        Probe.assertFails(ErrorCode.INVALID_ARGUMENT, () -> reduce(A, B).named(""), "'' cannot name a job");
    }

    @Test
    void serializesJobsWithFunctionsAndGroups() throws Exception {
        MapJob<String, Long> job = Probe.serialized(map(A, B.asTemporary()).combine(Combiner.maxLong()));

        assertThat(job.inputs()).containsExactly(A);
        assertThat(job.output()).isEqualTo(B.asTemporary());
        assertThat(job.combiner().combine("k", 3L, 5L)).isEqualTo(5);
        assertThat(job.name()).isEqualTo("map-1");
    }

    @Test
    void crossIsMapOfLargeGroupWithSmallGroupInMemory() throws Exception {
        map(A, B.asTemporary());
        MapJob<String, Long> cross = workflow.cross(
                        C,
                        B,
                        TupleGroup.of("d", Codecs.STRING, Codecs.LONG),
                        (String key, Long value, String smallKey, Long smallValue, Emitter<String, Long> out) ->
                                out.emit(key, smallValue))
                .with(A);

        assertThatCode(workflow::check).doesNotThrowAnyException();
        assertThat(Probe.serialized(cross).inputs()).containsExactly(C);
        assertThat(Probe.serialized(cross).sideGroups()).containsExactly(B, A);
        assertThat(workflow.explain()).isEqualTo("""
                workflow test
                  map map-1 (stage 1)
                      reads   a (string -> long)
                      writes  b (string -> long), temporary
                  cross cross-2 (stage 2)
                      reads   c (string -> long)
                      with    b (string -> long), from map-1, whole on each node
                      with    a (string -> long)
                      writes  d (string -> long)
                """);
    }

    /** A user's partitioner with a name. */
    private static final class ByLength implements Partitioner<String, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public int subgroup(String key, Long value, int subgroupCount) {
            return key.length() % subgroupCount;
        }
    }

    @Test
    void explainsPartitioners() {
        workflow.map(A, B.asTemporary(), (key, value, out) -> out.emit(key, value))
                .partitionBy(Partitioners.range(A));
        workflow.map(B, C, (key, value, out) -> out.emit(key, value)).partitionBy(Partitioners.hash());

        assertThat(workflow.explain()).isEqualTo("""
                workflow test
                  map map-1 (stage 1)
                      reads   a (string -> long)
                      with    a (string -> long)
                      writes  b (string -> long), placed by range(a), temporary
                  map map-2 (stage 2)
                      reads   b (string -> long), from map-1
                      writes  c (string -> long)
                """);
    }

    @Test
    void explainsPartitionersOfFurtherOutputs() {
        workflow.map(A, B, (key, value, out) -> out.emit(key, value))
                .alsoTo(Output.of(C).partitionBy(Partitioners.range(A)));

        assertThat(workflow.explain()).isEqualTo("""
                workflow test
                  map map-1 (stage 1)
                      reads   a (string -> long)
                      with    a (string -> long)
                      writes  b (string -> long)
                      writes  c (string -> long), placed by range(a)
                """);
    }

    @Test
    void takesTheRangesOfOneGroupForAllOutputsOfAJob() {
        TupleGroup<String, Long> other = TupleGroup.of("other", Codecs.STRING, Codecs.LONG);
        MapJob<String, Long> job = workflow.map(A, B, (String key, Long value, Emitter<String, Long> out) -> {})
                .partitionBy(Partitioners.range(A));
        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> job.alsoTo(Output.of(C).partitionBy(Partitioners.range(other))),
                "job 'map-1' places group 'c' by ranges of group 'other', and 'b' by ranges of 'a'",
                "by a job of its own");
        job.alsoTo(Output.of(C).partitionBy(Partitioners.range(A)));
        assertThat(job.sideGroups()).containsExactly(A);
        assertThat(job.outputs()).containsExactly(B, C);
    }

    @Test
    void stagesOfLoopAndLaterJobsFollowAllDependencies() {
        TupleGroup<String, Long> edges = TupleGroup.of("edges", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> hops = TupleGroup.of("hops", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> last = TupleGroup.of("last", Codecs.STRING, Codecs.LONG);
        map(A, B);
        workflow.repeat(3, body -> {
                    body.map(edges, hops, (key, value, out) -> out.emit(key, value));
                    body.map(B, C, (key, value, out) -> out.emit(key, value)).with(hops);
                })
                .carry(C, B);
        workflow.map(hops, last, (key, value, out) -> out.emit(key, value));
        assertThat(workflow.explain()
                        .lines()
                        .filter(line -> line.contains("(stage "))
                        .map(String::strip))
                .containsExactly(
                        "map map-1 (stage 1)", "| map map-2 (stage 2)", "| map map-3 (stage 3)", "map map-4 (stage 4)");
    }

    /** Never read, only explained. */
    private record Elsewhere(String name) implements TupleSource<String, Long> {
        @Override
        public List<Split> splits() {
            throw new AssertionError("nothing is submitted");
        }

        @Override
        public void read(Split split, TupleSink<String, Long> to) {
            throw new AssertionError("nothing is submitted");
        }
    }

    @Test
    void explainsSourceByName() {
        map(A, B).from(new Elsewhere("text files /x"), (key, value, out) -> out.emit(key, value));
        workflow.map(new Elsewhere("a queue"), C, (key, value, out) -> out.emit(key, value));

        assertThat(workflow.explain()).isEqualTo("""
                workflow test
                  map map-1 (stage 1)
                      reads   a (string -> long)
                      reads   text files /x, outside of SSS
                      writes  b (string -> long)
                  map map-2 (stage 1)
                      reads   a queue, outside of SSS
                      writes  c (string -> long)
                """);
    }

    @Test
    void describesPartitionersAsInCode() {
        assertThat(Partitioners.describe(null)).isEqualTo("hash");
        assertThat(Partitioners.describe(Partitioners.hash())).isEqualTo("hash");
        assertThat(Partitioners.describe(Partitioners.roundRobin())).isEqualTo("roundRobin");
        assertThat(Partitioners.describe(Partitioners.local())).isEqualTo("local");
        assertThat(Partitioners.describe(Partitioners.shifted(-2))).isEqualTo("shifted(-2)");
        assertThat(Partitioners.describe(Partitioners.range(A))).isEqualTo("range(a)");
        assertThat(Partitioners.describe(new ByLength())).isEqualTo(ByLength.class.getName());
        Partitioner<String, Long> lambda = (key, value, subgroups) -> 0;
        assertThat(Partitioners.describe(lambda)).isEqualTo("a function in " + WorkflowTest.class.getName());
    }

    @Test
    void builtInCombinersCombineLongs() {
        assertThat(Combiner.sumLong().combine("k", 3L, 5L)).isEqualTo(8);
        assertThat(Combiner.sumLongWrapping().combine("k", Long.MAX_VALUE, 1L)).isEqualTo(Long.MIN_VALUE);
        assertThatThrownBy(() -> Combiner.sumLong().combine("k", Long.MAX_VALUE, 1L))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("9223372036854775807 + 1 is outside the range of a long");
        assertThat(Combiner.minLong().combine("k", 3L, -5L)).isEqualTo(-5);
        assertThat(Combiner.maxLong().combine("k", 3L, -5L)).isEqualTo(3);
    }

    @Test
    void bytesCanReadAnyEncoding() {
        TupleGroup<Bytes, Bytes> raw = TupleGroup.of("words", Codecs.BYTES, Codecs.BYTES);
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("raw");
        workflow.map(
                TupleGroup.of("lines", Codecs.LONG, Codecs.STRING), words, (key, value, out) -> out.emit(value, key));
        workflow.reduce(raw, TupleGroup.of("out", Codecs.BYTES, Codecs.BYTES), (key, values, out) -> {});
        assertThatCode(workflow::check).doesNotThrowAnyException();
    }

    private record Point(long x) {}

    private record Time(long x) {}

    private <A, B> void joinWithItself(Codec<A> left, Codec<B> right) {
        workflow.join(
                TupleGroup.of("a", Codecs.STRING, left),
                TupleGroup.of("a", Codecs.STRING, right),
                C,
                JoinKind.INNER,
                (key, one, other, out) -> out.emit(key, 1L));
    }

    @Test
    void rejectsSelfJoinWithTwoValueCodecs() {
        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                () -> joinWithItself(Codecs.LONG, Codecs.BYTES),
                "job 'cogroup-1'",
                "group 'a' with itself",
                "type 'long' (org.sss.api.LongCodec)",
                "type 'bytes' (org.sss.api.BytesCodec)",
                "the same codec on both sides");
        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                () -> joinWithItself(Codecs.BYTES, Codecs.BYTE_ARRAY),
                "BytesCodec",
                "ByteArrayCodec");
        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                () -> joinWithItself(Codecs.record(Point.class), Codecs.record(Time.class)),
                "record(x:long)");
        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                () -> joinWithItself(Codecs.encoded("long"), Codecs.encoded("int")),
                "'long'",
                "'int'");
        joinWithItself(Codecs.record(Point.class), Codecs.record(Point.class));
        joinWithItself(Codecs.encoded("long"), Codecs.encoded("long"));
        joinWithItself(new Named("mine"), new Named("mine"));
        assertThat(workflow.jobs()).hasSize(3);
    }

    @Test
    void rejectsJoinOfDifferentKeyTypes() {
        TupleGroup<String, Long> named = TupleGroup.of("b", new Named("mine"), Codecs.LONG);
        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                () -> workflow.join(A, named, C, JoinKind.FULL, (key, one, other, out) -> {}),
                "job 'cogroup-1'",
                "group 'a' with keys of type 'string'",
                "group 'b' with keys of type 'mine'",
                "Codecs.encoded");
        TupleGroup<String, Long> itself = TupleGroup.of("a", new Named("mine"), Codecs.LONG);
        Probe.assertFails(
                ErrorCode.TYPE_MISMATCH,
                () -> workflow.join(A, itself, C, JoinKind.FULL, (key, one, other, out) -> {}),
                "'mine'");
        workflow.coGroup(List.of(A.encoded(), named.encoded()), C, (key, values, out) -> {});
        assertThat(workflow.jobs()).hasSize(1);
    }

    @Test
    void aLoopWhoseBodyThrewLeavesNothing() {
        Workflow workflow = Workflow.named("loops");
        assertThatThrownBy(() -> workflow.repeat(3, body -> {
                    body.map(A, B, (key, value, out) -> out.emit(key, value));
                    throw new IllegalStateException("of the body");
                }))
                .hasMessage("of the body");
        assertThatThrownBy(() -> workflow.repeat(0, body -> body.map(A, B, (key, value, out) -> out.emit(key, value))))
                .hasMessageContaining("0 iterations");
        assertThat(workflow.jobs()).isEmpty();
        assertThat(workflow.loops()).isEmpty();
        workflow.repeat(3, body -> body.map(A, B, (key, value, out) -> out.emit(key, value)));
        assertThat(workflow.jobs()).hasSize(1);
        assertThat(workflow.loops()).hasSize(1);
    }

    @Test
    void accumulatorsOfAGroupWithALongNameHaveAName() {
        String first = "x".repeat(200);
        String second = "x".repeat(199) + "y";
        assertThat(partialsOf("counts")).isEqualTo("counts.partial");
        assertThat(partialsOf("x".repeat(192))).isEqualTo("x".repeat(192) + ".partial");
        assertThat(partialsOf(first)).hasSize(200).endsWith(".partial").isNotEqualTo(partialsOf(second));
    }

    private static String partialsOf(String output) {
        Workflow workflow = Workflow.named("long");
        workflow.mapAggregate(
                A,
                TupleGroup.of(output, Codecs.STRING, Codecs.LONG),
                (key, value, out) -> out.emit(key, 1L),
                Aggregators.sumLong());
        workflow.check();
        return workflow.jobs().get(0).outputs().get(0).name();
    }

    /** A user's codec, without an equals. */
    private static final class Named implements Codec<String> {
        private static final long serialVersionUID = 1L;

        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void encode(String value, ByteSink sink) {
            Codecs.STRING.encode(value, sink);
        }

        @Override
        public String decode(byte[] bytes, int offset, int length) {
            return Codecs.STRING.decode(bytes, offset, length);
        }
    }
}
