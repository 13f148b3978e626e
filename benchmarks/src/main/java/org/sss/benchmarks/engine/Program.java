package org.sss.benchmarks.engine;

import java.io.IOException;
import java.util.Map;

/** One workload in one system, within the process of that system. One thread at a time. */
public interface Program extends AutoCloseable {
    /**
     * Imports the input.
     *
     * @return whether there was anything to do, so that the time is reported
     */
    boolean load() throws Exception;

    /**
     * The whole workload once; this is timed.
     *
     * @return further numbers, see {@link Measurement#details}
     */
    Map<String, Double> run() throws Exception;

    /** More numbers, which are not part of the time; without {@code disk_bytes}, all files of the directory count. */
    default Map<String, Double> detailsAfterRun() throws Exception {
        return Map.of();
    }

    /** Of the answer of the last run, which may be deleted then. */
    String digest() throws Exception;

    @Override
    void close() throws IOException;
}
