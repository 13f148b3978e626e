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
 */
public record JobTimes(long openMillis, List<ThreadTimes> threads) {
    /** The history of workflows has all of them. */
    static final int MAX_THREADS = 128;

    public JobTimes {
        threads = List.copyOf(threads);
    }

    /** @param tasks the times of all tasks */
    public static JobTimes of(long openMillis, List<ThreadTimes> tasks) {
        if (tasks.size() <= 1) {
            return new JobTimes(openMillis, tasks);
        }
        List<ThreadTimes> threads = sums(tasks);
        if (threads.size() > MAX_THREADS) {
            threads.replaceAll(times -> times.at(times.node(), ThreadTimes.ALL));
            threads = sums(threads);
        }
        return new JobTimes(openMillis, threads);
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
