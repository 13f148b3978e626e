package org.sss.benchmarks.engine;

import java.util.Optional;

/**
 * A system that runs workloads of the suite: SSS, the plain Java programs, Spark, Hadoop. Found by
 * {@link java.util.ServiceLoader}, so it has a public constructor without arguments. One thread at a time.
 */
public interface Engine {
    /** As {@code --system} takes it, such as {@code spark}. */
    String name();

    /** Why it cannot run on this machine and how to get it, in one line; empty when it can. */
    default Optional<String> missing() {
        return Optional.empty();
    }

    /**
     * What it leaves out of the workloads that it knows, to be reported with one that it does not run; empty when
     * nothing is to be said.
     */
    default String limits() {
        return "";
    }

    /** Whether it knows the workload of that {@linkplain Workload#name() name}, with these parameters. */
    boolean runs(Workload workload);

    /**
     * Starts whatever is needed and brings the input where the system reads it; nothing of that is part of a {@link
     * Measurement}. The session is closed before the next one is opened.
     */
    EngineSession open(Workload workload) throws Exception;
}
