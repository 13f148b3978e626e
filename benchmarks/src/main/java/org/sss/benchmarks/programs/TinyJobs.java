package org.sss.benchmarks.programs;

import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.LineDigest;

/** Jobs of one record, one after the other, in any system. Stateless. */
public final class TinyJobs {
    public static final String WORD = "hello";
    /** The answer as all systems give it. */
    public static final String ANSWER = WORD + "\t[1]";

    private static final double[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 100};
    private static final double NANOS_PER_MILLI = 1e6;

    /** The answer, if this is the digest of the line that a job has to write. For systems that write files. */
    public static String answer(String digest) {
        LineDigest right = new LineDigest();
        right.add(WORD + "\t1");
        return right.digest().equals(digest) ? ANSWER : digest;
    }

    /** One job. */
    public interface Job {
        void run() throws Exception;
    }

    private TinyJobs() {}

    /** @return milliseconds of a job by percentile, such as {@code p50_ms} */
    public static Map<String, Double> run(int jobs, Job job) throws Exception {
        Histogram histogram = Latency.histogram();
        for (int i = 0; i < jobs; i++) {
            long start = System.nanoTime();
            job.run();
            Latency.record(histogram, System.nanoTime() - start);
        }
        Map<String, Double> millis = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            millis.put(
                    "p" + (percentile == Math.rint(percentile) ? Long.toString((long) percentile) : percentile) + "_ms",
                    histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI);
        }
        return millis;
    }
}
