package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.Aggregators;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.DeadLetter;
import org.sss.api.ErrorCode;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.TupleSource;
import org.sss.api.Workflow;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.Progress;
import org.sss.net.control.WorkflowSpec.SplitSpec;
import org.sss.server.task.output.MemoryRuns;

/** Tuples for which functions throw, where the job continues. */
@Timeout(60)
class SkippedTuplesTest {
    private static final TupleGroup<String, String> TEXTS = TupleGroup.of("texts", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<String, String> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.STRING);
    private static final TupleGroup<Bytes, DeadLetter> LETTERS = DeadLetter.group("letters");
    private static final SplitSpec SPLIT = new SplitSpec(0, "all of it", new byte[0]);
    private static final int GOOD_KEYS = 300;

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void skipsOnlyTheInvalidKeyWhenAccumulatorsAreBuffered() {
        add(IntStream.range(0, GOOD_KEYS)
                .mapToObj(i -> String.format("%04d", i))
                .toArray(String[]::new));
        Mapper<String, String, String, String> mapper = (key, value, out) -> {
            int i = Integer.parseInt(key);
            out.emit(
                    i % 100 == 1
                            ? "\uD83D"
                            : i % 100 == 2 ? "k".repeat(BlockFormat.MAX_KEY_BYTES + 1) : i % 100 == 3 ? null : key,
                    value);
            if (i % 100 == 4) {
                out.emit("k".repeat(BlockFormat.MAX_KEY_BYTES), key);
            }
        };
        Progress progress = bed.runner(
                        Workflow.named("w")
                                .mapAggregate(TEXTS, OUT, mapper, Aggregators.<String>distinct())
                                .onError(OnError.skip(GOOD_KEYS)),
                        input)
                .run();
        assertThat(progress.counters()).hasToString("{errors.skipped=9}");
        TreeSet<String> keys = new TreeSet<>();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            bed.output(s).keySet().forEach(key -> keys.add(key.toString()));
        }
        assertThat(keys).hasSize(GOOD_KEYS - 9 + 1);
    }

    @Test
    void skipsOnlyTheInvalidValueWhenAccumulatorsAreBuffered() {
        add("a", "b", "c");
        Mapper<String, String, String, String> mapper =
                (key, value, out) -> out.emit("all", key.equals("b") ? "\uD83D" : key);
        Progress progress = bed.runner(
                        Workflow.named("w")
                                .mapAggregate(TEXTS, OUT, mapper, Aggregators.<String>topK(5))
                                .onError(OnError.skip(1)),
                        input)
                .run();
        assertThat(progress.counters()).hasToString("{errors.skipped=1}");
        List<String> stored = new ArrayList<>();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            bed.output(s).values().forEach(all -> all.forEach(value -> stored.add(value.toString())));
        }
        assertThat(stored).containsExactly("\0\0\0\1a\0\0\0\1c");
    }

    @Test
    void aDeadLetterIsWrittenWhateverTheTextOfItsErrorHas() {
        String cut = "x".repeat(79) + "\uD83D\uDE00 and more";
        add("a", cut);
        bed.runner(
                        letters(Workflow.named("w").map(TEXTS, OUT, (key, value, out) -> {
                            throw new IllegalStateException(key.equals("a") ? "no pair: \uD83D, \uDE00" : "no");
                        })),
                        input)
                .run();
        assertThat(letters())
                .extracting(DeadLetter::error)
                .hasSize(2)
                .anySatisfy(
                        error -> assertThat(error).contains("key <a>: java.lang.IllegalStateException: no pair: ?, ?"))
                .anySatisfy(error -> assertThat(error).contains("key <" + "x".repeat(79) + "...>"));
    }

    @Test
    void aDeadLetterOfASourceHasTheWholeTextOfTheValueAndAsMuchOfTheKeyAsAKeyCanHave() {
        String large = "x".repeat(200_000);
        bed.runner(letters(map(large, large)), SPLIT).run();
        assertThat(letters()).extracting(letter -> letter.value().length).containsExactly(large.length());
        assertThat(letterKeys()).extracting(Bytes::length).containsExactly(BlockFormat.MAX_KEY_BYTES);
    }

    /**
     * As of a side group whose node does not answer: at another time the same tuple is mapped, so it is not to be left
     * out.
     */
    @Test
    void whatSssHasThrownIsNotSkippedWhateverCodeHasWrappedItIn() {
        add("a");
        SssException e = catchThrowableOfType(
                SssException.class,
                bed.runner(
                        Workflow.named("w")
                                .map(TEXTS, OUT, (key, value, out) -> {
                                    throw new IllegalStateException(
                                            "no look-up",
                                            new Exception(
                                                    new SssException(ErrorCode.NODE_UNREACHABLE, "node 1 is gone")));
                                })
                                .onError(OnError.skip(10)),
                        input)::run);
        assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(e).hasMessageContainingAll("key <a>: java.lang.IllegalStateException: no look-up", "node 1 is gone");
    }

    @Test
    void whatTheUserIsToChangeIsSkippedWhateverCodeHasWrappedItIn() {
        add("a");
        Progress progress = bed.runner(
                        letters(Workflow.named("w").map(TEXTS, OUT, (key, value, out) -> {
                            throw new IllegalStateException(new SssException(ErrorCode.INVALID_ARGUMENT, "no number"));
                        })),
                        input)
                .run();
        assertThat(progress.counters()).hasToString("{errors.skipped=1}");
        assertThat(letters())
                .singleElement()
                .satisfies(letter -> assertThat(letter.error()).contains("no number"));
    }

    /** What the functions threw is the error, not this. */
    private static final class Unspeakable {
        @Override
        public String toString() {
            throw new UnsupportedOperationException("no text");
        }
    }

    @Test
    void aTupleOfASourceThatHasNoTextIsSkippedToo() {
        Progress progress = bed.runner(letters(map(new Unspeakable(), new Unspeakable())), SPLIT)
                .run();
        assertThat(progress.counters()).hasToString("{errors.skipped=1}");
        String name = Unspeakable.class.getName();
        assertThat(letters()).singleElement().satisfies(letter -> {
            assertThat(letter.error()).contains("IllegalStateException: it is bad");
            assertThat(Bytes.of(letter.value()))
                    .hasToString("<" + name + ", whose toString failed with java.lang.UnsupportedOperationException>");
        });
    }

    @Test
    void theErrorOfATupleThatHasNoTextIsThatOfTheMapper() {
        SssException e = catchThrowableOfType(SssException.class, bed.runner(map("k", new Unspeakable()), SPLIT)::run);
        assertThat(e).hasMessageContaining("key <k>: java.lang.IllegalStateException: it is bad");
    }

    @Test
    void theErrorNamesTheFileOfTheSplitThatTheTupleIsOf() {
        SssException e = catchThrowableOfType(SssException.class, bed.runner(map(new Several()), SPLIT)::run);
        assertThat(e.getMessage()).contains("(file 'b'), key <k>: java.lang.IllegalStateException: it is bad");
    }

    private interface Source extends TupleSource<Object, Object> {
        @Override
        default String name() {
            return "one";
        }

        @Override
        default List<Split> splits() {
            throw new AssertionError("the client asks for them");
        }
    }

    /** Gives one tuple. */
    private record One(Object key, Object value) implements Source {
        @Override
        public void read(Split split, TupleSink<Object, Object> to) {
            to.accept(key, value);
        }
    }

    /** Gives one tuple of the last one of two files. */
    private record Several() implements Source {
        @Override
        public void read(Split split, TupleSink<Object, Object> to) {
            to.from("file 'a'");
            to.from("file 'b'");
            to.accept("k", "v");
        }
    }

    @Test
    void theErrorIsThatOfTheMapperWhateverTheSourceHasWrappedItIn() {
        SssException e = catchThrowableOfType(SssException.class, bed.runner(map(new Wrapping()), SPLIT)::run);
        assertThat(e.getMessage())
                .contains("(all of it), key <k>: java.lang.IllegalStateException: it is bad")
                .doesNotContain("no row");
    }

    /** Takes what comes from {@code accept} for a failure of its own. */
    private record Wrapping() implements Source {
        @Override
        public void read(Split split, TupleSink<Object, Object> to) {
            try {
                to.accept("k", "v");
            } catch (RuntimeException e) {
                throw new IllegalArgumentException("no row", e);
            }
        }
    }

    /** Has two records of which no tuples can be made, and a good one after them. */
    private record HalfBroken() implements Source {
        @Override
        public void read(Split split, TupleSink<Object, Object> to) {
            for (long at = 0; at < 2; at++) {
                to.bytes(7);
                to.failed(
                        at,
                        Bytes.of("bad " + at),
                        new SssException(ErrorCode.INVALID_ARGUMENT, "record " + at + " is no row"));
            }
            to.accept(2L, "good");
        }
    }

    private static MapJob<String, String> halfBroken() {
        return Workflow.named("w").map(new HalfBroken(), OUT, (k, v, out) -> out.emit(k.toString(), v.toString()));
    }

    @Test
    void aRecordThatNoTupleCanBeMadeOfIsSkippedLikeATupleThatFails() {
        Progress progress =
                bed.runner(halfBroken().onError(OnError.skip(2)), SPLIT).run();
        assertThat(progress.counters()).hasToString("{errors.skipped=2}");
        assertThat(progress.tuplesIn()).isEqualTo(3);
        assertThat(progress.bytesIn()).isEqualTo(14);
        assertThat(progress.tuplesOut()).isEqualTo(1);
    }

    @Test
    void theDeadLetterOfARecordHasItsBytesAndWhereItIs() {
        bed.runner(letters(halfBroken()), SPLIT).run();
        assertThat(letters())
                .extracting(letter -> Bytes.of(letter.value()).toString())
                .containsExactlyInAnyOrder("bad 0", "bad 1");
        assertThat(letters())
                .extracting(DeadLetter::error)
                .allMatch(error -> error.matches(".*\\(all of it\\), reading one: record [01] is no row"));
        assertThat(letterKeys()).containsExactlyInAnyOrder(Bytes.of("0"), Bytes.of("1"));
    }

    @Test
    void recordsThatFailEndTheTaskUnlessTheyAreToBeSkipped() {
        assertThat(catchThrowableOfType(SssException.class, bed.runner(halfBroken(), SPLIT)::run))
                .hasMessageEndingWith("(all of it), reading one: record 0 is no row");
        assertThat(catchThrowableOfType(
                        SssException.class, bed.runner(halfBroken().onError(OnError.skip(1)), SPLIT)::run))
                .hasMessageEndingWith(
                        "reading one: record 1 is no row; 1 failures of this task were skipped before, which is the "
                                + "limit");
    }

    private static MapJob<String, String> map(Object key, Object value) {
        return map(new One(key, value));
    }

    private static MapJob<String, String> map(Source source) {
        return Workflow.named("w").map(source, OUT, (k, v, out) -> {
            throw new IllegalStateException("it is bad");
        });
    }

    private static MapJob<String, String> letters(MapJob<String, String> job) {
        return job.deadLetters(LETTERS);
    }

    private List<DeadLetter> letters() {
        Codec<DeadLetter> codec = LETTERS.values();
        List<DeadLetter> letters = new ArrayList<>();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            bed.output(1, s)
                    .values()
                    .forEach(all -> all.forEach(b -> letters.add(codec.decode(b.array(), b.offset(), b.length()))));
        }
        return letters;
    }

    private List<Bytes> letterKeys() {
        List<Bytes> keys = new ArrayList<>();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            keys.addAll(bed.output(1, s).keySet());
        }
        return keys;
    }

    /** One run of tuples with these keys, which ascend. */
    private void add(String... keys) {
        List<byte[][]> tuples = new ArrayList<>();
        for (String key : keys) {
            tuples.add(
                    new byte[][] {TaskBed.encode(Codecs.STRING, key), TaskBed.encode(Codecs.STRING, "value of " + key)
                    });
        }
        input.addRun(0, tuples);
    }
}
