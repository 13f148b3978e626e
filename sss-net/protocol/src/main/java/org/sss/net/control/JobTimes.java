package org.sss.net.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Where the time of a job went; in a loop, that of its last iteration.
 *
 * @param openMillis from the start of the job to that of its first task: the coordinator creates the output groups and
 *     opens the shuffle
 * @param threads    by node and thread; by node alone if there were more than {@value #MAX_THREADS} threads
 * @param tasks      that have succeeded, by their number; the longest ones if there were many. Empty if they took less
 *     than {@value #SHORT_MILLIS} ms all together, and in histories of earlier versions
 */
public record JobTimes(long openMillis, List<ThreadTimes> threads, List<TaskTimes> tasks) {
    /** The tasks of so short a job are not kept one by one: it would take a noticeable part of its time. */
    public static final int SHORT_MILLIS = 20;
    /** The history of workflows has all of them. */
    static final int MAX_THREADS = 128;
    /** Limit of the tasks of all jobs of a workflow, whose status is sent at once, and is in the history. */
    private static final int MAX_TASKS = 1000;

    public JobTimes {
        threads = List.copyOf(threads);
        tasks = tasks == null ? List.of() : List.copyOf(tasks);
    }

    /**
     * @param all   the times of all tasks that have succeeded
     * @param tasks the same tasks
     * @param jobs  number of the jobs of the workflow, which have equal shares of the limit
     */
    public static JobTimes of(long openMillis, List<ThreadTimes> all, List<TaskTimes> tasks, int jobs) {
        return new JobTimes(openMillis, threads(all), longest(tasks, Math.max(1, MAX_TASKS / jobs)));
    }

    private static List<TaskTimes> longest(List<TaskTimes> tasks, int limit) {
        if (tasks.size() <= limit) {
            return tasks;
        }
        return tasks.stream()
                .sorted(Comparator.comparingLong(
                                (TaskTimes task) -> task.micros().sum())
                        .reversed())
                .limit(limit)
                .sorted(Comparator.comparingInt(TaskTimes::task))
                .toList();
    }

    private static List<ThreadTimes> threads(List<ThreadTimes> tasks) {
        if (tasks.size() <= 1) {
            return tasks;
        }
        List<ThreadTimes> threads = sums(tasks);
        if (threads.size() > MAX_THREADS) {
            threads.replaceAll(times -> times.at(times.node(), ThreadTimes.ALL));
            threads = sums(threads);
        }
        return threads;
    }

    /** Returns the sum of each thread, in the order of nodes and threads. */
    private static List<ThreadTimes> sums(List<ThreadTimes> all) {
        List<ThreadTimes> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(ThreadTimes::node).thenComparingInt(ThreadTimes::thread));
        List<ThreadTimes> sums = new ArrayList<>();
        for (ThreadTimes times : sorted) {
            int last = sums.size() - 1;
            if (last >= 0
                    && sums.get(last).node() == times.node()
                    && sums.get(last).thread() == times.thread()) {
                sums.set(last, sums.get(last).plus(times));
            } else {
                sums.add(times);
            }
        }
        return sums;
    }
}
