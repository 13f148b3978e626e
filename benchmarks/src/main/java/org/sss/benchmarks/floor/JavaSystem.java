package org.sss.benchmarks.floor;

import org.sss.benchmarks.host.HostedEngine;

/** The plain programs as a system. Immutable. */
public final class JavaSystem extends HostedEngine {
    public JavaSystem() {
        super("java", new PlainPrograms());
    }

    @Override
    public String limits() {
        return "plain Java has the input of sort, kmeans and pagerank in memory: at most 2 GiB, and what fits into its heap";
    }
}
