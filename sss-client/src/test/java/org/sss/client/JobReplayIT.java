package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.JoinKind;
import org.sss.api.Loop;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.Partitioners;
import org.sss.api.SideData;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Outputs;

/** Jobs that are run once more for one key. */
class JobReplayIT {
    private static final TupleGroup<String, Long> A = TupleGroup.of("a", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> B = TupleGroup.of("b", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> OUT2 = TupleGroup.of("out2", Codecs.STRING, Codecs.LONG);

    private final List<String> emitted = new ArrayList<>();
    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        write(A, Map.of("x", List.of(1L, 2L), "y", List.of(0L)));
        write(B, Map.of("x", List.of(10L), "z", List.of(20L)));
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private void write(TupleGroup<String, Long> group, Map<String, List<Long>> tuples) {
        try (GroupWriter<String, Long> writer = client.write(group)) {
            tuples.forEach((key, values) -> values.forEach(value -> writer.append(key, value)));
            writer.commit();
        }
    }

    private Progress replay(String id, String job, String key) {
        return client.replay(id, job).run(key, (group, k, value) -> emitted.add(group + ": " + k + "=" + value));
    }

    @Test
    void replayOfAFailedMapHasItsStackTrace() {
        Workflow workflow = Workflow.named("divide");
        workflow.map(A, OUT, (String key, Long value, Emitter<String, Long> out) -> out.emit(key, 10 / value));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .isNotNull();
        String id = client.workflows().get(0).id();
        SssException e = catchThrowableOfType(SssException.class, () -> replay(id, "map-1", "y"));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e).hasMessageContaining("key <y>").hasMessageContaining("/ by zero");
        assertThat(e.remoteTrace()).contains("JobReplayIT");
        assertThat(replay(id, "map-1", "x").tuplesIn()).isEqualTo(2);
        assertThat(emitted).containsExactly("out: x=10", "out: x=5");
    }

    @Test
    void replayOfASkippedKeyFails() {
        Workflow workflow = Workflow.named("first");
        workflow.reduce(A, OUT, (key, values, out) -> {
                    out.count("keys", 1);
                    long first = values.iterator().next();
                    out.emit(key, 1 / first);
                })
                .onError(OnError.skip(5))
                .orderValues();
        String id = client.run(workflow).id();
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "reduce-1", "y")))
                .hasMessageContaining("/ by zero");
        assertThat(replay(id, "reduce-1", "x").counters()).isEqualTo(Map.of("keys", 1L));
        assertThat(emitted).containsExactly("out: x=1");
    }

    @Test
    void replayOfAJoinReadsBothGroups() {
        Workflow workflow = Workflow.named("join");
        workflow.join(A, B, OUT, JoinKind.FULL, (key, left, right, out) -> out.emit(key + left + "/" + right, 1L));
        String id = client.run(workflow).id();
        replay(id, "cogroup-1", "x");
        replay(id, "cogroup-1", "z");
        assertThat(emitted).containsExactly("out: x1/10=1", "out: x2/10=1", "out: znull/20=1");
        assertThat(client.count("out")).isEqualTo(4);
    }

    @Test
    void replayRejectsInvalidOutputLikeATask() {
        Workflow large = Workflow.named("large");
        large.map(A, OUT, (String key, Long value, Emitter<String, Long> out) -> out.emit("x".repeat(100_000), value))
                .onError(OnError.skip(10));
        String id = client.run(large).id();
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "map-1", "x"))
                        .code())
                .isEqualTo(ErrorCode.TOO_LARGE);
        Workflow placed = Workflow.named("placed");
        placed.map(A, OUT.replacing(), (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value))
                .partitionBy((key, value, subgroups) -> (int) (value * subgroups) / 2)
                .onError(OnError.skip(10));
        String other = client.run(placed).id();
        assertThat(catchThrowableOfType(SssException.class, () -> replay(other, "map-1", "x")))
                .hasMessageContaining("the partitioner");
        emitted.clear();
        replay(other, "map-1", "y");
        assertThat(emitted).containsExactly("out: y=0");
    }

    private static final class Looking implements Mapper<String, Long, String, Long> {
        private static final long serialVersionUID = 1L;

        private transient SideData<String, Long> side;

        @Override
        public void setup(TaskContext context) {
            side = context.side(B);
        }

        @Override
        public void map(String key, Long value, Emitter<String, Long> out) {
            out.emit(key, side.getAll(key).size() + value);
        }
    }

    /** Its keys are of use where tuples are placed, and a replay writes none. */
    @Test
    void theGroupWhoseKeysGaveTheRangesMayBeGoneUnlessTheFunctionsLookIntoIt() {
        Workflow ranges = Workflow.named("ranges");
        ranges.map(A, OUT, (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value))
                .partitionBy(Partitioners.range(B));
        String id = client.run(ranges).id();
        Workflow looking = Workflow.named("looking");
        looking.map(A, OUT.replacing(), new Looking()).partitionBy(Partitioners.range(B));
        String other = client.run(looking).id();
        client.drop("b");
        replay(id, "map-1", "x");
        assertThat(emitted).containsExactly("out: x=1", "out: x=2");
        assertThat(catchThrowableOfType(SssException.class, () -> replay(other, "map-1", "x")))
                .hasMessageContaining("the job looks into group 'b', which was dropped");
        client.drop("a");
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "map-1", "x")))
                .hasMessageContaining("job 'map-1' reads group 'a', which no longer exists");
    }

    @Test
    void aJobThatHasWrittenFilesIsReplayedAndLeavesThemAsTheyAre(@TempDir Path directory) throws IOException {
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("write");
        workflow.reduce(A, files, Outputs.text(directory.toString(), A));
        String id = client.run(workflow).id();
        Map<Path, String> written = contents(directory);
        assertThat(written.values()).anySatisfy(text -> assertThat(text).contains("x\t1\nx\t2\n"));
        assertThat(replay(id, "reduce-1", "x").tuplesIn()).isEqualTo(2);
        assertThat(emitted)
                .singleElement()
                .satisfies(file ->
                        assertThat(file).startsWith("files: " + directory).endsWith("=2"));
        assertThat(contents(directory)).isEqualTo(written);
    }

    private static Map<Path, String> contents(Path directory) throws IOException {
        Map<Path, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                contents.put(file, Files.readString(file));
            }
        }
        return contents;
    }

    @Test
    void aKeyIsLookedForInEachInputAsAKeyOfItsType() {
        TupleGroup<Long, String> texts = TupleGroup.of("texts", Codecs.LONG, Codecs.STRING);
        try (GroupWriter<Long, String> writer = client.write(texts)) {
            writer.append(17L, "seven");
            writer.commit();
        }
        Workflow workflow = Workflow.named("both");
        workflow.map(A, OUT, (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value))
                .from(texts, (Long key, String value, Emitter<String, Long> out) -> out.emit(value, key))
                .named("from-a");
        workflow.map(texts, OUT2, (Long key, String value, Emitter<String, Long> out) -> out.emit(value, key))
                .from(A, (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value))
                .named("from-texts");
        String id = client.run(workflow).id();
        replay(id, "from-a", "17");
        replay(id, "from-texts", "y");
        assertThat(emitted).containsExactly("out: seven=17", "out2: y=0");
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "from-a", "18")))
                .hasMessageContaining("has key '18'");
    }

    /** As in the first iteration of the loop; after the loop, its final content. */
    @Test
    void whatALoopCarriesIsReplayedAsTheJobHasReadIt() {
        TupleGroup<String, Long> next = TupleGroup.of("next", Codecs.STRING, Codecs.LONG);
        String first = client.run(adding(4, next, 0)).id();
        replay(first, "add", "y");
        replay(first, "copy", "y");
        assertThat(emitted).containsExactly("next: y=1", "out: y=4");
        String resumed = client.run(adding(9, next.replacing(), 3)).id();
        emitted.clear();
        replay(resumed, "add", "y");
        replay(resumed, "copy", "y");
        assertThat(emitted).containsExactly("next: y=4", "out: y=9");
    }

    /** Adds one to each number in each iteration. */
    private static Workflow adding(int iterations, TupleGroup<String, Long> next, int from) {
        Workflow workflow = Workflow.named("add");
        Loop loop = workflow.repeat(
                        iterations,
                        body -> body.map(
                                        A,
                                        next,
                                        (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value + 1))
                                .named("add"))
                .carry(next, A)
                .keep(2);
        if (from > 0) {
            loop.resumeFrom(from);
        }
        workflow.map(A, OUT.replacing(), (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value))
                .named("copy");
        return workflow;
    }

    @Test
    void explainsWhatCannotBeReplayed() {
        Workflow workflow = Workflow.named("two");
        TupleGroup<String, Long> between =
                TupleGroup.of("between", Codecs.STRING, Codecs.LONG).asTemporary();
        workflow.map(A, between, (String key, Long value, Emitter<String, Long> out) -> out.emit(key, value))
                .combine(Combiner.sumLong());
        workflow.reduce(
                between,
                OUT,
                (key, values, out) -> out.emit(key, values.iterator().next()));
        String id = client.run(workflow).id();
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "reduce-2", "x")))
                .hasMessageContaining("'between', which was temporary");
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "map-1", "q")))
                .hasMessageContaining("has key 'q'");
        assertThat(catchThrowableOfType(SssException.class, () -> replay(id, "map-7", "x")))
                .hasMessageContaining("map-1, reduce-2");
        assertThat(catchThrowableOfType(SssException.class, () -> replay("wf-999", "map-1", "x")))
                .hasMessageContaining("wf-999");
    }
}
