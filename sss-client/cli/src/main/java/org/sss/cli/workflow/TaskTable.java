package org.sss.cli.workflow;

import org.sss.cli.terminal.Console;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics.PhaseMicros;
import org.sss.client.JobStatistics.TaskTimes;
import org.sss.client.WorkflowReport;

/** The output of {@code sss job --tasks --csv}: a row for each task. One thread. */
final class TaskTable {
    private final Console console;

    TaskTable(Console console) {
        this.console = console;
    }

    void print(WorkflowReport status) {
        console.line("job,node,thread,task,start_ms,open_ms,read_ms,run_ms,sort_ms,send_ms,free_ms,store_ms,tuples_in");
        for (JobReport job : status.jobs()) {
            console.note(TaskTimeline.summary(job));
            TaskTimeline.byThread(job).forEach(task -> row(job, task));
        }
    }

    private void row(JobReport job, TaskTimes task) {
        PhaseMicros micros = task.micros();
        console.line(String.join(
                ",",
                PhaseTable.quoted(job.name()),
                Integer.toString(task.node()),
                Integer.toString(task.thread()),
                Integer.toString(task.task()),
                PhaseTable.millis(task.startMicros()),
                PhaseTable.millis(micros.open()),
                PhaseTable.millis(micros.read()),
                PhaseTable.millis(micros.run()),
                PhaseTable.millis(micros.sort()),
                PhaseTable.millis(micros.send()),
                PhaseTable.millis(micros.free()),
                PhaseTable.millis(micros.store()),
                Long.toString(task.tuplesIn())));
    }
}
