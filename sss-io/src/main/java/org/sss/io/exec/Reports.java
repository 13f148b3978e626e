package org.sss.io.exec;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ObjLongConsumer;
import org.sss.net.control.Counters;

/**
 * What a process has reported and its task has not yet counted. Thread-safe: filled by the thread that reads, emptied by that of
 * the task, to which the counters belong.
 */
final class Reports {
    /** One more than a task may count under: with that the task fails, and what comes behind it makes no difference. */
    private static final int MAX_NAMES = Counters.MAX + 1;

    /** Guarded by this. */
    private final Map<String, Long> counts = new LinkedHashMap<>();
    /** Whose amount does not fit into the sum of its counter, with which the task fails; null when there is none. Guarded by this. */
    private ReporterLine excess;
    private volatile long total;

    synchronized void add(ReporterLine line) {
        total++;
        if (line.counter() != null && (counts.size() < MAX_NAMES || counts.containsKey(line.counter()))) {
            try {
                counts.merge(line.counter(), line.amount(), Math::addExact);
            } catch (ArithmeticException e) {
                excess = line;
            }
        }
    }

    /** How many there were: changes as the process goes on. For any thread. */
    long total() {
        return total;
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
