package org.sss.benchmarks.programs;

import java.util.List;
import org.sss.benchmarks.engine.HostedEngine;
import org.sss.benchmarks.engine.Launch;
import org.sss.benchmarks.engine.Workload;

/** The plain programs as a system. Immutable. */
public final class JavaSystem extends HostedEngine {
    public JavaSystem() {
        super("java", PlainPrograms.class.getName());
    }

    @Override
    public boolean runs(Workload workload) {
        return PlainPrograms.has(workload);
    }

    @Override
    public String limits() {
        return "plain Java has the input of sort, kmeans and pagerank in memory: at most 2 GiB, and what fits into its"
                + " heap";
    }

    @Override
    protected Launch launch(Workload workload) {
        return Launch.ofSuite(List.of(workload.heap().option()));
    }
}
