package org.sss.net.control;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Where the time of a job went; in a loop, that of its last iteration.
 *
 * @param openMillis from the start of the job to that of its first task: the coordinator creates the output groups and opens the shuffle
 * @param threads    by node and thread; by node alone if there were more than {@value #MAX_THREADS} threads
 */
public record JobTimes(long openMillis, List<ThreadTimes> threads) {
    /** The history of workflows has all of them. */
    static final int MAX_THREADS = 128;

    public JobTimes {
        threads = List.copyOf(threads);
    }

    /** @param tasks the times of all tasks */
    public static JobTimes of(long openMillis, Stream<ThreadTimes> tasks) {
        Collection<ThreadTimes> threads = sums(tasks, times -> times);
        return new JobTimes(openMillis, (threads.size() <= MAX_THREADS ? threads : sums(threads.stream(), times -> times.at(times.node(), ThreadTimes.ALL)))
                .stream().sorted(Comparator.comparingInt(ThreadTimes::node).thenComparingInt(ThreadTimes::thread)).toList());
    }

    private static Collection<ThreadTimes> sums(Stream<ThreadTimes> all, UnaryOperator<ThreadTimes> placed) {
        Map<List<Integer>, ThreadTimes> sums = new LinkedHashMap<>();
        all.map(placed).forEach(times -> sums.merge(List.of(times.node(), times.thread()), times, ThreadTimes::plus));
        return sums.values();
    }
}
