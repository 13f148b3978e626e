package org.sss.cli.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Pace;
import org.sss.client.Reports;
import org.sss.client.WorkflowReport;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.LeftThreads;
import org.sss.net.control.WorkflowSpec.JobKind;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Progress in a log file, for a group of 100 tuples in 4 subgroups and with a manual clock. */
class JobProgressTest {
    private static final int SUBGROUPS = 4;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final JobProgress progress = new JobProgress(
            new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), false),
            group -> 100,
            SUBGROUPS,
            this::nanoTime);
    private long millis;

    @Test
    void showsThePercentageOfAJobOverAGroup() {
        showLater(job("map-1", SUBGROUPS, 0, 50, 2000));
        assertThat(lines()).containsExactly("map-1: 50%, 50 tuples, 25/s");
    }

    @Test
    void showsNoRateBeforeTheFirstTuple() {
        showLater(job("map-1", SUBGROUPS, 0, 0, 2000));
        assertThat(lines()).containsExactly("map-1: no tuples yet");
    }

    @Test
    void showsNoPercentageInALoop() {
        showLater(job("map-1", SUBGROUPS, 5, 450, 3000));
        assertThat(lines()).containsExactly("map-1: 450 tuples, 150/s");
    }

    @Test
    void showsNoPercentageOfAJobThatReadsASource() {
        showLater(job("map-1", SUBGROUPS + 1, 0, 450, 3000));
        assertThat(lines()).containsExactly("map-1: 450 tuples, 150/s");
    }

    @Test
    void showsShortJobsAtTheSamePace() {
        for (int turn = 0; turn < 10; turn++) {
            showLater(job(turn % 2 == 0 ? "map-1" : "reduce-2", SUBGROUPS, turn / 2 + 1, 100, 1000), 1000);
        }
        assertThat(lines())
                .hasSize(3)
                .allMatch(line -> line.endsWith(": 100 tuples, 100/s"))
                .anyMatch(line -> line.startsWith("map-1"))
                .anyMatch(line -> line.startsWith("reduce-2"));
    }

    @Test
    void showsTheNodeThatAWorkflowWaitsFor() {
        JobStatus job = job("map-1", SUBGROUPS, 0, 50, 2000);
        progress.show(status(job));
        millis += Pace.PERIOD_MILLIS;
        progress.show(Reports.of(new WorkflowStatus(
                "wf-1",
                "one",
                State.RUNNING,
                List.of(job),
                null,
                new WorkflowStatus.Run(1, 0, null),
                "waiting for node 1, 7 s")));
        assertThat(lines()).containsExactly("map-1: waiting for node 1, 7 s");
    }

    private void showLater(JobStatus job) {
        progress.show(status(job));
        showLater(job, Pace.PERIOD_MILLIS);
    }

    private void showLater(JobStatus job, long afterMillis) {
        millis += afterMillis;
        progress.show(status(job));
    }

    private static WorkflowReport status(JobStatus job) {
        return Reports.of(new WorkflowStatus("wf-1", "one", State.RUNNING, List.of(job), null, 1, 0));
    }

    private static JobStatus job(String name, int tasks, int iterations, long tuplesIn, long millis) {
        return new JobStatus(
                name,
                JobKind.MAP,
                State.RUNNING,
                List.of("group"),
                List.of("out"),
                new WorkflowStatus.Work(tasks, 0, millis, iterations),
                new Progress(
                        new Progress.Volume(tuplesIn, tuplesIn, 0, 0, 0),
                        Map.of(),
                        List.of(),
                        LeftThreads.NONE,
                        Progress.Measured.NOTHING,
                        null,
                        null),
                null);
    }

    private List<String> lines() {
        return err.toString(UTF_8).lines().toList();
    }

    private long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
