package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.sss.api.Grouping;
import org.sss.api.Shuffle;
import org.sss.benchmarks.engine.Program;
import org.sss.benchmarks.engine.Programs;
import org.sss.benchmarks.engine.SssCluster;
import org.sss.benchmarks.engine.SssFiles;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.client.Group;
import org.sss.client.LocalSettings;
import org.sss.client.SssClient;

/** The programs for SSS by the name of their workload; {@code api} (string or bytes) chooses between two. Stateless. */
public final class SssPrograms implements Programs {
    /** The parameter that is the setting {@code task.grouping}: {@code auto}, {@code hash} or {@code sort}. */
    public static final String GROUPING = "grouping";
    /** The parameter that says how many clients many-jobs has; {@code threads} would be those of Spark and Hadoop. */
    public static final String CLIENTS = "clients";
    /** With it start the names of parameters that are settings of node processes. */
    public static final String SETTING = "set ";

    public static final String SPILL_DIR = "shuffle.spill.dir";

    private static final Map<String, Function<Workload, SssProgram>> ALL = Map.ofEntries(
            Map.entry(
                    "wordcount",
                    workload -> isString(workload)
                            ? StringText.wordCount()
                            : BytesText.wordCount(
                                    !workload.parameter("sums", "hash").equals("none"))),
            Map.entry("bigram", workload -> isString(workload) ? StringText.bigram() : BytesText.bigram()),
            Map.entry("groupby", workload -> isString(workload) ? StringText.groupBy() : BytesText.groupBy()),
            Map.entry("kmeans", workload -> new KMeans()),
            Map.entry("pagerank", workload -> new PageRank()),
            Map.entry("histogram", workload -> SumJobs.histogram()),
            Map.entry("regression", workload -> SumJobs.regression()),
            Map.entry("match", workload -> SumJobs.match()),
            Map.entry("pca", workload -> new MatrixJobs.Pca()),
            Map.entry("multiply", workload -> new MatrixJobs.Multiply()),
            Map.entry(
                    "sort", workload -> workload.parameter("api", "").equals("keyed") ? new Sort.Keyed() : new Sort()),
            Map.entry("empty-jobs", workload -> new TinyJob.OneByOne()),
            Map.entry("skew", Skew::of),
            Map.entry("many-jobs", workload -> new TinyJob.AtOnce()),
            Map.entry("loop", workload -> new LoopJobs()));

    private static boolean isString(Workload workload) {
        return workload.parameter("api", "bytes").equals("string");
    }

    static boolean has(Workload workload) {
        return ALL.containsKey(workload.name());
    }

    /** With its nodes in this process, or, with parameter {@code processes}, in one each. */
    @Override
    public Program open(Workload workload) throws Exception {
        int nodes = workload.number("nodes", 2);
        String grouping = workload.parameter(GROUPING, "auto");
        Path files = workload.directory().resolve("nodes");
        if (!workload.parameters().containsKey("processes")) {
            return program(
                    workload,
                    SssCluster.inThisProcess(
                            nodes,
                            files,
                            LocalSettings.defaults()
                                    .asFleeting()
                                    .withGrouping(Grouping.valueOf(grouping.toUpperCase(Locale.ROOT)))),
                    null);
        }
        // No durability, as in an embedded cluster: nobody will read these files after a crash.
        Map<String, String> settings = new TreeMap<>(Map.of("durability", "none", "task.grouping", grouping));
        workload.parameters().forEach((name, value) -> {
            if (name.startsWith(SETTING)) {
                settings.put(name.substring(SETTING.length()), value);
            }
        });
        Path spilled = spillDirectory(workload, settings);
        return program(
                workload,
                SssCluster.ofProcesses(
                        nodes, files, workload.heap().share(nodes).size(), settings),
                spilled);
    }

    /** A new one, as nodes that are killed leave files there; null if there is none. */
    private static Path spillDirectory(Workload workload, Map<String, String> settings) throws IOException {
        String given = settings.get(SPILL_DIR);
        if (given == null && !workload.parameters().containsKey(Shuffle.PARAMETER)) {
            return null;
        }
        Path spilled = Files.createTempDirectory(given == null ? workload.directory() : Path.of(given), "sss-bench-");
        settings.put(SPILL_DIR, spilled.toAbsolutePath().toString());
        return spilled;
    }

    private static Program program(Workload workload, SssCluster cluster, Path spilled) {
        SssClient client = cluster.client();
        SssProgram program = ALL.get(workload.name()).apply(workload);
        return new Program() {
            private double shuffledBytes;

            @Override
            public boolean load() throws Exception {
                return program.load(client, workload);
            }

            @Override
            public Map<String, Double> run() throws Exception {
                Map<String, Double> details = program.run(client, workload);
                shuffledBytes = details.getOrDefault(Phases.SHUFFLED_BYTES, 0.0);
                return details;
            }

            @Override
            public Map<String, Double> detailsAfterRun() {
                LongStream kept = client.groups().stream().mapToLong(Group::id);
                return Map.of("disk_bytes", (double) SssFiles.used(workload.directory(), kept, (long) shuffledBytes));
            }

            @Override
            public String digest() throws Exception {
                return program.digest(client);
            }

            @Override
            public void close() {
                cluster.close();
                if (spilled != null) {
                    DiskSpace.delete(spilled);
                }
            }
        };
    }
}
