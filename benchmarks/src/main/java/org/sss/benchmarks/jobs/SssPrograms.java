package org.sss.benchmarks.jobs;

import java.util.Map;
import java.util.function.Function;
import org.sss.benchmarks.host.Program;
import org.sss.benchmarks.host.Programs;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

/** The programs for SSS by the name of their workload; {@code api} (string or bytes) chooses between two. Stateless. */
public final class SssPrograms implements Programs {
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
            Map.entry("sort", workload -> new Sort()),
            Map.entry("empty-jobs", workload -> new EmptyJobs()),
            Map.entry("many-jobs", workload -> new ManyJobs()));

    private static boolean isString(Workload workload) {
        return workload.parameter("api", "bytes").equals("string");
    }

    @Override
    public boolean has(Workload workload) {
        return ALL.containsKey(workload.name());
    }

    @Override
    public Program open(Workload workload) {
        SssProgram program = ALL.get(workload.name()).apply(workload);
        SssClient client = LocalCluster.start(workload.number("nodes", 2));
        return new Program() {
            @Override
            public boolean load() throws Exception {
                return program.load(client, workload);
            }

            @Override
            public Map<String, Double> run() throws Exception {
                return program.run(client, workload);
            }

            @Override
            public String digest() throws Exception {
                return program.digest(client);
            }

            @Override
            public void close() {
                client.close();
            }
        };
    }
}
