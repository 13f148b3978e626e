package org.sss.benchmarks.engine;

/** A running system with the input of one workload. One thread at a time. */
public interface EngineSession extends AutoCloseable {
    /** How long the input took to be brought into the system; NaN when it reads the files as they are. */
    double importSeconds();

    /** Whether runs become faster when there were others; not so where each run is made by processes that it starts. */
    default boolean warmsUp() {
        return true;
    }

    /** One repetition, warm-ups among them: the whole workload, its output is discarded. */
    Measurement run() throws Exception;

    @Override
    void close();
}
