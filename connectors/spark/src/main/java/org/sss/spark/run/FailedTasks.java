package org.sss.spark.run;

import org.apache.spark.ExceptionFailure;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/**
 * Ends a job of Spark at the first failure of user code that no other attempt may cure: Spark would run the task again,
 * as often as {@code spark.task.maxFailures} says. Thread-safe.
 */
final class FailedTasks extends SparkListener implements AutoCloseable {
    private final SparkContext spark;
    private final String jobGroup;
    /** The failed task with the lowest number so far, or null. Guarded by this. */
    private TaskFailed first;

    /** @param jobGroup of all jobs of the workflow */
    FailedTasks(SparkContext spark, String jobGroup) {
        this.spark = spark;
        this.jobGroup = jobGroup;
        spark.addSparkListener(this);
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        if (end.reason() instanceof ExceptionFailure failure
                && failure.exception().isDefined()) {
            TaskFailed failed = TaskFailed.in(failure.exception().get());
            if (failed != null && failed.isLast() && failed.jobGroup().equals(jobGroup)) {
                add(failed);
                spark.cancelJobGroup(jobGroup);
            }
        }
    }

    private synchronized void add(TaskFailed failed) {
        first = first == null || failed.task() < first.task() ? failed : first;
    }

    /** Returns the first failure of user code; null if there was none. */
    synchronized TaskFailed first() {
        return first;
    }

    @Override
    public void close() {
        spark.removeSparkListener(this);
    }
}
