package org.sss.benchmarks.jobs;

import java.util.ArrayList;
import java.util.List;
import org.sss.benchmarks.host.HostedEngine;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.store.JavaProcess;

/** SSS with all its nodes in one process. Immutable. */
public final class SssSystem extends HostedEngine {
    public SssSystem() {
        super("sss", new SssPrograms());
    }

    /** Nodes that are processes of their own share the heap; then this is their client. */
    @Override
    protected List<String> javaOptions(Workload workload) {
        List<String> options = new ArrayList<>(JavaProcess.NODE_OPTIONS);
        options.add((workload.parameters().containsKey("processes") ? Heap.OF_COORDINATOR : Heap.of(workload)).option());
        return options;
    }
}
