package org.sss.benchmarks.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.client.WorkflowReport;
import org.sss.net.control.JobReport;
import org.sss.net.control.Progress;
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

    private static double shuffled(WorkflowStatus.JobStatus... jobs) {
        return Phases.of(report(
                        new WorkflowStatus("wf-1", "any", WorkflowStatus.State.SUCCEEDED, List.of(jobs), null, 0, 1)))
                .get(Phases.SHUFFLED_BYTES);
    }

    private static WorkflowReport report(WorkflowStatus status) {
        return WorkflowReport.ofJson(new String(Json.write(status), StandardCharsets.UTF_8));
    }

    private static WorkflowStatus.JobStatus job(
            JobKind kind, String input, String output, long storedBytes, int iterations) {
        JobReport report = new JobReport(
                List.of(),
                List.of(new JobReport.Size(output, 1, 1, storedBytes)),
                1,
                new JobReport.Tasks(0, 1, 0, 1, 1, 0),
                null,
                null);
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
