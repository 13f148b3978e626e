package org.sss.benchmarks.engines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sss.benchmarks.engines.runner.RunnerWork;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Workload;

/** A system whose libraries are resolved on demand and which runs in a process of its own. One thread at a time. */
public abstract class Rival implements Engine {
    private static final String SYNTHETIC = "synthetic";
    private static final Set<String> WORKLOADS = Set.of(SYNTHETIC, "wordcount", "bigram", "groupby", "sort", "kmeans", "pagerank",
            "empty-jobs");
    private static final int FIRST_JAVA_WITH_UNSAFE_WARNINGS = 24;

    private final RivalLibrary library;
    private final RivalCode code;
    private final String mainClass;

    Rival(RivalLibrary library, String mainClass, List<String> sources) {
        this.library = library;
        this.mainClass = mainClass;
        code = new RivalCode(library, sources);
    }

    /** Options of Java for the process. */
    abstract List<String> javaOptions(Workload workload);

    /** What the process finds in its environment besides what is there. */
    Map<String, String> environment(Path directory) throws IOException {
        return Map.of();
    }

    /** Whether its process does the work, and does not start others for each run. */
    boolean warmsUp() {
        return true;
    }

    public final RivalLibrary library() {
        return library;
    }

    @Override
    public final String name() {
        return library.name();
    }

    @Override
    public final Optional<String> missing() {
        return library.missing();
    }

    /** Neither Spark nor Hadoop can place pairs by the node that emits them. */
    @Override
    public final boolean runs(Workload workload) {
        String method = workload.parameter("conf.partitionMethod", "average");
        return WORKLOADS.contains(workload.name()) && (method.equals("average") || method.equals("hash"));
    }

    @Override
    public final EngineSession open(Workload workload) throws IOException {
        Path directory = Files.createDirectories(workload.directory());
        Path file = directory.resolve(name() + ".properties");
        new RunnerWork(workload.name(), workload.input(), directory, workload.parameters()).write(file);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= FIRST_JAVA_WITH_UNSAFE_WARNINGS) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(javaOptions(workload));
        command.addAll(List.of("-Djava.io.tmpdir=" + directory.toAbsolutePath(), "-cp", code.classPath(), mainClass,
                file.toAbsolutePath().toString()));
        return new RivalSession(name(), command, environment(directory), directory, warmsUp());
    }
}
