package org.sss.benchmarks.floor;

import java.util.List;
import org.sss.benchmarks.measure.Parallel;

/** As many threads as there are processors. Stateless. */
final class Threads {
    static final int COUNT = Runtime.getRuntime().availableProcessors();

    private Threads() {
    }

    /** Runs the task once on each thread, which it gets the number of. */
    static <T> List<T> run(Parallel.Task<T> task) throws Exception {
        return Parallel.run(COUNT, task).results();
    }

    /** Where part {@code part} of {@code parts} begins, of {@code count} things. */
    static int begin(int part, int parts, int count) {
        return (int) ((long) count * part / parts);
    }
}
