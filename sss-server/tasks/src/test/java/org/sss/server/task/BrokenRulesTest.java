package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Aggregator;
import org.sss.api.Aggregators;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.CoValues;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.server.task.output.MemoryRuns;

/** User code that breaks a rule of the API fails its task each time, also when it swallows the exception. */
@Timeout(60)
class BrokenRulesTest {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<String, Long> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> FURTHER = TupleGroup.of("further", Codecs.STRING, Codecs.LONG);

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();

    BrokenRulesTest() {
        List<byte[][]> tuples = new ArrayList<>();
        for (long i = 0; i < 4; i++) {
            tuples.add(new byte[][] {TaskBed.encode(Codecs.LONG, i), TaskBed.encode(Codecs.LONG, i)});
        }
        input.addRun(0, tuples);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static MapJob<String, Long> map(Mapper<Long, Long, String, Long> mapper) {
        return Workflow.named("w").map(NUMBERS, OUT, mapper);
    }

    private SssException failureOf(Job job) {
        return catchThrowableOfType(
                SssException.class, () -> bed.runner(job, input).run());
    }

    /** Runs {@code call} in a thread that swallows what it throws, and waits for its end. */
    private static void elsewhere(Runnable call) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    try {
                        call.run();
                    } catch (SssException e) {
                        // As if nothing had happened.
                    }
                },
                "second");
        thread.start();
        thread.join();
    }

    /** Combined as longs, combined by user code, sorted. */
    private static List<MapJob<String, Long>> allKinds(Mapper<Long, Long, String, Long> mapper) {
        return List.of(
                map(mapper).combine(Combiner.sumLong()),
                map(mapper).combine((key, left, right) -> left + right),
                map(mapper));
    }

    @Test
    void secondEmittingThreadFailsTheTask() {
        for (MapJob<String, Long> job : allKinds((key, value, out) -> elsewhere(() -> out.emit("t", 1L)))) {
            SssException e = failureOf(job);
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e)
                    .hasMessageContaining("job 'map-1', task 0")
                    .hasMessageContaining("emit was called by thread 'second'")
                    .hasMessageContaining("'" + Thread.currentThread().getName() + "'");
            assertThat(e.remoteTrace()).contains("BrokenRulesTest");
        }
        assertThat(bed.openStreams()).isZero();
    }

    @Test
    void aSecondThreadThatEmitsInCloseWhileTheFirstOneDoesFailsTheTask() {
        for (MapJob<String, Long> job : allKinds(new EmitsTwice())) {
            assertThat(failureOf(job)).hasMessageContaining("was called by thread 'second'");
        }
    }

    private static final class EmitsTwice implements Mapper<Long, Long, String, Long> {
        @Override
        public void map(Long key, Long value, Emitter<String, Long> out) {
            // All is done in close.
        }

        @Override
        public void close(Emitter<String, Long> out) throws InterruptedException {
            Thread second = new Thread(
                    () -> {
                        try {
                            for (int i = 0; i < 1_000; i++) {
                                out.emit("t", 1L);
                            }
                        } catch (SssException e) {
                            // The task knows of it.
                        }
                    },
                    "second");
            second.start();
            try {
                for (int i = 0; i < 1_000; i++) {
                    out.emit("m", 1L);
                }
            } finally {
                second.join();
            }
        }
    }

    @Test
    void emittingElsewhereIsNoFailureThatMayBeSkipped() {
        MapJob<String, Long> job = map((key, value, out) -> {
                    elsewhere(() -> out.emit("t", 1L));
                    throw new IllegalStateException("of the tuple");
                })
                .onError(OnError.skip(100));
        assertThat(failureOf(job)).hasMessageContaining("emit was called by thread 'second'");
    }

    @Test
    void accumulatorsThatAMapKeepsBelongToItsThreadToo() {
        assertThat(failureOf(firstJob())).hasMessageContaining("emit was called by thread 'second'");
    }

    private static Job firstJob() {
        Workflow workflow = Workflow.named("w");
        workflow.mapAggregate(
                NUMBERS,
                OUT,
                (Long key, Long value, Emitter<String, Long> out) -> elsewhere(() -> out.emit("t", value)),
                Aggregators.countDistinct(Codecs.LONG));
        return workflow.jobs().get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"to", "count", "context.count", "temporaryDirectory", "closeAtEnd"})
    void allElseThatBelongsToTheTaskRefusesASecondThreadToo(String what) {
        SssException e = failureOf(map(new UsesElsewhere(what)).alsoTo(FURTHER));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e).hasMessageContaining(what.replace("context.", "") + " was called by thread 'second'");
    }

    private static final class UsesElsewhere implements Mapper<Long, Long, String, Long> {
        private final String what;
        private TaskContext context;

        UsesElsewhere(String what) {
            this.what = what;
        }

        @Override
        public void setup(TaskContext task) {
            context = task;
        }

        @Override
        public void map(Long key, Long value, Emitter<String, Long> out) throws InterruptedException {
            elsewhere(() -> {
                switch (what) {
                    case "to" -> out.to(FURTHER);
                    case "count" -> out.count("n", 1);
                    case "context.count" -> context.count("n", 1);
                    case "temporaryDirectory" -> context.temporaryDirectory();
                    default -> context.closeAtEnd(() -> {});
                }
            });
        }
    }

    @Test
    void whatATaskHasGivenIsRefusedWhenItIsOver() {
        AtomicReference<Emitter<String, Long>> kept = new AtomicReference<>();
        bed.runner(map((key, value, out) -> kept.set(out)), input).run();
        SssException e =
                catchThrowableOfType(SssException.class, () -> kept.get().count("late", 1));
        assertThat(e.code()).isEqualTo(ErrorCode.CLOSED);
        assertThat(e).hasMessageContaining("after the end of its task");
    }

    @Test
    void useOfValuesInALaterCallFailsTheTask() {
        List<Iterable<Long>> kept = new ArrayList<>();
        SssException e = failureOf(Workflow.named("w").reduce(NUMBERS, OUT, (key, values, out) -> {
            kept.add(values);
            try {
                kept.get(0).forEach(value -> out.emit("sum", value));
            } catch (SssException swallowed) {
                // As if nothing had happened.
            }
        }));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("job 'reduce-1', task 0")
                .hasMessageContaining("the values of key <0> were used after the call");
    }

    @Test
    void valuesBelongToTheThreadOfTheTask() {
        SssException e =
                failureOf(Workflow.named("w").reduce(NUMBERS, OUT, (key, values, out) -> elsewhere(values::iterator)));
        assertThat(e).hasMessageContaining("a method of the values of a key was called by thread 'second'");
    }

    @Test
    void useOfCoGroupValuesInALaterCallFailsTheTask() {
        List<CoValues> kept = new ArrayList<>();
        SssException e = failureOf(Workflow.named("w").coGroup(List.of(NUMBERS), OUT, (key, values, out) -> {
            kept.add(values);
            values.of(NUMBERS).forEach(value -> assertThat(value).isEqualTo(key));
            values.of(NUMBERS).forEach(value -> assertThat(value).isEqualTo(key));
            kept.get(0).has(NUMBERS);
        }));
        assertThat(e).hasMessageContaining("the values of key <0> were used after the call");
    }

    @Test
    void useOfAViewInALaterCallFails() {
        TupleGroup<Bytes, Bytes> raw = TupleGroup.of("numbers", Codecs.BYTES, Codecs.BYTES);
        List<Bytes> kept = new ArrayList<>();
        for (boolean keys : new boolean[] {true, false}) {
            kept.clear();
            assertThat(failureOf(Workflow.named("w").map(raw, OUT, (key, value, out) -> {
                        kept.add(keys ? key : value);
                        out.emit(kept.get(0).toString(), 1L);
                    })))
                    .hasMessageContaining("a view of bytes was used after it became invalid");
        }
        kept.clear();
        bed.runner(Workflow.named("w").map(raw, OUT, (key, value, out) -> kept.addAll(List.of(key, value))), input)
                .run();
        bed.runner(
                        Workflow.named("w").reduce(raw, OUT, (key, values, out) -> {
                            kept.add(key);
                            values.forEach(kept::add);
                        }),
                        input)
                .run();
        kept.forEach(late -> assertThat(catchThrowableOfType(SssException.class, late::length))
                .isNotNull());
    }

    @Test
    void aSumThatIsNoLongAnyMoreFailsTheTaskAndNamesTheKeyAndIsNotSkipped() {
        SssException e = failureOf(map((key, value, out) -> {
                    out.emit("small", 1L);
                    out.emit("big", Long.MAX_VALUE / 2);
                })
                .combine(Combiner.sumLong())
                .onError(OnError.skip(1_000)));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("the sum of key <big> of group 'out' overflows: ")
                .hasMessageContaining("sumLongWrapping()");
        bed.runner(
                        map((key, value, out) -> out.emit("big", Long.MAX_VALUE / 2))
                                .combine(Combiner.sumLongWrapping()),
                        input)
                .run();
    }

    @Test
    void aNullKeyOrValueIsAnInvalidArgumentThatNamesItsGroup() {
        for (boolean isKey : new boolean[] {true, false}) {
            for (MapJob<String, Long> job :
                    allKinds((key, value, out) -> out.emit(isKey ? null : "a", isKey ? 1L : null))) {
                assertIsNull(failureOf(job), "group 'out' was given a null " + (isKey ? "key" : "value"));
            }
            assertIsNull(
                    failureOf(map((key, value, out) -> out.to(FURTHER).emit(isKey ? null : "a", isKey ? 1L : null))
                            .alsoTo(FURTHER)),
                    "group 'further' was given a null " + (isKey ? "key" : "value"));
            TupleGroup<Bytes, Bytes> raw = TupleGroup.of("raw", Codecs.BYTES, Codecs.BYTES);
            assertIsNull(
                    failureOf(Workflow.named("w")
                            .map(
                                    NUMBERS,
                                    raw,
                                    (Long key, Long value, Emitter<Bytes, Bytes> out) ->
                                            out.emit(isKey ? null : Bytes.of("a"), isKey ? Bytes.of("a") : null))),
                    "group 'raw' was given a null " + (isKey ? "key" : "value"));
            TupleGroup<Long, Long> numbers = TupleGroup.of("n", Codecs.LONG, Codecs.LONG);
            for (Grouping grouping : Grouping.values()) {
                assertIsNull(
                        failureOf(Workflow.named("w")
                                .map(
                                        NUMBERS,
                                        numbers,
                                        (Long key, Long value, Emitter<Long, Long> out) ->
                                                out.emit(isKey ? null : key, isKey ? value : null))
                                .grouping(grouping)),
                        "group 'n' was given a null " + (isKey ? "key" : "value"));
            }
            for (Aggregator<Long, ?, Long> aggregator : List.of(Aggregators.sumLong(), Aggregators.<Long>topK(2))) {
                Workflow workflow = Workflow.named("w");
                workflow.mapAggregate(
                        NUMBERS,
                        OUT,
                        (Long key, Long value, Emitter<String, Long> out) ->
                                out.emit(isKey ? null : "a", isKey ? value : null),
                        aggregator);
                assertIsNull(
                        failureOf(workflow.jobs().get(0)),
                        isKey ? " null" : "the aggregate to group 'out' was given a null value");
            }
        }
    }

    @Test
    void aNullWithinAValueIsAnInvalidArgument() {
        TupleGroup<Long, Few> few = TupleGroup.of("few", Codecs.LONG, Codecs.record(Few.class));
        for (Few value : List.of(new Few(null, List.of()), new Few("a", Arrays.asList("b", null)))) {
            assertIsNull(
                    failureOf(Workflow.named("w")
                            .map(NUMBERS, few, (Long k, Long v, Emitter<Long, Few> out) -> out.emit(k, value))),
                    " null");
            assertThat(failureOf(Workflow.named("w")
                            .map(NUMBERS, few, (Long k, Long v, Emitter<Long, Few> out) -> out.emit(k, value))))
                    .hasMessageContaining("group 'few'");
        }
        assertIsNull(
                failureOf(Workflow.named("w")
                        .map(NUMBERS, few, (Long k, Long v, Emitter<Long, Few> out) -> out.emit(k, null))),
                "group 'few' was given a null value");
    }

    record Few(String text, List<String> more) {}

    @Test
    void aCombinerThatReturnsNullIsNamedWithItsGroup() {
        assertIsNull(
                failureOf(map((key, value, out) -> out.emit("a", 1L)).combine((key, left, right) -> null)),
                "the combiner of group 'out' failed at key <a>: it returned null");
    }

    private static void assertIsNull(SssException e, String what) {
        assertThat(e).hasMessageContaining(what).hasMessageContaining("job 'map-1', task 0");
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e.getMessage()).doesNotContain("NullPointerException", "because");
    }

    /** Exceptions of user code that has its own exceptions for null are not changed. */
    @Test
    void anotherNullPointerIsThatOfUserCode() {
        SssException e = failureOf(map((key, value, out) -> out.emit(((String) null).trim(), 1L)));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e).hasMessageContaining("NullPointerException");
    }

    @Test
    void anExceptionOfAUsersCodecNamesTheTaskOnceAndGivesNoAdviceAboutTypes() {
        TupleGroup<Long, Long> failing = TupleGroup.of("numbers", Codecs.LONG, new Failing());
        for (Job job : List.of(
                Workflow.named("w")
                        .reduce(failing, OUT, (key, values, out) -> values.forEach(value -> out.emit("a", value))),
                Workflow.named("w")
                        .reduce(failing, OUT, (key, values, out) -> values.forEach(value -> out.emit("a", value)))
                        .orderValues(),
                Workflow.named("w")
                        .map(
                                failing,
                                OUT,
                                (Long key, Long value, Emitter<String, Long> out) -> out.emit("a", value)))) {
            SssException e = failureOf(job);
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e.getMessage())
                    .containsOnlyOnce("job '" + job.name() + "', task 0")
                    .contains(
                            "the codec 'failing' (" + Failing.class.getName()
                                    + ") cannot decode a value of group 'numbers'",
                            "java.lang.IllegalStateException: odd")
                    .doesNotContain("declare the type");
        }
    }

    private static final class Failing implements Codec<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "failing";
        }

        @Override
        public void encode(Long value, ByteSink sink) {
            Codecs.LONG.encode(value, sink);
        }

        @Override
        public Long decode(byte[] bytes, int offset, int length) {
            throw new IllegalStateException("odd");
        }
    }

    @Test
    void aCounterThatIsNoLongAnyMoreFailsTheTaskAlthoughTheErrorIsSwallowed() {
        SssException e = failureOf(map((key, value, out) -> {
            try {
                out.count("big", Long.MAX_VALUE);
            } catch (SssException swallowed) {
                // As if nothing had happened.
            }
        }));
        assertThat(e).hasMessageContaining("counter 'big' overflows: 9223372036854775807 + 9223372036854775807");
    }

    @Test
    void aCounterWithoutANameIsRefusedInWordsOfTheApi() {
        SssException e = failureOf(map((key, value, out) -> out.count(null, 1)));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e).hasMessageContaining("key <0>: count was called with null as the name of the counter");
    }

    @Test
    void anExceptionWhoseTextIsNullIsNamedByItsClass() {
        SssException e = failureOf(map((key, value, out) -> {
            throw new Mute();
        }));
        assertThat(e).hasMessageContaining("key <0>: " + Mute.class.getName() + " (without a text)");
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return null;
        }

        @Override
        public String getMessage() {
            return null;
        }
    }
}
