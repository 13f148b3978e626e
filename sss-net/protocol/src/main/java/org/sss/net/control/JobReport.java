package org.sss.net.control;

import java.util.List;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.Unwrapped;

/**
 * Statistics of a job; in a loop, of its last iteration. Of a failed or cancelled job: the state at that moment,
 * without groups that it would have written, and with the times of unfinished tasks so far; tasks that had not started
 * have none. In a job that has succeeded every emitted tuple is stored or was combined with another one, and every
 * stored tuple is read; otherwise the job would have failed. Emitted, combined and stored tuples are counted
 * separately, where each event happens.
 *
 * @param read       the input groups
 * @param written    the output groups
 * @param readTuples all tuples that its tasks read, of groups and of sources; 0 in reports of a version that did not
 *     count them
 * @param shuffle    null if the job did not succeed, and in reports of a version that did not measure it
 * @param times      null in reports of a version that did not measure them
 */
public record JobReport(
        List<Size> read,
        List<Size> written,
        long readTuples,
        @Unwrapped Tasks tasks,
        @Nullable ShuffleReport shuffle,
        @Nullable JobTimes times) {
    public JobReport {
        read = List.copyOf(read);
        written = List.copyOf(written);
    }

    /**
     * The tasks that took longest.
     *
     * @param largestTask   the task that read the most tuples
     * @param largestTuples how many that task read
     * @param slowestTask   the task with the longest time from start to end
     * @param slowestMillis from the dispatch of the task to its node, including the wait for a thread
     * @param medianMillis  half of the started tasks took at most this long
     * @param repeatedTasks number of tasks that took more than one attempt
     */
    public record Tasks(
            int largestTask,
            long largestTuples,
            int slowestTask,
            long slowestMillis,
            long medianMillis,
            int repeatedTasks) {}

    public JobReport withShuffle(ShuffleReport measured) {
        return new JobReport(read, written, readTuples, tasks, measured, times);
    }

    public JobReport withTimes(JobTimes measured) {
        return new JobReport(read, written, readTuples, tasks, shuffle, measured);
    }

    /** The size of a group. */
    public record Size(String group, long tuples, long dataBytes, long storedBytes) {
        public static Size of(String name, GroupInfo group) {
            return new Size(name, group.tuples(), group.dataBytes(), group.storedBytes());
        }
    }
}
