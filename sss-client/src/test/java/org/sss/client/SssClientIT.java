package org.sss.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.WorkflowReport.State;
import org.sss.client.examples.WordCount;

class SssClientIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<String, Bytes> VALUES = TupleGroup.of("values", Codecs.STRING, Codecs.BYTES);
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    private SssClient client;

    @AfterEach
    void stop() {
        if (client != null) {
            client.close();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void wordsAreCountedOnAnyNumberOfNodes(int nodes) throws IOException {
        client = LocalCluster.start(nodes);
        Path text = Files.write(
                directory.resolve("text"), "a b\tb\u000Bc\fc c\n\n \r\n\u00FFx \u00FFx".getBytes(ISO_8859_1));
        client.importText(WordCount.lines("lines"), List.of(text), new Transferred());
        client.run(WordCount.workflow(WordCount.lines("lines"), WordCount.counts("counts")));
        assertThat(exported("counts")).isEqualTo("a\t1\nb\t2\nc\t3\n\u00FFx\t2\n");
        assertThat(client.groups()).extracting(Group::name).containsExactly("counts", "lines");
    }

    @Test
    void scansGiveKeysInOrderWithinTheirBounds() {
        client = LocalCluster.start(3);
        writeNumbers(1000);
        assertThat(keys(client.scan(NUMBERS)))
                .isEqualTo(LongStream.range(0, 1000).boxed().toList());
        assertThat(keys(client.scan(NUMBERS).from(10L).to(13L))).containsExactly(10L, 11L, 12L);
        assertThat(keys(client.scan(NUMBERS).from(990L).limit(3))).containsExactly(990L, 991L, 992L);
        assertThat(keys(client.scan(NUMBERS).from(2000L))).isEmpty();
        assertThat(client.get(NUMBERS, 77L)).containsExactly(77L * 77);
        assertThat(client.get(NUMBERS, -1L)).isEmpty();
    }

    @Test
    void iteratorsOfAScanGiveEachTupleOnce() {
        client = LocalCluster.start(2);
        writeNumbers(10);
        try (Scan<Long, Long> scan = client.scan(NUMBERS).limit(5)) {
            Iterator<Map.Entry<Long, Long>> first = scan.iterator();
            Iterator<Map.Entry<Long, Long>> second = scan.iterator();
            assertThat(first.hasNext()).isTrue();
            assertThat(second.next().getKey()).isEqualTo(0);
            assertThat(first.next().getKey()).isEqualTo(1);
            assertThat(second.hasNext()).isTrue();
            assertThat(keys(scan)).containsExactly(2L, 3L, 4L);
            assertThat(first.hasNext()).isFalse();
        }
    }

    @Test
    void aPrefixSelectsStringsThatStartWithIt() {
        client = LocalCluster.start(2);
        TupleGroup<String, Long> words = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
        write(words, Map.of("the", 1L, "then", 2L, "tho", 3L, "th", 4L, "ti", 5L));
        try (Scan<String, Long> scan = client.scan(words).prefix("the")) {
            assertThat(scan.toList()).containsExactly(Map.entry("the", 1L), Map.entry("then", 2L));
        }
    }

    @Test
    void groupsAreRenamedCountedAndDropped() {
        client = LocalCluster.start(2);
        writeNumbers(10);
        client.rename("numbers", "digits");
        assertThat(client.count("digits")).isEqualTo(10);
        assertThat(client.stat("digits").subgroups().stream()
                        .mapToLong(placed -> placed.stat().tuples())
                        .sum())
                .isEqualTo(10);
        client.drop("digits");
        assertThat(client.groups()).isEmpty();
        assertThat(codeOf(() -> client.group("digits"))).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(codeOf(() -> client.drop("digits"))).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void groupsAreNotOverwrittenByDefault() {
        client = LocalCluster.start(1);
        writeNumbers(10);
        assertThat(codeOf(() -> writeNumbers(20))).isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThat(client.count("numbers")).isEqualTo(10);
        write(NUMBERS.replacing(), Map.of(1L, 1L));
        assertThat(client.count("numbers")).isEqualTo(1);
    }

    @Test
    void closeWithoutCommitLeavesNothing() {
        client = LocalCluster.start(2);
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            writer.append(1L, 1L);
        }
        assertThat(client.groups()).isEmpty();
        writeNumbers(1);
    }

    @Test
    void aCommittedWriterRejectsAppends() {
        client = LocalCluster.start(1);
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            writer.commit();
            assertThat(codeOf(() -> writer.append(1L, 1L))).isEqualTo(ErrorCode.CLOSED);
        }
        assertThat(client.count("numbers")).isZero();
    }

    @Test
    void jobsAndReadersRejectWrongTypes() {
        client = LocalCluster.start(1);
        writeNumbers(3);
        TupleGroup<String, Long> wrong = TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG);
        assertThat(codeOf(() -> client.get(wrong, "x"))).isEqualTo(ErrorCode.TYPE_MISMATCH);
        Workflow workflow = Workflow.named("wrong");
        workflow.map(wrong, OUT, (key, value, out) -> out.emit(value, value));
        assertThat(codeOf(() -> client.run(workflow))).isEqualTo(ErrorCode.TYPE_MISMATCH);
    }

    @Test
    void reportsMissingInputsAndExistingOutputsAtSubmission() {
        client = LocalCluster.start(1);
        Workflow workflow = Workflow.named("copy");
        workflow.map(NUMBERS, OUT, (key, value, out) -> out.emit(key, value));
        assertThat(codeOf(() -> client.run(workflow))).isEqualTo(ErrorCode.NOT_FOUND);
        writeNumbers(1);
        client.run(workflow);
        assertThat(codeOf(() -> client.run(workflow))).isEqualTo(ErrorCode.ALREADY_EXISTS);
    }

    @Test
    void reportsJobTaskAndKeyOfAMapperException() {
        client = LocalCluster.start(2);
        writeNumbers(100);
        Workflow workflow = Workflow.named("failing");
        workflow.map(NUMBERS, OUT, (key, value, out) -> {
                    if (key == 42) {
                        throw new IllegalStateException("cannot stand this number");
                    }
                })
                .named("picky");
        SssException error = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error)
                .hasMessageContaining("picky")
                .hasMessageContaining("42")
                .hasMessageContaining("cannot stand this number");
        assertThat(error.remoteTrace()).contains("SssClientIT");
        assertThat(client.groups()).extracting(Group::name).containsExactly("numbers");
    }

    @Test
    void rejectsEmittedNull() {
        client = LocalCluster.start(1);
        TupleGroup<String, Long> numbers = TupleGroup.of("numbers", Codecs.STRING, Codecs.LONG);
        try (GroupWriter<String, Long> writer = client.write(numbers)) {
            writer.append("one", 1L);
            writer.commit();
        }
        assertRejectsNull(
                TupleGroup.of("out", Codecs.STRING, Codecs.LONG),
                (to, job) -> job.map(numbers, to, (key, n, out) -> out.emit(null, n)));
        assertRejectsNull(
                TupleGroup.of("out", Codecs.STRING, Codecs.LONG),
                (to, job) -> job.map(numbers, to, (key, n, out) -> out.emit(key, (Long) null))
                        .combine(Combiner.sumLong()));
        assertRejectsNull(
                TupleGroup.of("out", Codecs.STRING, Codecs.BYTES),
                (to, job) -> job.map(numbers, to, (key, n, out) -> out.emit(key, null)));
    }

    private <V> void assertRejectsNull(TupleGroup<String, V> to, BiConsumer<TupleGroup<String, V>, Workflow> define) {
        Workflow workflow = Workflow.named("nulls");
        define.accept(to, workflow);
        assertThatThrownBy(() -> client.run(workflow))
                .hasMessageContaining("key <one>")
                .hasMessageContaining("group 'out' was given a null ")
                .hasMessageContaining("keys, values and fields of records must not be null; it was at ");
    }

    @Test
    void rejectsALambdaThatCannotBeSerialized() {
        client = LocalCluster.start(1);
        writeNumbers(1);
        Object lock = new Object();
        Workflow workflow = Workflow.named("unsendable");
        workflow.map(NUMBERS, OUT, (key, value, out) -> out.emit(key, (long) lock.hashCode()));
        SssException error = catchThrowableOfType(SssException.class, () -> client.submit(workflow));
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error).hasMessageContaining("java.lang.Object");
    }

    @Test
    void aMapperThatNeverReturnsCanBeCancelled() {
        client = LocalCluster.start(2);
        writeNumbers(10);
        Workflow workflow = Workflow.named("endless");
        workflow.map(NUMBERS, OUT, (key, value, out) -> new CountDownLatch(1).await());
        WorkflowHandle handle = client.submit(workflow);
        Awaitility.await().until(() -> handle.status().state() == State.RUNNING);
        client.cancel(handle.id());
        assertThat(codeOf(handle::await)).isEqualTo(ErrorCode.CANCELLED);
        assertThat(handle.status().state()).isEqualTo(State.CANCELLED);
        assertThat(client.groups()).extracting(Group::name).containsExactly("numbers");
    }

    @Test
    void workflowsAreListedWithTheNewestFirst() {
        client = LocalCluster.start(1);
        writeNumbers(1);
        for (String name : List.of("first", "second")) {
            Workflow workflow = Workflow.named(name);
            workflow.map(NUMBERS, OUT.replacing(), (key, value, out) -> out.emit(key, value));
            client.run(workflow);
        }
        assertThat(client.workflows()).extracting(WorkflowReport::name).containsExactly("second", "first");
        assertThat(client.workflow(client.workflows().get(1).id()).status().name())
                .isEqualTo("first");
        assertThat(codeOf(() -> client.workflow("wf-999"))).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void roundTripsLargeValues() {
        client = LocalCluster.start(2);
        byte[] large = new byte[5_000_000];
        new Random(7).nextBytes(large);
        write(VALUES, Map.of("large", Bytes.of(large), "empty", Bytes.of(new byte[0])));
        assertThat(client.get(VALUES, "large")).containsExactly(Bytes.of(large));
        assertThat(client.get(VALUES, "empty")).containsExactly(Bytes.of(new byte[0]));
    }

    @Test
    void manyTuplesAreSentInSeveralRuns() {
        client = LocalCluster.start(2);
        Bytes value = Bytes.of(new byte[1000]);
        try (GroupWriter<String, Bytes> writer = client.write(VALUES)) {
            for (int i = 0; i < 40_000; i++) {
                writer.append("key" + i % 10_000, value);
            }
            assertThat(writer.commit().tuples()).isEqualTo(40_000);
        }
        assertThat(client.get(VALUES, "key1234")).hasSize(4);
    }

    @Test
    void importsExportedGroups() throws IOException {
        client = LocalCluster.start(2);
        TupleGroup<Bytes, Bytes> group = TupleGroup.of("bytes", Codecs.BYTES, Codecs.BYTES);
        Map<Bytes, Bytes> tuples = new TreeMap<>();
        for (int i = 0; i < 256; i++) {
            tuples.put(Bytes.of(new byte[] {'k', (byte) i}), Bytes.of(new byte[] {(byte) i, 'v', (byte) (i + 1)}));
        }
        write(group, tuples);
        Path file = directory.resolve("out.tsv");
        client.export("bytes", file);
        assertThat(Files.readString(file, ISO_8859_1).split("\n")).hasSize(256);
        client.importTsv(TupleGroup.of("again", Codecs.BYTES, Codecs.BYTES), List.of(file), new Transferred());
        assertThat(exported("again")).isEqualTo(exported("bytes"));
    }

    @Test
    void reportsAnInvalidTsvLineAndWritesNothing() throws IOException {
        client = LocalCluster.start(1);
        Path file = Files.writeString(directory.resolve("bad.tsv"), "a\t1\nb\ttwo\n");
        SssException error = catchThrowableOfType(
                SssException.class,
                () -> client.importTsv(
                        TupleGroup.of("bad", Codecs.STRING, Codecs.LONG), List.of(file), new Transferred()));
        assertThat(error)
                .hasMessageContaining("line 2")
                .hasMessageContaining("bad.tsv")
                .hasMessageContaining("two");
        assertThat(client.groups()).isEmpty();
    }

    @Test
    void aFailedImportFreesItsNameBeforeItReturns() throws IOException {
        client = LocalCluster.start(2);
        TupleGroup<String, Long> group = TupleGroup.of("stock", Codecs.STRING, Codecs.LONG);
        Path bad = Files.writeString(directory.resolve("bad.tsv"), "a\t1\nb\ttwo\n");
        for (int i = 0; i < 20; i++) {
            assertThatThrownBy(() -> client.importTsv(group, List.of(bad), new Transferred()))
                    .hasMessageContaining("bad.tsv");
        }
        Path good = Files.writeString(directory.resolve("good.tsv"), "a\t1\nb\t2\n");
        assertThat(client.importTsv(group, List.of(good), new Transferred()).tuples())
                .isEqualTo(2);
    }

    @Test
    void aLineOf64MiBIsImported() throws IOException {
        client = LocalCluster.start(1);
        Path file = directory.resolve("long.txt");
        int length = 64 << 20;
        try (OutputStream out = Files.newOutputStream(file)) {
            byte[] part = new byte[1 << 20];
            Arrays.fill(part, (byte) 'x');
            for (int i = 0; i < length / part.length; i++) {
                out.write(part);
            }
            out.write("\nend".getBytes(ISO_8859_1));
        }
        Transferred done = new Transferred();
        client.importText(WordCount.lines("lines"), List.of(file), done);
        assertThat(done.tuples()).isEqualTo(2);
        try (RawTuples tuples = client.raw("lines", null, null, null)) {
            assertThat(tuples.next()).isTrue();
            assertThat(tuples.valueLength()).isEqualTo(length);
            assertThat(tuples.next()).isTrue();
            assertThat(tuples.valueLength()).isEqualTo(3);
        }
    }

    @Test
    void emptyFilesMakeAnEmptyGroup() throws IOException {
        client = LocalCluster.start(2);
        client.importText("none", List.of(Files.createFile(directory.resolve("empty"))));
        assertThat(client.count("none")).isZero();
        assertThat(exported("none")).isEmpty();
    }

    @Test
    void aDirectoryHasItsGroupsAtTheNextStart() {
        client = LocalCluster.start(2, directory.resolve("kept"));
        writeNumbers(100);
        client.close();
        client = LocalCluster.start(2, directory.resolve("kept"));
        assertThat(keys(client.scan(NUMBERS))).hasSize(100);
    }

    @Test
    void tuplesOfAPartitionerAreFoundToo() {
        client = LocalCluster.start(3);
        writeNumbers(50);
        Workflow workflow = Workflow.named("placed");
        workflow.map(NUMBERS, OUT, (key, value, out) -> out.emit(key, value))
                .partitionBy((key, value, subgroups) -> (int) (key % 2));
        client.run(workflow);
        assertThat(client.get(OUT, 7L)).containsExactly(49L);
        assertThat(client.group("out").hashed()).isFalse();
        assertThat(client.stat("out").subgroups().stream()
                        .filter(placed -> placed.stat().tuples() > 0))
                .hasSize(2);
    }

    @Test
    void reportsTheAddressIfNoNodeAnswers() {
        SssException error = catchThrowableOfType(SssException.class, () -> SssClient.connect("127.0.0.1:1"));
        assertThat(error.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(error).hasMessageContaining("127.0.0.1:1");
    }

    private void writeNumbers(int count) {
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            for (long i = count - 1; i >= 0; i--) {
                writer.append(i, i * i);
            }
            writer.commit();
        }
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, V> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }

    private static List<Long> keys(Scan<Long, Long> scan) {
        try (scan) {
            return scan.toList().stream().map(Map.Entry::getKey).toList();
        }
    }

    private String exported(String group) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        client.export(group, out, new Transferred());
        return out.toString(ISO_8859_1);
    }

    private static ErrorCode codeOf(Runnable call) {
        return catchThrowableOfType(SssException.class, call::run).code();
    }
}
