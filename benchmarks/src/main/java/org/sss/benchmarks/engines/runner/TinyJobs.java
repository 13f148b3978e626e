package org.sss.benchmarks.engines.runner;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.benchmarks.measure.Run;

/** Jobs of one record, one after the other. Stateless. */
public final class TinyJobs {
    public static final String WORD = "hello";
    private static final double[] PERCENTILES = {10, 25, 50, 75, 90, 95, 99, 99.5, 99.9, 100};
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MICROS_PER_MILLI = 1e3;
    private static final long NANOS_PER_MICRO = 1000;

    /** One job. */
    public interface Job {
        void run() throws Exception;
    }

    private TinyJobs() {
    }

    /** @return how many milliseconds a job took, by percentile: {@code p50_ms} and the like; and how many took so long, to the microsecond */
    public static Map<String, Double> run(int jobs, Job job) throws Exception {
        double[] millis = new double[jobs];
        for (int i = 0; i < jobs; i++) {
            long begin = System.nanoTime();
            job.run();
            millis[i] = (System.nanoTime() - begin) / NANOS_PER_MILLI;
        }
        Arrays.sort(millis);
        Map<String, Double> percentiles = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            String name = percentile == Math.rint(percentile) ? Long.toString((long) percentile) : Double.toString(percentile);
            int index = (int) Math.ceil(percentile / 100 * jobs) - 1;
            percentiles.put("p" + name + "_ms", millis[Math.max(0, index)]);
        }
        for (double one : millis) {
            percentiles.merge(Run.TIMES + Math.round(one * MICROS_PER_MILLI) * NANOS_PER_MICRO, 1.0, Double::sum);
        }
        return percentiles;
    }

    /** The answer as all systems give it. @param digest of the lines that a job has written */
    public static String answer(String digest) {
        AnswerLines right = new AnswerLines();
        right.add(WORD + "\t1");
        return right.digest().equals(digest) ? WORD + "\t[1]" : digest;
    }
}
