package org.sss.benchmarks.jobs;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;

/** Tiny jobs, one after the other: how long each takes. One thread. */
final class EmptyJobs implements SssProgram {
    static final double[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 100};
    private static final double NANOS_PER_MILLI = 1e6;

    @Override
    public boolean load(SssClient client, Workload workload) {
        TinyJob.load(client);
        return false;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        Histogram histogram = Latency.histogram();
        for (int i = workload.number("jobs", 1000); i > 0; i--) {
            long begin = System.nanoTime();
            TinyJob.run(client, 0);
            Latency.record(histogram, System.nanoTime() - begin);
        }
        Map<String, Double> millis = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            millis.put("p" + (percentile == Math.rint(percentile) ? Long.toString((long) percentile) : percentile) + "_ms",
                    histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
        }
        histogram.recordedValues().forEach(value ->
                millis.put(Run.TIMES + value.getValueIteratedTo(), (double) value.getCountAtValueIteratedTo()));
        return millis;
    }

    @Override
    public String digest(SssClient client) {
        return TinyJob.answer(client, 0);
    }
}
