package org.sss.benchmarks.engine;

/** All programs of one system. Has a public constructor without arguments. Stateless. */
public interface Programs {
    /** Starts the system. */
    Program open(Workload workload) throws Exception;
}
