package org.sss.benchmarks.host;

import java.util.Map;

/** One workload in one system, within the process of that system. One thread at a time. */
public interface Program extends AutoCloseable {
    /** Brings the input in. @return whether there was anything to do, and it is to be reported how long that took */
    boolean load() throws Exception;

    /** The whole workload once; this is what is timed. @return further numbers, see {@link org.sss.benchmarks.measure.Run} */
    Map<String, Double> run() throws Exception;

    /** More numbers, which need not be in the time of the last run; without {@code disk_bytes}, all files of the directory count. */
    default Map<String, Double> detailsBehind() throws Exception {
        return Map.of();
    }

    /** Of the answer of the last run. */
    String digest() throws Exception;
}
