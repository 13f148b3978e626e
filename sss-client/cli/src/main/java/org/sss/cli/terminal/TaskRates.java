package org.sss.cli.terminal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Bounds what each job may print and log on a node: at once, per second, and in all. Thread-safe.
 */
final class TaskRates {
    static final long BURST_BYTES = 1 << 20;
    static final long BYTES_PER_SECOND = 64 << 10;
    static final long TOTAL_BYTES = 16 << 20;
    private static final int MAX_JOBS = 1000;
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    /** By job. Guarded by this. */
    private final Map<String, Bucket> jobs = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
            return size() > MAX_JOBS;
        }
    };

    private static final class Bucket {
        private long left = BURST_BYTES;
        private long total;
        private long dropped;
        private long atNanos;
    }

    TaskRates(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Takes bytes from what the job of a task may still print.
     *
     * @return null if it may not print them; else what to print before them, which is empty unless others were dropped
     */
    synchronized String take(String task, long bytes) {
        Bucket bucket = jobs.computeIfAbsent(jobOf(task), job -> new Bucket());
        refill(bucket);
        if (bytes > bucket.left || bucket.total + bytes > TOTAL_BYTES) {
            return ++bucket.dropped == 1 ? notice() : null;
        }
        long dropped = bucket.dropped;
        bucket.dropped = 0;
        bucket.left -= bytes;
        bucket.total += bytes;
        return dropped <= 1 ? "" : "... (" + (dropped - 1) + " more lines were dropped)";
    }

    /** Returns whether {@link #take} means that the line itself is not printed. */
    static boolean isNotice(String before) {
        return before != null && before.equals(notice());
    }

    private static String notice() {
        return "... (lines are dropped: on each node a job may print " + (BURST_BYTES >> 20) + " MiB at once, "
                + (BYTES_PER_SECOND >> 10) + " KiB a second, and " + (TOTAL_BYTES >> 20) + " MiB in all)";
    }

    private void refill(Bucket bucket) {
        long now = nanoTime.getAsLong();
        long sinceNanos =
                bucket.atNanos == 0 ? 0 : Math.min(now - bucket.atNanos, BURST_BYTES / BYTES_PER_SECOND * SECOND_NANOS);
        bucket.left = Math.min(BURST_BYTES, bucket.left + BYTES_PER_SECOND * sinceNanos / SECOND_NANOS);
        bucket.atNanos = now;
    }

    /** All tasks of a job share its limits. */
    private static String jobOf(String task) {
        int number = task.lastIndexOf('/');
        return number < 0 ? task : task.substring(0, number);
    }
}
