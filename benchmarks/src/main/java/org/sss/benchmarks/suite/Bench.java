package org.sss.benchmarks.suite;

import java.io.IOException;
import java.util.List;

/** What a command measures. One thread, one use. */
public interface Bench extends AutoCloseable {
    /** Whether one of the systems knows something of what is to be measured. */
    boolean hasWork();

    /**
     * Measures everything.
     *
     * @throws org.sss.api.SssException CORRUPT when an answer is wrong
     */
    void run() throws Exception;

    /** What was measured so far, also when {@link #run} failed. */
    List<Row> rows();

    @Override
    default void close() throws IOException {
        // Most have nothing open between cases.
    }
}
