package org.sss.benchmarks.synthetic;

import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.benchmarks.suite.Row;
import org.sss.client.JobReport;

/** What a Map and a Reduce did, by the names of the report; the same of a real and of a synthetic job. One thread. */
final class JobNumbers {
    static final String FUNCTIONS = "_functions_cpu_seconds";
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double MICROS_PER_SECOND = 1e6;
    private static final double MEBI = 1 << 20;

    private final Map<String, Double> all = new LinkedHashMap<>();

    /** Those of a synthetic job that has run. */
    static Map<String, Double> of(Row row) {
        SyntheticConf conf = SyntheticPoint.conf(row);
        JobNumbers numbers = new JobNumbers();
        numbers.times("map", row.detail("map_seconds"), row.detail("map" + FUNCTIONS));
        numbers.times("reduce", row.detail("reduce_seconds"), row.detail("reduce" + FUNCTIONS));
        numbers.pairs("in", (double) conf.initialKeyCount(), conf.initialValueLength());
        numbers.pairs("emitted", (double) conf.mapoutKeyCount(), conf.mapoutValueLength());
        numbers.amount("shuffled", row.detail("shuffled_pairs"), row.detail("shuffled_bytes"));
        numbers.keys(row.detail("reduce_keys"));
        numbers.pairs("out", row.detail("reduce_keys"), conf.reduceoutValueLength());
        return numbers.all;
    }

    static double seconds(JobReport job) {
        return job.millis() / MILLIS_PER_SECOND;
    }

    /** Processor time of the functions, and of decoding, grouping, encoding and combining around them. */
    static double functionSeconds(JobReport job) {
        return job.statistics().times().threads().stream()
                        .mapToLong(thread -> thread.run().cpuMicros())
                        .sum()
                / MICROS_PER_SECOND;
    }

    void times(String job, double seconds, double functionSeconds) {
        all.put(job + "_seconds", seconds);
        all.put(job + FUNCTIONS, functionSeconds);
    }

    void amount(String what, long pairs, long bytes) {
        amount(what, (double) pairs, (double) bytes);
    }

    private void amount(String what, double pairs, double bytes) {
        all.put(what + "_pairs", pairs);
        all.put(what + "_mib", bytes / MEBI);
    }

    private void pairs(String what, double pairs, int valueLength) {
        amount(what, pairs, pairs * (Fit.KEY_BYTES + valueLength));
    }

    void keys(double keys) {
        all.put("keys", keys);
    }

    Map<String, Double> all() {
        return all;
    }
}
