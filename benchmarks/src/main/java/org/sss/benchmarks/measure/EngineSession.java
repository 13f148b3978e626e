package org.sss.benchmarks.measure;

/** A running system with the input of one workload. One thread at a time. */
public interface EngineSession extends AutoCloseable {
    /** How long the input took to be brought into the system; NaN when it reads the files as they are. */
    double importSeconds();

    /** One repetition, warm-ups among them: the whole workload, its output not kept. */
    Run run() throws Exception;
}
