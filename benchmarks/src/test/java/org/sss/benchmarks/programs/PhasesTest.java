package org.sss.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.client.WorkflowReport;
import org.sss.net.control.JobReport;
import org.sss.net.control.JobTimes;
import org.sss.net.control.Progress;
import org.sss.net.control.ThreadTimes;
import org.sss.net.control.ThreadTimes.JvmCosts;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;

class PhasesTest {
    @Test
    void whatAJobStoredForTheNextIsShuffled() {
        assertThat(shuffled(job(JobKind.MAP, "lines", "ones", 300, 0), job(JobKind.REDUCE, "ones", "counts", 70, 0)))
                .isEqualTo(300);
    }

    @Test
    void aMapThatWritesTheAnswerShufflesNothing() {
        assertThat(shuffled(job(JobKind.MAP, "records", "sorted", 300, 0))).isZero();
    }

    @Test
    void eachIterationOfALoopStoresAsMuch() {
        assertThat(shuffled(
                        job(JobKind.CO_GROUP, "edges", "gifts", 40, 0),
                        job(JobKind.CO_GROUP, "gifts", "next", 50, 9),
                        job(JobKind.CO_GROUP, "gifts", "ranks", 60, 0)))
                .isEqualTo(40 + 9 * 50);
    }

    @Test
    void costsAreSumsOfTheThreadsOfAllJobsAndOfALoopAsManyAsItsIterations() {
        Map<String, Double> costs = costs(
                job(
                        JobKind.MAP,
                        0,
                        thread(0, 100, new JvmCosts(1000, 20, 3, -1)),
                        thread(1, 50, new JvmCosts(500, 30, 0, -1))),
                job(JobKind.REDUCE, 9, thread(0, 7, new JvmCosts(10, 1, 2, -1))));
        assertThat(costs)
                .containsEntry("calls", 150.0 + 9 * 7)
                .containsEntry("allocated_bytes", 1500.0 + 9 * 10)
                .containsEntry("blocked", 3.0 + 9 * 2)
                .hasEntrySatisfying("gc_seconds", gc -> assertThat(gc).isCloseTo(0.030 + 9 * 0.001, within(1e-9)));
    }

    @Test
    void whatOneJobDoesNotKnowIsUnknown() {
        WorkflowStatus.JobStatus known = job(JobKind.MAP, 0, thread(0, 100, new JvmCosts(1000, 20, 3, -1)));
        assertThat(costs(known, job(JobKind.REDUCE, 0, thread(0, 7, null))))
                .containsEntry("calls", 107.0)
                .doesNotContainKeys("allocated_bytes", "gc_seconds", "blocked");
        assertThat(costs(known, job(JobKind.REDUCE, 0, thread(0, 7, new JvmCosts(0, 1, 2, -1)))))
                .as("a JVM that does not count allocated bytes")
                .doesNotContainKeys("allocated_bytes")
                .containsEntry("blocked", 5.0);
        assertThat(costs(job(JobKind.MAP, 0, thread(-1, 100, new JvmCosts(1000, 20, 3, -1)))))
                .as("pauses of all threads of a node, which were at the same time")
                .doesNotContainKeys("gc_seconds")
                .containsEntry("allocated_bytes", 1000.0);
        assertThat(costs(known, job(JobKind.REDUCE, "ones", "counts", 70, 0))).doesNotContainKeys("calls");
    }

    private static Map<String, Double> costs(WorkflowStatus.JobStatus... jobs) {
        return Phases.of(workflow(jobs));
    }

    private static ThreadTimes thread(int number, long calls, JvmCosts jvm) {
        ThreadTimes.Phase none = ThreadTimes.Phase.NONE;
        return new ThreadTimes(
                0,
                number,
                none,
                new ThreadTimes.Input(none, none),
                new ThreadTimes.Phase(calls, 1, 1),
                new ThreadTimes.Output(none, none, none),
                jvm,
                0);
    }

    private static double shuffled(WorkflowStatus.JobStatus... jobs) {
        return Phases.of(workflow(jobs)).get(Phases.SHUFFLED_BYTES);
    }

    private static WorkflowReport workflow(WorkflowStatus.JobStatus... jobs) {
        WorkflowStatus status =
                new WorkflowStatus("wf-1", "any", WorkflowStatus.State.SUCCEEDED, List.of(jobs), null, 0, 1);
        return WorkflowReport.ofJson(new String(Json.write(status), StandardCharsets.UTF_8));
    }

    private static WorkflowStatus.JobStatus job(
            JobKind kind, String input, String output, long storedBytes, int iterations) {
        return job(kind, input, output, storedBytes, iterations, null);
    }

    private static WorkflowStatus.JobStatus job(JobKind kind, int iterations, ThreadTimes... threads) {
        return job(kind, "in", "out", 1, iterations, new JobTimes(1, List.of(threads), List.of()));
    }

    private static WorkflowStatus.JobStatus job(
            JobKind kind, String input, String output, long storedBytes, int iterations, JobTimes times) {
        JobReport report = new JobReport(
                List.of(),
                List.of(new JobReport.Size(output, 1, 1, storedBytes)),
                1,
                new JobReport.Tasks(0, 1, 0, 1, 1, 0),
                null,
                times);
        return new WorkflowStatus.JobStatus(
                "any",
                kind,
                WorkflowStatus.State.SUCCEEDED,
                List.of(input),
                List.of(output),
                new WorkflowStatus.Work(1, 1, 1, iterations),
                Progress.NONE,
                report);
    }
}
