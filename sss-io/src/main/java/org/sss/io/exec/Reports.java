package org.sss.io.exec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.sss.net.control.Counters;

/**
 * Reports of a process that its task has not yet counted. Thread-safe: filled by the reading thread, emptied by the
 * thread of the task, to which the counters belong.
 */
final class Reports {
    /**
     * One more than the limit for counters of a task: with that name the task fails, and later ones make no difference.
     */
    private static final int MAX_NAMES = Counters.MAX + 1;

    /** Guarded by this. */
    private final Map<String, Long> counts = new LinkedHashMap<>();
    /** A report whose amount overflows the sum of its counter, with which the task fails; or null. Guarded by this. */
    private ReporterLine excess;

    private volatile long total;
    /** The first one that was reported, or null. */
    private volatile ReportedFailure failure;

    synchronized void add(ReporterLine line) {
        total++;
        failure = failure == null ? line.failure() : failure;
        if (line.counter() != null && (counts.size() < MAX_NAMES || counts.containsKey(line.counter()))) {
            try {
                counts.merge(line.counter(), line.amount(), Math::addExact);
            } catch (ArithmeticException e) {
                excess = line;
            }
        }
    }

    /** Returns the number of reports, which changes as the process progresses. For any thread. */
    long total() {
        return total;
    }

    /** Returns what the process says of the exception that it ends with, or null. For any thread. */
    ReportedFailure failure() {
        return failure;
    }

    void countAll(ObjLongConsumer<String> counter) {
        take().forEach(counter::accept);
        ReporterLine last = takeExcess();
        if (last != null) {
            counter.accept(last.counter(), last.amount());
        }
    }

    private synchronized ReporterLine takeExcess() {
        ReporterLine taken = excess;
        excess = null;
        return taken;
    }

    private synchronized Map<String, Long> take() {
        Map<String, Long> taken = counts.isEmpty() ? Map.of() : new LinkedHashMap<>(counts);
        counts.clear();
        return taken;
    }
}
