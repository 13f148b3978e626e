package org.sss.spark.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.JobReport;
import org.sss.net.control.Progress;
import org.sss.net.rpc.Json;
import org.sss.spark.store.StoredGroup.StoredFile;

/**
 * What a run of a job has done. Immutable.
 *
 * @param ends   of all tasks, by their numbers
 * @param sent   for each output
 * @param stored subgroups of outputs in files
 */
record JobResult(List<TaskEnd> ends, List<TaskEnd.Sent> sent, List<Receive.Stored> stored) {
    /** @param parts what {@link Receive} has returned for the partitions; the last one has the ends */
    static JobResult of(List<byte[]>[] parts, int outputs) {
        List<TaskEnd> ends = new ArrayList<>();
        parts[parts.length - 1].forEach(end -> ends.add(Json.read(end, TaskEnd.class, "the end of a task")));
        ends.sort(Comparator.comparingInt(TaskEnd::task));
        List<TaskEnd.Sent> sent = new ArrayList<>();
        for (int i = 0; i < outputs; i++) {
            int output = i;
            sent.add(ends.stream().map(end -> end.sent().get(output)).reduce(TaskEnd.Sent.NOTHING, TaskEnd.Sent::plus));
        }
        List<Receive.Stored> stored = new ArrayList<>();
        for (int i = 0; i + 1 < parts.length; i++) {
            parts[i].forEach(file -> stored.add(Json.read(file, Receive.Stored.class, "a stored subgroup")));
        }
        return new JobResult(ends, sent, stored);
    }

    Progress progress() {
        return ends.stream().map(TaskEnd::progress).reduce(Progress.NONE, Progress::plus);
    }

    /** @throws SssException INTERNAL if the end of a task is missing, whose tuples then are, too */
    void checkTasks(String job, long tasks) {
        long ended = ends.stream().mapToInt(TaskEnd::task).distinct().count();
        if (ended != tasks || ends.size() != tasks) {
            throw new SssException(
                    ErrorCode.INTERNAL,
                    "job '" + job + "' has " + tasks + " tasks, and Spark brought the ends of " + ended + ", "
                            + ends.size() + " in all; run it again, and report it");
        }
    }

    /** Spark's own reports have the times of tasks. */
    JobReport statistics(List<JobReport.Size> read, List<JobReport.Size> written) {
        TaskEnd largest = ends.stream()
                .max(Comparator.comparingLong(end -> end.progress().tuplesIn()))
                .orElseThrow();
        JobReport.Tasks tasks =
                new JobReport.Tasks(largest.task(), largest.progress().tuplesIn(), largest.task(), 0, 0, 0);
        return new JobReport(read, written, progress().tuplesIn(), tasks, null, null);
    }

    /** The files of an output, by subgroup. */
    List<StoredFile> files(int output) {
        return stored.stream()
                .filter(file -> file.output() == output)
                .map(Receive.Stored::file)
                .toList();
    }
}
