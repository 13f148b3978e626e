package org.sss.benchmarks.jobs;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** Tiny jobs of several client threads at once: how many a second. */
final class ManyJobs implements SssProgram {
    private static final double NANOS_PER_SECOND = 1e9;
    private int threads;

    @Override
    public boolean load(SssClient client, Workload workload) {
        TinyJob.load(client);
        threads = workload.number("threads", 8);
        return false;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) throws Exception {
        int jobs = workload.number("jobs", 1000);
        AtomicInteger left = new AtomicInteger(jobs);
        long begin = System.nanoTime();
        Parallel.run(threads, thread -> {
            while (left.getAndDecrement() > 0) {
                TinyJob.run(client, thread);
            }
            return null;
        });
        return Map.of("jobs_per_s", jobs / ((System.nanoTime() - begin) / NANOS_PER_SECOND));
    }

    @Override
    public String digest(SssClient client) {
        // Another thread may have taken all jobs, but the first one had a chance.
        return TinyJob.answer(client, 0);
    }
}
