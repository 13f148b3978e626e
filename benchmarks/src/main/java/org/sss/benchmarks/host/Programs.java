package org.sss.benchmarks.host;

import org.sss.benchmarks.measure.Workload;

/** All programs of one system. Has a public constructor without arguments. Stateless. */
public interface Programs {
    boolean has(Workload workload);

    /** Starts the system. */
    Program open(Workload workload) throws Exception;
}
