package org.sss.benchmarks.jobs;

import java.util.List;
import org.sss.benchmarks.host.HostedEngine;
import org.sss.benchmarks.store.JavaProcess;

/** SSS with all its nodes in one process. Immutable. */
public final class SssSystem extends HostedEngine {
    public SssSystem() {
        super("sss", new SssPrograms());
    }

    @Override
    protected List<String> javaOptions() {
        return JavaProcess.NODE_OPTIONS;
    }
}
