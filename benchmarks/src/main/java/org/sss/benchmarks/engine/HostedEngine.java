package org.sss.benchmarks.engine;

import java.io.IOException;

/** A system whose sessions are Java processes with a program for each workload. Immutable. */
public abstract class HostedEngine implements Engine {
    private final String name;
    private final String programs;

    /** @param programs name of a class that implements {@link Programs} */
    protected HostedEngine(String name, String programs) {
        this.name = name;
        this.programs = programs;
    }

    protected abstract Launch launch(Workload workload) throws IOException;

    /** Whether its process does the work and does not start others for each run. */
    protected boolean warmsUp() {
        return true;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final EngineSession open(Workload workload) throws IOException {
        Launch launch = launch(workload);
        int cores = workload.number(Workload.CORES, 0);
        return new ProgramSession(name, programs, cores == 0 ? launch : launch.onFirst(cores), warmsUp(), workload);
    }
}
