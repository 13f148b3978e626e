package org.sss.net.control;

import java.util.List;

/**
 * How a job went; in a loop, its last iteration. Of a job that has failed or was cancelled: how far it had come then, without groups that it would have written,
 * and with the times of unfinished tasks up to that moment; tasks that had not started have none. In a job that has succeeded every tuple that was emitted is stored, or was combined with
 * another one, and every tuple that is stored is read: the job would have failed otherwise. Emitted, combined and stored tuples are
 * counted apart, where each of it happens.
 *
 * @param read           the input groups
 * @param written        the output groups
 * @param readTuples     all that its tasks read, of groups and of sources; 0 in reports of a version that did not tell it
 * @param largestTask    the one that read the most tuples
 * @param largestTuples  that it read
 * @param slowestTask    the one that ended last, counted from its own beginning
 * @param slowestMillis  from when the task was given to its node, waiting for a thread included
 * @param medianMillis   half of the tasks that have started took no longer
 * @param repeatedTasks  that took more than one attempt
 */
public record JobReport(List<Size> read, List<Size> written, long readTuples, int largestTask, long largestTuples,
        int slowestTask, long slowestMillis, long medianMillis, int repeatedTasks) {
    public JobReport {
        read = List.copyOf(read);
        written = List.copyOf(written);
    }

    /** How large a group is. */
    public record Size(String group, long tuples, long dataBytes, long storedBytes) {
        public static Size of(String name, GroupInfo group) {
            return new Size(name, group.tuples(), group.dataBytes(), group.storedBytes());
        }
    }
}
