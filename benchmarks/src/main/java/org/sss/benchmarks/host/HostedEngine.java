package org.sss.benchmarks.host;

import java.io.IOException;
import java.util.List;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Workload;

/** A system whose programs are classes of this suite. Each session is a Java process. Immutable. */
public abstract class HostedEngine implements Engine {
    private final String name;
    private final Programs programs;

    protected HostedEngine(String name, Programs programs) {
        this.name = name;
        this.programs = programs;
    }

    /** Of Java: here nothing but the size of its heap. */
    protected List<String> javaOptions(Workload workload) {
        return List.of(Heap.of(workload).option());
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean runs(Workload workload) {
        return programs.has(workload);
    }

    @Override
    public final EngineSession open(Workload workload) throws IOException {
        return new HostProcess(name, programs.getClass(), javaOptions(workload), workload);
    }
}
