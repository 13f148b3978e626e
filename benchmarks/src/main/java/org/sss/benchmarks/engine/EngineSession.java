package org.sss.benchmarks.engine;

import org.sss.benchmarks.measure.Processors;

/** A running system with the input of one workload. One thread at a time. */
public interface EngineSession extends AutoCloseable {
    /**
     * From the start of its process until it was ready for the first run, without the import; NaN when it is unknown,
     * or part of each run.
     */
    default double startSeconds() {
        return Double.NaN;
    }

    /** Processors that the system has. */
    default int processors() {
        return Processors.count();
    }

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
