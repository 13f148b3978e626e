package org.sss.benchmarks.programs;

import java.util.ArrayList;
import java.util.List;
import org.sss.benchmarks.engine.HostedEngine;
import org.sss.benchmarks.engine.JavaProcess;
import org.sss.benchmarks.engine.Launch;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Heap;

/** SSS with all its nodes in one process. Immutable. */
public final class SssSystem extends HostedEngine {
    public SssSystem() {
        super("sss", SssPrograms.class.getName());
    }

    @Override
    public boolean runs(Workload workload) {
        return SssPrograms.has(workload);
    }

    /** Nodes that are processes of their own share the heap; then this is their client. */
    @Override
    protected Launch launch(Workload workload) {
        List<String> options = new ArrayList<>(JavaProcess.NODE_OPTIONS);
        options.add((workload.parameters().containsKey("processes") ? Heap.OF_COORDINATOR : workload.heap()).option());
        return Launch.ofSuite(options);
    }
}
