package org.sss.benchmarks.jobs;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** Tiny jobs of several client threads at once: how many a second. */
final class ManyJobs implements SssProgram {
    private static final double NANOS_PER_SECOND = 1e9;
    private int clients;
    /** Those that had a job in the last repetition: of few jobs, some have none. */
    private final Set<Integer> busy = ConcurrentHashMap.newKeySet();

    @Override
    public boolean load(SssClient client, Workload workload) {
        TinyJob.load(client);
        clients = workload.number(SssPrograms.CLIENTS, 8);
        return false;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) throws Exception {
        int jobs = workload.number("jobs", 1000);
        AtomicInteger left = new AtomicInteger(jobs);
        busy.clear();
        long begin = System.nanoTime();
        Parallel.run(clients, number -> {
            for (; left.getAndDecrement() > 0; busy.add(number)) {
                TinyJob.run(client, number);
            }
            return null;
        });
        return Map.of("jobs_per_s", jobs / ((System.nanoTime() - begin) / NANOS_PER_SECOND));
    }

    @Override
    public String digest(SssClient client) {
        String answer = null;
        for (int number : busy) {
            answer = TinyJob.answer(client, number);
        }
        return answer;
    }
}
