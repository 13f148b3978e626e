package org.sss.benchmarks.engine;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.sss.api.SssException;
import org.sss.cli.cluster.ProcessStat;

/**
 * A system whose libraries are fetched on demand, and whose programs are in the module {@code benchmarks/rivals}. Its
 * process has those, the classes of this suite, and none of its other libraries. One thread at a time.
 */
public abstract class Rival extends HostedEngine {
    /** Overrides where the jar of {@code benchmarks/rivals} is. */
    static final String JAR_PROPERTY = "sss.bench.rivals";

    private static final String JAR = "sss-benchmarks-rivals.jar";
    private static final String BUILD = "mvn -B -Privals -DskipTests package";
    /** Hadoop takes half a minute to stop by itself; its files are deleted anyway. */
    private static final int STOP_SECONDS = 5;

    private static final Set<String> WORKLOADS =
            Set.of("synthetic", "wordcount", "bigram", "groupby", "sort", "kmeans", "pagerank");

    private final RivalLibrary library;

    Rival(RivalLibrary library, String programs) {
        super(library.name(), programs);
        this.library = library;
    }

    abstract List<String> javaOptions(Workload workload);

    /** Added to the environment of the process. */
    Map<String, String> environment(Path directory) throws IOException {
        return Map.of();
    }

    public static List<RivalLibrary> libraries() {
        return List.of(SparkRival.LIBRARY, HadoopRival.LIBRARY);
    }

    @Override
    public final Optional<String> missing() {
        return library.missing()
                .or(() -> Files.exists(jar())
                        ? Optional.empty()
                        : Optional.of("the programs for " + library.name() + " are not in " + jar()
                                + "; build them in the directory of SSS with: " + BUILD));
    }

    boolean knows(String workload) {
        return WORKLOADS.contains(workload);
    }

    /** Neither Spark nor Hadoop can place pairs by the node that emits them. */
    @Override
    public final boolean runs(Workload workload) {
        String method = workload.parameter("conf.partitionMethod", "average");
        return knows(workload.name()) && (method.equals("average") || method.equals("hash"));
    }

    @Override
    protected final Launch launch(Workload workload) throws IOException {
        return launch(javaOptions(workload), workload.directory());
    }

    final Launch launch(List<String> options, Path directory) throws IOException {
        String classPath = String.join(
                File.pathSeparator,
                jar().toString(),
                codeOf(Rival.class).toString(),
                codeOf(SssException.class).toString(),
                codeOf(ProcessStat.class).toString(),
                codeOf(Histogram.class).toString(),
                library.directory() + File.separator + "*");
        Map<String, String> environment = new HashMap<>(environment(directory));
        // Hadoop starts its tasks with it.
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        if (Boolean.getBoolean("sss.ownArena")) {
            environment.put("MALLOC_ARENA_MAX", "");
        }
        return new Launch(List.of(), options, classPath, environment, STOP_SECONDS);
    }

    /** Next to the directory of jars that has this class, or that Maven makes of it. */
    private static Path jar() {
        String given = System.getProperty(JAR_PROPERTY);
        Path code = codeOf(Rival.class);
        Path dist = Files.isDirectory(code)
                ? code.resolveSibling("dist")
                : code.getParent().getParent();
        return given == null ? dist.resolve("rivals").resolve(JAR) : Path.of(given);
    }

    private static Path codeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
