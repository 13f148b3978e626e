package org.sss.benchmarks.programs;

import java.util.Map;
import org.sss.benchmarks.engine.Workload;
import org.sss.client.SssClient;

/** One workload for SSS. One thread at a time. */
interface SssProgram {
    /** Brings the input into groups. @return false when there is none */
    boolean load(SssClient client, Workload workload) throws Exception;

    /** The whole workload, once. Output groups of the last time are replaced. */
    Map<String, Double> run(SssClient client, Workload workload) throws Exception;

    String digest(SssClient client) throws Exception;
}
