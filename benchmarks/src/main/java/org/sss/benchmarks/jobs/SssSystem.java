package org.sss.benchmarks.jobs;

import org.sss.benchmarks.host.HostedEngine;

/** SSS with all its nodes in one process. Immutable. */
public final class SssSystem extends HostedEngine {
    public SssSystem() {
        super("sss", new SssPrograms());
    }
}
