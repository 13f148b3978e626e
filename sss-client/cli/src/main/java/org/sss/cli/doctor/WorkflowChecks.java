package org.sss.cli.doctor;

import java.util.List;
import java.util.stream.Stream;
import org.sss.client.JobReport;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/**
 * Checks the workflows that run. Immutable.
 *
 * @param workflows in any state
 */
record WorkflowChecks(List<WorkflowReport> workflows) {
    List<Finding> run() {
        List<WorkflowReport> running = workflows.stream()
                .filter(workflow -> workflow.state() == State.RUNNING)
                .toList();
        return Stream.concat(
                        Stream.of(Finding.ok("workflows", running.size() + " running")),
                        running.stream().flatMap(WorkflowChecks::check))
                .toList();
    }

    private static Stream<Finding> check(WorkflowReport workflow) {
        String what = "workflow " + workflow.id();
        if (workflow.waiting() != null) {
            return Stream.of(Finding.problem(
                    what, workflow.waiting(), "start that node, or run 'sss cancel " + workflow.id() + "'"));
        }
        return workflow.jobs().stream()
                .filter(job -> job.state() == State.RUNNING)
                .filter(job -> job.progress().stalledAt() != null)
                .map(job -> silent(what, job));
    }

    private static Finding silent(String what, JobReport job) {
        return Finding.note(
                what,
                "job " + job.name() + " shows no sign of life: "
                        + job.progress().stalledAt(),
                "the code may wait or run in a loop; 'sss job' shows the job, task.stallTimeout ends it");
    }
}
