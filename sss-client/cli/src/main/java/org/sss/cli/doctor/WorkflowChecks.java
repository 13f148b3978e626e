package org.sss.cli.doctor;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;

/**
 * Checks the workflows that run. Immutable.
 *
 * @param workflows in any state
 */
record WorkflowChecks(List<WorkflowStatus> workflows) {
    List<Finding> run() {
        List<WorkflowStatus> running = workflows.stream().filter(workflow -> workflow.state() == State.RUNNING).toList();
        return Stream.concat(Stream.of(Finding.ok("workflows", running.size() + " running")), running.stream().flatMap(WorkflowChecks::check)).toList();
    }

    private static Stream<Finding> check(WorkflowStatus workflow) {
        String what = "workflow " + workflow.id();
        if (workflow.waiting() != null) {
            return Stream.of(Finding.problem(what, workflow.waiting(), "start that node, or run 'sss cancel " + workflow.id() + "'"));
        }
        return workflow.jobs().stream().filter(job -> job.state() == State.RUNNING && job.progress() != null)
                .filter(job -> Objects.nonNull(job.progress().at())).map(job -> silent(what, job));
    }

    private static Finding silent(String what, JobStatus job) {
        return Finding.note(what, "job " + job.name() + " shows no sign of life: " + job.progress().at(),
                "the code may wait or run in a loop; 'sss job' shows the job, task.stallTimeout ends it");
    }
}
