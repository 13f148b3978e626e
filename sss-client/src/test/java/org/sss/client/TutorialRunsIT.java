package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Until;
import org.sss.api.Workflow;
import org.sss.client.Progress.HeavyKey;
import org.sss.client.WorkflowReport.State;

/** How workflows run: what docs/guide/jobs.md says of loops, priorities, attempts and reports. */
class TutorialRunsIT {
    private static final TupleGroup<Long, Long> DISTANCES = TupleGroup.of("distances", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> HEARD = TupleGroup.of("heard", Codecs.LONG, Codecs.LONG).asTemporary();
    private static final TupleGroup<Long, Long> NEXT = TupleGroup.of("shortest", Codecs.LONG, Codecs.LONG);
    private static final int VERTICES = 20;
    /** {@code workflows.running} when nothing is said. */
    private static final int RUNNING_AT_ONCE = 16;
    private static CountDownLatch release;

    @TempDir
    Path directory;
    private SssClient client;

    @BeforeEach
    void start() {
        release = new CountDownLatch(1);
        client = LocalCluster.start(2);
        try (GroupWriter<Long, Long> writer = client.write(DISTANCES)) {
            for (long vertex = 0; vertex < VERTICES; vertex++) {
                writer.append(vertex, vertex == 0 ? 0L : 1_000L);
            }
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        release.countDown();
        client.close();
    }

    private Map<Long, Long> read(TupleGroup<Long, Long> group) {
        Map<Long, Long> all = new TreeMap<>();
        client.scan(group).toList().forEach(tuple -> all.put(tuple.getKey(), tuple.getValue()));
        return all;
    }

    private static Workflow shortest() {
        Workflow workflow = Workflow.named("distances");
        workflow.repeat(100, body -> {
            body.map(DISTANCES, HEARD, (Long vertex, Long distance, Emitter<Long, Long> out) -> {
                out.emit(vertex, distance);
                out.emit((vertex + 1) % VERTICES, distance + 1);
            });
            body.reduce(HEARD, NEXT, (vertex, distances, out) -> {
                long least = Long.MAX_VALUE;
                for (long distance : distances) {
                    least = Math.min(least, distance);
                }
                out.emit(vertex, least);
                out.count("far", least >= 1_000 ? 1 : 0);
            });
        }).carry(NEXT, DISTANCES).until(Until.atMost("far", 0));
        return workflow;
    }

    @Test
    void aLoopRunsUntilACounterSaysSo() {
        WorkflowReport status = client.run(shortest());

        assertThat(status.jobs().get(0).iterations()).isEqualTo(VERTICES - 1);
        assertThat(read(NEXT)).containsEntry(0L, 0L).containsEntry(19L, 19L).hasSize(VERTICES);
    }

    private static Workflow components(TupleGroup<Long, Long> edges, TupleGroup<Long, Long> labels, TupleGroup<Long, Long> next) {
        Workflow workflow = Workflow.named("components");
        workflow.repeat(100, body -> {
            body.coGroup(List.of(edges, labels), HEARD, (vertex, values, out) -> {
                for (long label : values.of(labels)) {
                    out.emit(vertex, label);
                    for (long neighbour : values.of(edges)) {
                        out.emit(neighbour, label);
                    }
                }
            });
            body.reduce(HEARD, next, (vertex, heard, out) -> {
                long largest = -1;
                long least = Long.MAX_VALUE;
                for (long label : heard) {
                    largest = Math.max(largest, label);
                    least = Math.min(least, label);
                }
                out.emit(vertex, least);
                out.count("differ", largest > least ? 1 : 0);
            });
        }).carry(next, labels).until(Until.atMost("differ", 0));
        return workflow;
    }

    @Test
    void aLoopReadsWhatDoesNotChangeWhereItIs() {
        TupleGroup<Long, Long> edges = TupleGroup.of("edges", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> labels = TupleGroup.of("labels", Codecs.LONG, Codecs.LONG);
        try (GroupWriter<Long, Long> edge = client.write(edges); GroupWriter<Long, Long> label = client.write(labels)) {
            for (long vertex = 0; vertex < VERTICES; vertex++) {
                label.append(vertex, vertex);
                edge.append(vertex, (vertex + 2) % VERTICES);
                edge.append((vertex + 2) % VERTICES, vertex);
            }
            edge.commit();
            label.commit();
        }
        client.run(components(edges, labels, NEXT));

        assertThat(read(NEXT)).hasSize(VERTICES).allSatisfy((vertex, label) -> assertThat(label).isEqualTo(vertex % 2));
    }

    private static Workflow doubling(int times, TupleGroup<Long, Long> output) {
        Workflow workflow = Workflow.named("doubling");
        workflow.repeat(times, body -> body.map(DISTANCES, output,
                (Long vertex, Long n, Emitter<Long, Long> out) -> out.emit(vertex, 2 * n))).carry(output, DISTANCES);
        return workflow;
    }

    @Test
    void aLoopIsResumed() {
        TupleGroup<Long, Long> doubled = TupleGroup.of("doubled", Codecs.LONG, Codecs.LONG);
        Workflow first = doubling(4, doubled);
        first.loops().get(0).keep(2);
        client.run(first);
        assertThat(read(TupleGroup.of("distances.iteration-3", Codecs.LONG, Codecs.LONG))).containsEntry(1L, 8_000L);

        Workflow second = doubling(5, doubled.replacing());
        second.loops().get(0).resumeFrom(3);
        client.run(second);
        assertThat(read(doubled)).containsEntry(1L, 32_000L);
    }

    @Test
    void userCodeIsTriedAgainIfAsked() {
        String once = directory.resolve("once").toString();
        Workflow workflow = Workflow.named("flaky");
        workflow.map(DISTANCES, NEXT, (Long vertex, Long distance, Emitter<Long, Long> out) -> {
            if (vertex == 7 && !Files.exists(Path.of(once))) {
                Files.createFile(Path.of(once));
                throw new IllegalStateException("the service did not answer");
            }
            out.emit(vertex, distance);
        });
        SssException error = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(error.code()).isEqualTo(ErrorCode.USER_CODE);

        once(once);
        workflow.attemptsOfUserCode(3);
        WorkflowReport status = client.run(workflow);

        assertThat(status.jobs().get(0).statistics().repeatedTasks()).isEqualTo(1);
        assertThat(read(NEXT)).hasSize(VERTICES);
    }

    private static void once(String file) {
        assertThat(Path.of(file).toFile().delete()).isTrue();
    }

    /** Runs until it is released: its functions run in this JVM. */
    private static Workflow copy(String output) {
        Workflow workflow = Workflow.named(output);
        workflow.map(DISTANCES, TupleGroup.of(output, Codecs.LONG, Codecs.LONG), (Long vertex, Long n, Emitter<Long, Long> out) -> {
            release.await();
            out.emit(vertex, n);
        });
        return workflow;
    }

    @Test
    void ofWorkflowsThatWaitTheOneOfHighestPriorityStartsFirst() {
        List<WorkflowHandle> running = IntStream.range(0, RUNNING_AT_ONCE).mapToObj(i -> client.submit(copy("long-" + i))).toList();
        Awaitility.await().until(() -> running.stream().allMatch(one -> one.status().state() == State.RUNNING));
        WorkflowHandle usual = client.submit(copy("usual"));
        WorkflowHandle report = client.submit(copy("report").priority(50));

        running.get(0).cancel();
        Awaitility.await().until(() -> report.status().state() == State.RUNNING);
        assertThat(usual.status().state()).isEqualTo(State.WAITING);

        release.countDown();
        assertThat(report.await().state()).isEqualTo(State.SUCCEEDED);
        assertThat(usual.await().state()).isEqualTo(State.SUCCEEDED);
    }

    @Test
    void theReportOfAJobShowsWhatWentWhere() {
        TupleGroup<String, Long> parts = TupleGroup.of("parts", Codecs.STRING, Codecs.LONG);
        TupleGroup<String, Long> sums = TupleGroup.of("sums", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("parts");
        workflow.map(DISTANCES, parts, (vertex, distance, out) -> out.emit(vertex < 15 ? "many" : "few", distance));
        workflow.reduce(parts, sums, (part, distances, out) -> out.emit(part, 0L));
        WorkflowReport status = client.run(workflow);

        JobStatistics report = status.jobs().get(1).statistics();
        assertThat(report.read().get(0).tuples()).isEqualTo(20);
        assertThat(report.written().get(0).group()).isEqualTo("sums");
        assertThat(status.jobs().get(1).progress().heaviest()).containsExactly(
                new HeavyKey("<many>", 15), new HeavyKey("<few>", 5));
        assertThat(client.workflow(status.id()).status().jobs().get(1).statistics()).isEqualTo(report);
    }

    @Test
    void reportsAreKeptInAGroup() {
        TupleGroup<String, String> reports = TupleGroup.of("reports", Codecs.STRING, Codecs.STRING);
        String first = client.run(doubling(1, NEXT)).id();
        assertThat(client.admin().keepReports("reports")).isEqualTo(1);
        String second = client.run(doubling(1, NEXT.replacing())).id();
        assertThat(client.admin().keepReports("reports")).isEqualTo(2);
        assertThat(client.scan(reports).toList()).extracting(Map.Entry::getKey).containsExactly(first, second);
        assertThat(client.get(reports, first).get(0)).startsWith("{\"id\":\"" + first + "\",\"name\":\"doubling\"");
    }

    @Test
    void aGroupOfSomethingElseKeepsWhatItHas() {
        client.run(doubling(1, NEXT));
        SssException e = catchThrowableOfType(SssException.class, () -> client.admin().keepReports(NEXT.name()));
        assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH);
        assertThat(read(NEXT)).hasSize(VERTICES);
    }

    @Test
    void jobsOfOneStageRunSideBySide() {
        TupleGroup<Long, Long> even = TupleGroup.of("even", Codecs.LONG, Codecs.LONG).asTemporary();
        TupleGroup<Long, Long> odd = TupleGroup.of("odd", Codecs.LONG, Codecs.LONG).asTemporary();

        Workflow workflow = Workflow.named("two-ways");
        workflow.map(DISTANCES, even, (Long vertex, Long n, Emitter<Long, Long> out) -> out.emit(vertex, 2 * n)).named("double");
        workflow.map(DISTANCES, odd, (Long vertex, Long n, Emitter<Long, Long> out) -> out.emit(vertex, 2 * n + 1)).named("next");
        workflow.map(even, NEXT, (Long vertex, Long n, Emitter<Long, Long> out) -> out.emit(n, vertex))
                .from(odd, (vertex, n, out) -> out.emit(n, vertex)).named("both");
        assertThat(workflow.explain()).isEqualTo("""
                workflow two-ways
                  map double (stage 1)
                      reads   distances (long -> long)
                      writes  even (long -> long), temporary
                  map next (stage 1)
                      reads   distances (long -> long)
                      writes  odd (long -> long), temporary
                  map both (stage 2)
                      reads   even (long -> long), from double
                      reads   odd (long -> long), from next
                      writes  shortest (long -> long)
                """);

        client.run(workflow);
        assertThat(client.count("shortest")).isEqualTo(2 * VERTICES);
    }

    @Test
    void aWorkflowIsExplained() {
        assertThat(shortest().explain()).isEqualTo("""
                workflow distances
                  repeat up to 100 times, until far <= 0
                  | map map-1 (stage 1)
                  |     reads   distances (long -> long)
                  |     writes  heard (long -> long), temporary
                  | reduce reduce-2 (stage 2)
                  |     reads   heard (long -> long), from map-1
                  |     writes  shortest (long -> long)
                  | carry shortest to distances
                """);
    }
}
