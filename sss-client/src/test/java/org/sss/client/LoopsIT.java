package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Loop;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Until;
import org.sss.api.Workflow;

/** Loops that the servers run. */
class LoopsIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> NEXT = TupleGroup.of("next", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        write(NUMBERS, Map.of(1L, 1L, 2L, 20L, 3L, 300L));
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private void write(TupleGroup<Long, Long> group, Map<Long, Long> tuples) {
        try (GroupWriter<Long, Long> writer = client.write(group)) {
            tuples.forEach(writer::append);
            writer.commit();
        }
    }

    private Map<Long, Long> read(TupleGroup<Long, Long> group) {
        Map<Long, Long> all = new TreeMap<>();
        client.scan(group).toList().forEach(tuple -> all.put(tuple.getKey(), tuple.getValue()));
        return all;
    }

    private Group group(String name) {
        return client.groups().stream()
                .filter(group -> group.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> groups() {
        return client.groups().stream().map(Group::name).toList();
    }

    /** Adds one to each number, {@code max} times. */
    private static Workflow adding(int max, TupleGroup<Long, Long> next) {
        Workflow workflow = Workflow.named("add");
        addLoop(workflow, max, next);
        return workflow;
    }

    private static Loop addLoop(Workflow workflow, int max, TupleGroup<Long, Long> next) {
        return workflow.repeat(
                        max,
                        body -> body.map(NUMBERS, next, (Long k, Long v, Emitter<Long, Long> out) -> {
                            out.emit(k, v + 1);
                            if (v + 1 > 1_000) {
                                out.count("large", 1);
                            }
                        }))
                .carry(next, NUMBERS);
    }

    @Test
    void anIterationReadsTheOutputOfThePreviousOne() {
        WorkflowReport status = client.run(adding(5, NEXT));
        assertThat(read(NEXT)).isEqualTo(Map.of(1L, 6L, 2L, 25L, 3L, 305L));
        assertThat(read(NUMBERS)).isEqualTo(Map.of(1L, 1L, 2L, 20L, 3L, 300L));
        assertThat(status.jobs()).singleElement().satisfies(job -> {
            assertThat(job.iterations()).isEqualTo(5);
            assertThat(job.progress().tuplesIn()).isEqualTo(15);
        });
        assertThat(groups()).containsExactly("next", "numbers");
    }

    @Test
    void jobsAfterTheLoopReadItsLastIterationByBothNames() {
        Workflow workflow = Workflow.named("after");
        addLoop(workflow, 3, NEXT.asTemporary());
        workflow.map(NUMBERS, OUT, (k, v, out) -> out.emit(k, v));
        workflow.map(
                NEXT.asTemporary(), TupleGroup.of("out2", Codecs.LONG, Codecs.LONG), (k, v, out) -> out.emit(k, v));
        client.run(workflow);
        assertThat(read(OUT)).isEqualTo(Map.of(1L, 4L, 2L, 23L, 3L, 303L));
        assertThat(read(TupleGroup.of("out2", Codecs.LONG, Codecs.LONG))).isEqualTo(read(OUT));
        assertThat(groups()).containsExactly("numbers", "out", "out2");
    }

    @Test
    void theResultOfALoopMayReplaceItsInput() {
        Workflow workflow = Workflow.named("in-place");
        addLoop(workflow, 3, NEXT.asTemporary());
        workflow.map(NEXT.asTemporary(), NUMBERS.replacing(), (k, v, out) -> out.emit(k, -v));
        client.run(workflow);
        assertThat(read(NUMBERS)).isEqualTo(Map.of(1L, -4L, 2L, -23L, 3L, -303L));
        assertThat(groups()).containsExactly("numbers");
        Workflow twice = Workflow.named("twice");
        twice.map(NUMBERS, OUT, (k, v, out) -> out.emit(k, v));
        twice.repeat(3, body -> body.map(OUT, NEXT.asTemporary(), (k, v, out) -> out.emit(k, v)))
                .carry(NEXT, OUT);
        twice.map(NEXT.asTemporary(), OUT, (k, v, out) -> out.emit(k, v));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(twice)))
                .hasMessageContaining("'out'");
    }

    @Test
    void aConditionOnACounterEndsTheLoop() {
        Workflow workflow = Workflow.named("until");
        addLoop(workflow, 10_000, NEXT).until(Until.atLeast("large", 1));
        assertThat(client.run(workflow).jobs().get(0).iterations()).isEqualTo(701);
        assertThat(read(NEXT)).containsEntry(3L, 1_001L);
    }

    @Test
    void aCounterThatNobodyCountsIsZero() {
        Workflow workflow = Workflow.named("until");
        addLoop(workflow, 10, NEXT).until(Until.atMost("none", 0));
        assertThat(client.run(workflow).jobs().get(0).iterations()).isEqualTo(1);
    }

    @Test
    void retainsTheLastIterationsAndResumesFromOne() {
        Workflow first = Workflow.named("first");
        addLoop(first, 5, NEXT).keep(3);
        client.run(first);
        assertThat(groups()).containsExactly("next", "numbers", "numbers.iteration-3", "numbers.iteration-4");
        assertThat(read(TupleGroup.of("numbers.iteration-3", Codecs.LONG, Codecs.LONG)))
                .containsEntry(1L, 4L);
        Workflow second = Workflow.named("second");
        addLoop(second, 10, OUT).resumeFrom(4);
        assertThat(client.run(second).jobs().get(0).iterations()).isEqualTo(10);
        assertThat(read(OUT)).containsEntry(1L, 11L);
        client.rename("next", "numbers.iteration-5");
        Workflow third = Workflow.named("third");
        addLoop(third, 12, NEXT).resumeFrom(5);
        client.run(third);
        assertThat(read(NEXT)).containsEntry(1L, 13L);
    }

    @Test
    void retainedIterationsReplaceOnlyThoseOfAnEarlierRun() {
        Workflow first = Workflow.named("first");
        addLoop(first, 4, NEXT).keep(2);
        client.run(first);
        Workflow again = Workflow.named("first");
        addLoop(again, 4, NEXT.replacing()).keep(2);
        client.run(again);
        assertThat(client.group("numbers.iteration-3").createdBy()).startsWith("wf-2/");

        Workflow other = Workflow.named("other");
        addLoop(other, 4, OUT).keep(2);
        assertThatThrownBy(() -> client.submit(other))
                .hasMessageContaining("group 'numbers.iteration-3' exists already")
                .extracting(e -> ((SssException) e).code())
                .isEqualTo(ErrorCode.ALREADY_EXISTS);

        TupleGroup<Long, Long> own = TupleGroup.of("numbers.iteration-2", Codecs.LONG, Codecs.LONG);
        try (GroupWriter<Long, Long> writer = client.write(own)) {
            writer.append(7L, 7L);
            writer.commit();
        }
        Workflow third = Workflow.named("first");
        addLoop(third, 4, NEXT.replacing()).keep(2);
        assertThatThrownBy(() -> client.submit(third))
                .hasMessageContaining("group 'numbers.iteration-2' exists already")
                .hasMessageContaining("but by client; rename it");
        assertThat(read(own)).containsExactly(Map.entry(7L, 7L));
        Workflow resumed = Workflow.named("first");
        addLoop(resumed, 4, NEXT.replacing()).keep(2).resumeFrom(2);
        client.run(resumed);
        assertThat(read(own)).containsExactly(Map.entry(7L, 7L));
    }

    /** Emits the number of the iteration. */
    private static final class Stamp implements Mapper<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private int iteration;

        @Override
        public void setup(TaskContext context) {
            iteration = context.iteration();
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, Long> out) {
            out.emit(key, value * 10 + iteration);
        }
    }

    @Test
    void tasksKnowTheirIteration() {
        Workflow workflow = Workflow.named("stamps");
        workflow.repeat(4, body -> body.map(NUMBERS, NEXT, new Stamp())).carry(NEXT, NUMBERS);
        client.run(workflow);
        assertThat(read(NEXT)).containsEntry(1L, 10123L);
    }

    @Test
    void aFailedIterationLeavesNothingOfTheLoop() {
        Workflow workflow = Workflow.named("fails");
        workflow.repeat(
                        50,
                        body -> body.map(NUMBERS, NEXT, (Long k, Long v, Emitter<Long, Long> out) -> {
                            if (v == 17) {
                                throw new IllegalStateException("seventeen");
                            }
                            out.emit(k, v + 1);
                        }))
                .carry(NEXT, NUMBERS);
        SssException error = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(error).hasMessageContaining("seventeen");
        assertThat(groups()).containsExactly("numbers");
    }

    @Test
    void rejectsCarriedGroupsNotWrittenInTheLoop() {
        Workflow workflow = Workflow.named("wrong");
        workflow.repeat(2, body -> body.map(NUMBERS, NEXT, (Long k, Long v, Emitter<Long, Long> out) -> out.emit(k, v)))
                .carry(OUT, NUMBERS);
        SssException error = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error).hasMessageContaining("carries group 'out' to 'numbers'");
    }

    /** Components of a graph: each vertex takes the smallest label around it, until none changes. */
    @Test
    void componentsOfAGraphAreFoundWithTheEdgesStayingWhereTheyAre() {
        TupleGroup<Long, Long> edges = TupleGroup.of("edges", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> labels = TupleGroup.of("labels", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> heard =
                TupleGroup.of("heard", Codecs.LONG, Codecs.LONG).asTemporary();
        Map<Long, Long> own = new TreeMap<>();
        try (GroupWriter<Long, Long> writer = client.write(edges)) {
            for (long vertex = 0; vertex < 60; vertex++) {
                own.put(vertex, vertex);
                if (vertex % 20 != 0) {
                    writer.append(vertex - 1, vertex);
                    writer.append(vertex, vertex - 1);
                }
            }
            writer.commit();
        }
        write(labels, own);
        Group stored = group("edges");
        Workflow workflow = Workflow.named("components");
        TupleGroup<Long, Long> next = TupleGroup.of("components", Codecs.LONG, Codecs.LONG);
        workflow.repeat(100, body -> {
                    body.coGroup(List.of(edges, labels), heard, (vertex, values, out) -> {
                        for (long label : values.of(labels)) {
                            out.emit(vertex, label);
                            for (long neighbour : values.of(edges)) {
                                out.emit(neighbour, label);
                            }
                        }
                    });
                    body.reduce(heard, next, (vertex, all, out) -> {
                        long least = Long.MAX_VALUE;
                        long distinct = 0;
                        for (long label : all) {
                            distinct += label == least ? 0 : 1;
                            least = Math.min(least, label);
                        }
                        out.count("changed", distinct > 1 ? 1 : 0);
                        out.emit(vertex, least);
                    });
                })
                .carry(next, labels)
                .until(Until.atMost("changed", 0));
        int iterations = client.run(workflow).jobs().get(0).iterations();
        assertThat(iterations).isBetween(19, 21);
        assertThat(new HashSet<>(read(next).values())).isEqualTo(Set.of(0L, 20L, 40L));
        assertThat(group("edges")).isEqualTo(stored);
    }

    @Test
    void aThousandIterationsLeaveNoGroups() {
        Workflow workflow = Workflow.named("long");
        addLoop(workflow, 1_000, NEXT.asTemporary()).until(Until.atLeast("never", 1));
        workflow.map(NEXT.asTemporary(), OUT, (k, v, out) -> out.emit(k, v));
        List<Integer> seen = new ArrayList<>();
        client.submit(workflow).follow(status -> seen.add(status.jobs().get(0).iterations()));
        assertThat(seen).isSorted().last().isEqualTo(1_000);
        assertThat(read(OUT)).isEqualTo(Map.of(1L, 1_001L, 2L, 1_020L, 3L, 1_300L));
        assertThat(groups()).containsExactly("numbers", "out");
    }

    /** Sizes that may grow with the iterations of a loop: files, their bytes, and the status of the workflow. */
    private record Footprint(int iteration, long files, long journalBytes, int statusBytes) {
        static Footprint of(WorkflowReport status, Path directory) {
            List<Path> files = filesIn(directory);
            long journal = files.stream()
                    .filter(file -> file.endsWith("journal"))
                    .mapToLong(LoopsIT::size)
                    .sum();
            return new Footprint(
                    status.jobs().get(0).iterations(),
                    files.size(),
                    journal,
                    status.toJson().length());
        }
    }

    private static List<Path> filesIn(Path directory) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    files.add(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path gone, IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static long size(Path file) {
        return file.toFile().length();
    }

    /** Runs a loop over values of {@code bytes} in total, and reports its footprint with each status. */
    private static List<Footprint> loop(Path directory, int iterations, int bytes) {
        TupleGroup<Long, String> texts = TupleGroup.of("texts", Codecs.LONG, Codecs.STRING);
        TupleGroup<Long, String> next =
                TupleGroup.of("next-texts", Codecs.LONG, Codecs.STRING).asTemporary();
        List<Footprint> seen = new ArrayList<>();
        try (SssClient own = LocalCluster.start(2, directory)) {
            try (GroupWriter<Long, String> writer = own.write(texts)) {
                for (long key = 0; key < 4; key++) {
                    writer.append(key, "x".repeat(bytes / 4));
                }
                writer.commit();
            }
            Workflow workflow = Workflow.named("texts");
            workflow.repeat(
                            iterations,
                            body -> body.map(
                                    texts,
                                    next,
                                    (Long key, String text, Emitter<Long, String> out) -> out.emit(key, text)))
                    .carry(next, texts);
            WorkflowReport last = own.submit(workflow).follow(status -> seen.add(Footprint.of(status, directory)));
            assertThat(last.state()).isEqualTo(WorkflowReport.State.SUCCEEDED);
            assertThat(last.jobs().get(0).progress().tuplesIn()).isEqualTo(4L * iterations);
            own.drop("texts");
            seen.add(Footprint.of(last, directory));
        }
        return seen;
    }

    private static Footprint largest(List<Footprint> all) {
        return all.stream()
                .reduce((a, b) -> new Footprint(
                        b.iteration(),
                        Math.max(a.files(), b.files()),
                        Math.max(a.journalBytes(), b.journalBytes()),
                        Math.max(a.statusBytes(), b.statusBytes())))
                .orElseThrow();
    }

    /** All iterations together write more than nodes hold in memory: what is not given back would be found in files. */
    @Test
    void aThousandIterationsNeedNoMoreMemoryThanAFew(@TempDir Path few, @TempDir Path many) {
        int bytes = (int) (Runtime.getRuntime().maxMemory() / 1_500);
        Footprint start = largest(loop(few, 20, bytes));
        List<Footprint> seen = loop(many, 1_000, bytes);
        assertThat(seen).allSatisfy(now -> {
            assertThat(now.files()).as("files, %s", now).isLessThanOrEqualTo(start.files() + 4);
            assertThat(now.journalBytes()).as("journal, %s", now).isLessThanOrEqualTo(start.journalBytes() + 4096);
            assertThat(now.statusBytes()).as("status, %s", now).isLessThanOrEqualTo(start.statusBytes() + 1024);
        });
    }
}
