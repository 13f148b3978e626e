package org.sss.benchmarks.jobs;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.sss.benchmarks.engines.NodeProcesses;
import org.sss.benchmarks.host.Program;
import org.sss.benchmarks.host.Programs;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.store.SssFiles;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.net.control.GroupInfo;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.net.embedded.Grouping;

/** The programs for SSS by the name of their workload; {@code api} (string or bytes) chooses between two. Stateless. */
public final class SssPrograms implements Programs {
    /** The parameter that is the setting {@code task.grouping}: {@code auto}, {@code hash} or {@code sort}. */
    public static final String GROUPING = "grouping";
    /** The parameter that says how many clients many-jobs has; {@code threads} would be those of Spark and Hadoop. */
    public static final String CLIENTS = "clients";
    private static final Map<String, Function<Workload, SssProgram>> ALL = Map.ofEntries(
            Map.entry("wordcount", workload -> isString(workload) ? new StringText.WordCount()
                    : new BytesText.WordCount(!workload.parameter("sums", "hash").equals("none"))),
            Map.entry("bigram", workload -> isString(workload) ? new StringText.Bigram() : new BytesText.Bigram()),
            Map.entry("groupby", workload -> isString(workload) ? new StringText.GroupBy() : new BytesText.GroupBy()),
            Map.entry("kmeans", workload -> new KMeans()),
            Map.entry("pagerank", workload -> new PageRank()),
            Map.entry("histogram", workload -> new Histogram()),
            Map.entry("regression", workload -> new Regression()),
            Map.entry("match", workload -> new StringMatch()),
            Map.entry("pca", workload -> new Pca()),
            Map.entry("multiply", workload -> new MatrixMultiply()),
            Map.entry("sort", workload -> workload.parameter("api", "").equals("keyed") ? new SortKeyed() : new Sort()),
            Map.entry("empty-jobs", workload -> new EmptyJobs()),
            Map.entry("many-jobs", workload -> new ManyJobs()),
            Map.entry("loop", workload -> new LoopJobs()));

    private static boolean isString(Workload workload) {
        return workload.parameter("api", "bytes").equals("string");
    }

    @Override
    public boolean has(Workload workload) {
        return ALL.containsKey(workload.name());
    }

    /** With its nodes in this process, or, with parameter {@code processes}, in one each. */
    @Override
    public Program open(Workload workload) throws Exception {
        int nodes = workload.number("nodes", 2);
        String grouping = workload.parameter(GROUPING, "auto");
        if (!workload.parameters().containsKey("processes")) {
            SssClient client = LocalCluster.start(nodes, EmbeddedConfig.defaults().withGrouping(Grouping.valueOf(grouping.toUpperCase(Locale.ROOT))));
            return program(workload, client, client::close);
        }
        // No durability, as in an embedded cluster: nobody will read these files after a crash.
        NodeProcesses cluster = new NodeProcesses(nodes, workload.directory().resolve("nodes"), Heap.of(workload).share(nodes).size(),
                Map.of("durability", "none", "task.grouping", grouping));
        return program(workload, cluster.client(), cluster::close);
    }

    private static Program program(Workload workload, SssClient client, Runnable afterwards) {
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
            public Map<String, Double> detailsBehind() {
                LongStream kept = client.groups().stream().mapToLong(GroupInfo::id);
                return Map.of("disk_bytes", (double) SssFiles.used(workload.directory(), kept, (long) shuffledBytes));
            }

            @Override
            public String digest() throws Exception {
                return program.digest(client);
            }

            @Override
            public void close() {
                afterwards.run();
            }
        };
    }
}
