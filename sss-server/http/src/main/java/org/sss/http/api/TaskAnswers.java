package org.sss.http.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics.PhaseMicros;
import org.sss.client.JobStatistics.TaskTimes;
import org.sss.client.JobStatistics.Times;
import org.sss.client.WorkflowReport;

/** When the tasks of a workflow ran, as JSON. Stateless. */
final class TaskAnswers {
    private static final int MAX_TASKS = 20_000;
    private static final Comparator<TaskTimes> BY_THREAD = Comparator.comparingInt(TaskTimes::node)
            .thenComparingInt(TaskTimes::thread)
            .thenComparingLong(TaskTimes::startMicros);

    private TaskAnswers() {}

    static Map<String, Object> of(WorkflowReport workflow) {
        List<Map<String, Object>> jobs = new ArrayList<>();
        int left = MAX_TASKS;
        int leftOut = 0;
        for (JobReport job : workflow.jobs()) {
            Times times = job.statistics() == null ? null : job.statistics().times();
            if (times != null) {
                List<TaskTimes> tasks =
                        times.tasks().stream().sorted(BY_THREAD).limit(left).toList();
                left -= tasks.size();
                leftOut += times.tasks().size() - tasks.size();
                jobs.add(job(job, times, tasks));
            }
        }
        return Fields.of("workflow", workflow.id(), "jobs", jobs, "tasksLeftOut", leftOut);
    }

    private static Map<String, Object> job(JobReport job, Times times, List<TaskTimes> tasks) {
        return Fields.of(
                "job", job.name(),
                "iteration", job.iterations(),
                "ended",
                        times.threads().stream()
                                .mapToLong(thread -> thread.open().calls())
                                .sum(),
                "tasks", tasks.stream().map(TaskAnswers::task).toList());
    }

    private static Map<String, Object> task(TaskTimes task) {
        PhaseMicros micros = task.micros();
        return Fields.of(
                "task", task.task(),
                "node", task.node(),
                "thread", task.thread(),
                "startMicros", task.startMicros(),
                "openMicros", micros.open(),
                "readMicros", micros.read(),
                "runMicros", micros.run(),
                "sortMicros", micros.sort(),
                "sendMicros", micros.send(),
                "freeMicros", micros.free(),
                "storeMicros", micros.store(),
                "tuplesIn", task.tuplesIn());
    }
}
