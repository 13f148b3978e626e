package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.ReduceJob;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.net.control.OutputLoad;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.net.control.ThreadTimes;
import org.sss.server.task.output.MemoryRuns;
import org.sss.server.task.output.TaskEmitter;

@Timeout(60)
class TaskRunnerTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aMapWithACombinerCountsWords() {
        addLines("a rose is a rose", "is a rose");
        MapJob<String, Long> job = map(TaskRunnerTest::splitLine).combine(Combiner.sumLong());
        Progress progress = bed.runner(job, input).run();
        assertThat(counts()).hasToString("{a=[3], is=[2], rose=[3]}");
        assertThat(progress.withShuffle(null).withTimes(null).withLoad(null))
                .isEqualTo(new Progress(
                        new Progress.Volume(2, 2 * 8 + 16 + 9, 8, 19 + 8 * 8, 5),
                        progress.counters(),
                        List.of(),
                        LeftThreads.NONE,
                        Progress.Measured.NOTHING,
                        null,
                        null));
        assertThat(progress.counters()).hasToString("{lines=2}");
        assertThat(progress.load().heaviest()).extracting(OutputLoad.Key::key).containsExactly("<rose>", "<is>", "<a>");
        assertThat(bed.openStreams()).isZero();
    }

    @Test
    void mapWithoutCombinerWritesEveryTuple() {
        addLines("a rose is a rose");
        bed.runner(map(TaskRunnerTest::splitLine), input).run();
        assertThat(counts()).hasToString("{a=[1, 1], is=[1], rose=[1, 1]}");
    }

    @Test
    void aReduceSeesEachKeyOnceInOrderWithItsValues() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.LONG, "a", 1L, "a", 2L, "c", 3L));
        input.addRun(0, tuples(Codecs.STRING, Codecs.LONG, "a", 4L, "b", 5L));
        List<String> seen = new ArrayList<>();
        Progress progress = bed.runner(
                        reduce((key, values, out) -> {
                            List<Long> all = new ArrayList<>();
                            values.forEach(all::add);
                            seen.add(key + all);
                            out.emit(key, (long) all.size());
                        }),
                        input)
                .run();
        assertThat(seen).containsExactly("a[1, 2, 4]", "b[5]", "c[3]");
        assertThat(counts()).hasToString("{a=[3], b=[1], c=[1]}");
        ThreadTimes.Input reading = progress.times().input();
        assertThat(reading.read().calls()).as("open, two blocks, two ends").isEqualTo(5);
        assertThat(reading.free().calls()).as("two runs").isEqualTo(2);
        assertThat(progress.withShuffle(null).withTimes(null).withLoad(null))
                .isEqualTo(new Progress(
                        new Progress.Volume(5, 3 + 5 * 8, 3, 3 + 3 * 8, 0),
                        progress.counters(),
                        List.of(new Progress.HeavyKey("<a>", 3)),
                        LeftThreads.NONE,
                        Progress.Measured.NOTHING,
                        null,
                        null));
    }

    @Test
    void aReduceWithACombinerFoldsWhatItEmitsForKeysOfItsOwn() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.LONG, "a", 1L, "a", 2L, "b", 3L, "c", 4L));
        Progress progress = bed.runner(
                        reduce((key, values, out) ->
                                        values.forEach(value -> out.emit(value % 2 == 0 ? "even" : "odd", value)))
                                .combine(Combiner.sumLong()),
                        input)
                .run();
        assertThat(counts()).hasToString("{even=[6], odd=[4]}");
        assertThat(progress.tuplesOut()).isEqualTo(4);
        assertThat(progress.tuplesCombined()).isEqualTo(2);
    }

    @Test
    void valuesThatAReducerDoesNotWalkAreSkippedAndCounted() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.LONG, "a", 1L, "a", 2L, "a", 3L, "b", 4L, "b", 5L));
        Progress progress = bed.runner(
                        reduce((key, values, out) ->
                                out.emit(key, values.iterator().next())),
                        input)
                .run();
        assertThat(counts()).hasToString("{a=[1], b=[4]}");
        assertThat(progress.tuplesIn()).isEqualTo(5);
    }

    @Test
    void whileItsCallLastsAnIteratorDoesNotReachTheNextKey() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.LONG, "a", 1L, "b", 2L));
        bed.runner(
                        reduce((key, values, out) -> {
                            Iterator<Long> all = values.iterator();
                            out.emit(key, all.next());
                            assertThat(all.hasNext()).isFalse();
                            assertThat(all.hasNext()).isFalse();
                            assertThatThrownBy(all::next).isInstanceOf(java.util.NoSuchElementException.class);
                        }),
                        input)
                .run();
        assertThat(counts()).hasToString("{a=[1], b=[2]}");
    }

    @Test
    void whatIsEmittedAfterTheEndOfATaskIsRefused() {
        addLines("a rose");
        AtomicReference<Emitter<String, Long>> kept = new AtomicReference<>();
        bed.runner(
                        map((number, line, out) -> {
                            kept.set(out);
                            splitLine(number, line, out);
                        }),
                        input)
                .run();
        assertThatThrownBy(() -> kept.get().emit("late", 1L))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED))
                .hasMessageContaining("after the end of its task");
        assertThat(counts()).hasToString("{a=[1], rose=[1]}");
    }

    @Test
    void aTupleThatIsCountedWhenItIsEmittedAndNowhereAfterThatFailsTheTask() {
        addLines("a rose is a rose");
        Mapper<Long, String, String, Long> losing = (number, line, out) -> {
            splitLine(number, line, out);
            ((TaskEmitter<?, ?>) out).state.emitted(10);
        };
        SssException sorted = failureOf(map(losing));
        assertThat(sorted.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(sorted)
                .hasMessageContaining(
                        "job 'count', task 0 (subgroup 0 of group 'lines'): 6 tuples were emitted, but 5 are to be "
                                + "stored and 0 were"
                                + " combined");
        SssException summed = failureOf(map(losing).combine(Combiner.sumLong()));
        assertThat(summed).hasMessageContaining("6 tuples were emitted, but 3 are to be stored and 2 were combined");
        SssException folded = failureOf(map(losing).combine((word, left, right) -> left + right));
        assertThat(folded).hasMessageContaining("6 tuples were emitted, but 3 are to be stored and 2 were combined");
        assertThat(bed.openStreams()).isZero();
    }

    @Test
    void bytesThatAreCountedWhenTheyAreEmittedAndNowhereAfterThatFailTheTask() {
        addLines("a rose is a rose");
        Mapper<Long, String, String, Long> losing = (number, line, out) -> {
            splitLine(number, line, out);
            ((TaskEmitter<?, ?>) out).state.emitted(0, 3);
        };
        SssException sorted = failureOf(map(losing));
        assertThat(sorted.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(sorted)
                .hasMessageContaining(
                        "5 tuples were emitted with 55 bytes of keys and values, but 52 bytes are to be stored");
        assertThat(bed.runner(map(losing).combine(Combiner.sumLong()), input)
                        .run()
                        .tuplesOut())
                .isEqualTo(5);
    }

    @Test
    void whatAPartitionerRefusesIsSkippedAndWasNotEmitted() {
        addLines("a", "rose", "is", "rose");
        MapJob<String, Long> sorted =
                map(TaskRunnerTest::splitLine).onError(OnError.skip(5)).partitionBy(TaskRunnerTest::refusingRoses);
        assertThat(bed.runner(sorted, input).run().tuplesOut()).isEqualTo(2);
        MapJob<String, Long> combined = map(TaskRunnerTest::splitLine)
                .onError(OnError.skip(5))
                .partitionBy(TaskRunnerTest::refusingRoses)
                .combine(Combiner.sumLong());
        assertThat(counts()).hasToString("{a=[1], is=[1]}");
        try (TaskBed another = new TaskBed()) {
            assertThat(another.runner(combined, input).run().tuplesOut()).isEqualTo(2);
        }
    }

    private static int refusingRoses(String word, Long one, int subgroups) {
        return word.equals("rose") ? -1 : 0;
    }

    @Test
    void anEmptySubgroupGivesNoOutput() {
        assertThat(bed.runner(map(TaskRunnerTest::splitLine), input).run().withTimes(null))
                .isEqualTo(Progress.NONE);
        assertThat(bed.runner(reduce((key, values, out) -> out.emit(key, 1L)), input)
                        .run()
                        .withTimes(null))
                .isEqualTo(Progress.NONE);
        assertThat(counts()).isEmpty();
    }

    @Test
    void viewsOfBytesAreRightForEveryTuple() {
        TupleGroup<Bytes, Bytes> raw = TupleGroup.of("raw", Codecs.BYTES, Codecs.BYTES);
        List<byte[][]> tuples = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            byte[] key = String.format("key %04d", i / 3).getBytes();
            tuples.add(new byte[][] {key, i % 1000 == 7 ? new byte[600_000 + i] : ("value " + i).getBytes()});
        }
        input.addRun(0, tuples);
        List<String> seen = new ArrayList<>();
        bed.runner(
                        Workflow.named("w").map(raw, WORDS, (key, value, out) -> seen.add(key + "/" + value.length())),
                        input)
                .run();
        assertThat(seen)
                .containsExactlyElementsOf(tuples.stream()
                        .map(t -> new String(t[0]) + "/" + t[1].length)
                        .toList());
    }

    @Test
    void mapperErrorHasJobTaskAndKeyAndNoUserObject() {
        addLines("one", "two");
        SssException e = failureOf(map((key, value, out) -> {
            if (key == 1) {
                throw new IllegalStateException("cannot parse");
            }
        }));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("job 'count', task 0 (subgroup 0 of group 'lines'), key <1>:")
                .hasMessageContaining("java.lang.IllegalStateException: cannot parse")
                .hasMessageContaining("TaskRunnerTest.java")
                .hasNoCause();
        assertThat(e.remoteTrace())
                .contains("IllegalStateException: cannot parse")
                .contains("at org.sss");
        assertThat(bed.failedStreams()).isEqualTo(bed.everOpened());
    }

    @Test
    void anExceptionOfTheReducerNamesItsKey() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.LONG, "apple", 1L));
        SssException e = failureOf(reduce((key, values, out) -> {
            throw new java.io.IOException("no such table");
        }));
        assertThat(e).hasMessageContaining("key <apple>: java.io.IOException: no such table");
    }

    @Test
    void endlessRecursionIsReported() {
        addLines("one");
        SssException e = failureOf(map(TaskRunnerTest::recurse));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e).hasMessageContaining("StackOverflowError");
    }

    @Test
    void reportsOutOfMemory() {
        addLines("one");
        SssException e = failureOf(map((key, value, out) -> {
            throw new OutOfMemoryError("Java heap space");
        }));
        assertThat(e)
                .hasMessageContaining("heap of node 0 (")
                .hasMessageContaining(" MiB, is used up")
                .hasMessageContaining("SSS_HEAP");
    }

    @Test
    void aMissingClassNamesTheRemedy() {
        addLines("one");
        SssException e = failureOf(map((key, value, out) -> {
            throw new NoClassDefFoundError("org/acme/Parser");
        }));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e).hasMessageContaining("class org.acme.Parser is missing").hasMessageContaining("Workflow.addJar");
    }

    @Test
    void tooLargeKeyReportsTheInputKey() {
        addLines("one");
        SssException e = failureOf(map((key, value, out) -> out.emit("x".repeat(70_000), 1L)));
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE);
        assertThat(e).hasMessageContaining("key <0>").hasMessageContaining("70000 bytes");
    }

    @Test
    void aValueOfAnotherTypeNamesCodecGroupAndKey() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.STRING, "apple", "seven b"));
        SssException e =
                failureOf(reduce((key, values, out) -> values.iterator().next()));
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(e)
                .hasMessageContaining("'long'")
                .hasMessageContaining("value of group 'words' (number 5)")
                .hasMessageContaining("(key <apple>)");
    }

    @Test
    void aReducerThatSwallowsAReadingErrorFailsAllTheSame() {
        input.addRun(0, tuples(Codecs.STRING, Codecs.STRING, "apple", "seven b"));
        SssException e = failureOf(reduce((key, values, out) -> {
            try {
                values.iterator().next();
            } catch (RuntimeException ignored) {
                out.emit(key, 0L);
            }
        }));
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
    }

    @Test
    void aDamagedBlockIsCorrupt() {
        addLines("one", "two");
        byte[] block = input.runs(0).get(0).get(0);
        block[block.length - 1]++;
        SssException e = failureOf(map(TaskRunnerTest::splitLine));
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(e)
                .hasMessageContaining("job 'count', task 0 (subgroup 0 of group 'lines')")
                .hasMessageContaining("checksum");
    }

    @Test
    void aFullDiskOfADataServerNamesItsNode() {
        addLines("one");
        bed.server(1).blocksUntilFull = 1;
        SssException e = failureOf(map((key, value, out) -> {
            for (int i = 0; i < 20_000; i++) {
                out.emit("word " + i, 1L);
            }
        }));
        assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
        assertThat(e).hasMessageContaining("node 1").hasMessageContaining("disk is full");
        assertThat(bed.openStreams()).isZero();
    }

    @Test
    void cancellingStopsAMapperThatEmitsForever() {
        addLines("one");
        CountDownLatch running = new CountDownLatch(1);
        TaskRunner runner = bed.runner(
                map((key, value, out) -> {
                            for (long i = 0; ; i++) {
                                out.emit("word", i);
                                running.countDown();
                            }
                        })
                        .combine(Combiner.sumLong()),
                input);
        checkCancelled(runner, running);
    }

    @Test
    void cancellingWakesATaskThatWaitsForCredit() {
        addLines("one");
        bed.server(0).stuck = true;
        bed.server(1).stuck = true;
        AtomicReference<Thread> thread = new AtomicReference<>();
        TaskRunner runner = bed.runner(
                map((key, value, out) -> {
                    thread.set(Thread.currentThread());
                    for (long i = 0; ; i++) {
                        out.emit("word " + i, i);
                    }
                }),
                input);
        CompletableFuture<Progress> run = CompletableFuture.supplyAsync(runner::run);
        await().until(() -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
        runner.cancel();
        thread.get().interrupt();
        assertCancelled(run);
    }

    @Test
    void taskCancelledBeforeStartReadsNothing() {
        addLines("one");
        TaskRunner runner = bed.runner(
                map((key, value, out) -> {
                    throw new AssertionError("called");
                }),
                input);
        runner.cancel();
        assertThat(catchThrowableOfType(SssException.class, runner::run).code()).isEqualTo(ErrorCode.CANCELLED);
    }

    @Test
    void progressIsSeenWhileTheTaskRuns() {
        String[] lines = new String[5000];
        java.util.Arrays.fill(lines, "a b");
        addLines(lines);
        AtomicReference<TaskRunner> runner = new AtomicReference<>();
        List<Long> seen = new ArrayList<>();
        runner.set(bed.runner(
                map((key, value, out) -> {
                    out.count("calls", 1);
                    seen.add(runner.get().progress().tuplesIn());
                }),
                input));
        Progress last = runner.get().run();
        assertThat(seen).isSorted().first().isEqualTo(0L);
        assertThat(seen.get(4999)).isGreaterThan(3000);
        assertThat(last.counters()).hasToString("{calls=5000}");
        assertThat(runner.get().progress()).isEqualTo(last);
    }

    @Test
    void aPartitionerPlacesTheOutput() {
        addLines("a bb ccc dddd");
        bed.runner(
                        map(TaskRunnerTest::splitLine)
                                .combine(Combiner.sumLong())
                                .partitionBy((key, value, count) -> key.length() % count),
                        input)
                .run();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            int subgroup = s;
            assertThat(bed.output(s).keySet())
                    .isNotEmpty()
                    .allSatisfy(
                            key -> assertThat(key.length() % TaskBed.SUBGROUPS).isEqualTo(subgroup));
        }
    }

    private void checkCancelled(TaskRunner runner, CountDownLatch running) {
        CompletableFuture<Progress> run = CompletableFuture.supplyAsync(runner::run);
        await().until(() -> running.getCount() == 0);
        runner.cancel();
        assertCancelled(run);
    }

    private void assertCancelled(CompletableFuture<Progress> run) {
        CompletionException e = catchThrowableOfType(CompletionException.class, run::join);
        assertThat(((SssException) e.getCause()).code()).isEqualTo(ErrorCode.CANCELLED);
        assertThat(bed.openStreams()).isZero();
    }

    private SssException failureOf(Job job) {
        return catchThrowableOfType(SssException.class, bed.runner(job, input)::run);
    }

    private static MapJob<String, Long> map(Mapper<Long, String, String, Long> mapper) {
        return Workflow.named("w").map(LINES, WORDS, mapper).named("count");
    }

    private static ReduceJob<String, Long, String, Long> reduce(Reducer<String, Long, String, Long> reducer) {
        return Workflow.named("w")
                .reduce(WORDS, TupleGroup.of("out", Codecs.STRING, Codecs.LONG), reducer)
                .named("count");
    }

    private static void splitLine(Long key, String line, Emitter<String, Long> out) {
        for (String word : line.split(" ")) {
            out.emit(word, 1L);
        }
        out.count("lines", 1);
    }

    private static void recurse(Long key, String line, Emitter<String, Long> out) {
        recurse(key, line, out);
    }

    private void addLines(String... lines) {
        List<byte[][]> tuples = new ArrayList<>();
        for (int i = 0; i < lines.length; i++) {
            tuples.addAll(tuples(Codecs.LONG, Codecs.STRING, (long) i, lines[i]));
        }
        input.addRun(0, tuples);
    }

    @SuppressWarnings("unchecked")
    private static <K, V> List<byte[][]> tuples(Codec<K> keys, Codec<V> values, Object... keysAndValues) {
        List<byte[][]> tuples = new ArrayList<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            tuples.add(new byte[][] {
                TaskBed.encode(keys, (K) keysAndValues[i]), TaskBed.encode(values, (V) keysAndValues[i + 1])
            });
        }
        return tuples;
    }

    private TreeMap<String, List<Long>> counts() {
        TreeMap<String, List<Long>> all = new TreeMap<>();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            bed.output(s)
                    .forEach((key, values) -> all.put(
                            key.toString(),
                            values.stream()
                                    .map(v -> Codecs.LONG.decode(v.array(), v.offset(), v.length()))
                                    .toList()));
        }
        return all;
    }
}
