package org.sss.benchmarks.programs;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics.JvmCosts;
import org.sss.client.JobStatistics.ThreadTimes;
import org.sss.client.WorkflowReport;

/**
 * What the tasks of jobs cost besides time: calls of functions, and what the JVM counted. Of a loop, the report has the
 * last iteration alone, and all are taken to be alike. Stateless.
 */
final class JobCosts {
    static final String CALLS = "calls";
    static final String ALLOCATED_BYTES = "allocated_bytes";
    static final String GC_SECONDS = "gc_seconds";
    static final String BLOCKED = "blocked";
    private static final double MILLIS_PER_SECOND = 1e3;

    private JobCosts() {}

    /** Sums of all jobs, by name; without what is unknown of one of them. */
    static Map<String, Double> of(WorkflowReport... workflows) {
        List<Map<String, Double>> jobs = Stream.of(workflows)
                .flatMap(workflow -> workflow.jobs().stream())
                .map(JobCosts::of)
                .toList();
        Map<String, Double> sums = new LinkedHashMap<>();
        for (String name : List.of(CALLS, ALLOCATED_BYTES, GC_SECONDS, BLOCKED)) {
            if (jobs.stream().allMatch(job -> job.containsKey(name))) {
                sums.put(name, jobs.stream().mapToDouble(job -> job.get(name)).sum());
            }
        }
        return sums;
    }

    private static Map<String, Double> of(JobReport job) {
        if (job.statistics() == null || job.statistics().times() == null) {
            return Map.of();
        }
        List<ThreadTimes> threads = job.statistics().times().threads();
        Map<String, Double> costs = new LinkedHashMap<>();
        costs.put(CALLS, (double)
                threads.stream().mapToLong(thread -> thread.run().calls()).sum());
        List<JvmCosts> jvm =
                threads.stream().map(ThreadTimes::jvm).filter(Objects::nonNull).toList();
        if (jvm.size() == threads.size()) {
            costs.put(BLOCKED, (double)
                    jvm.stream().mapToLong(JvmCosts::blockedCount).sum());
            long allocated = jvm.stream().mapToLong(JvmCosts::allocatedBytes).sum();
            if (allocated > 0 || threads.isEmpty()) { // else the JVM does not count them
                costs.put(ALLOCATED_BYTES, (double) allocated);
            }
            // All threads of a process stand still at once: a sum counts each pause several times.
            if (threads.stream().noneMatch(thread -> thread.thread() == ThreadTimes.ALL)) {
                costs.put(
                        GC_SECONDS,
                        jvm.stream().mapToLong(JvmCosts::gcMillis).max().orElse(0) / MILLIS_PER_SECOND);
            }
        }
        costs.replaceAll((name, cost) -> Math.max(1, job.iterations()) * cost);
        return costs;
    }
}
