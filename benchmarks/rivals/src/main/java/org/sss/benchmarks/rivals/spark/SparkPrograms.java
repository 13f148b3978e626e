package org.sss.benchmarks.rivals.spark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.sss.benchmarks.engine.Program;
import org.sss.benchmarks.engine.Programs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.LineDigest;

/** Workloads of the suite on Spark's Java API. */
public final class SparkPrograms implements Programs {
    /** A workload; its answer goes to a directory of lines. */
    interface Task {
        default boolean load() throws Exception {
            return false;
        }

        /** Returns further numbers. */
        Map<String, Double> run(Path output) throws Exception;

        default String digest(Path output) throws Exception {
            LineDigest lines = new LineDigest();
            for (Path part : parts(output)) {
                try (InputStream in = Files.newInputStream(part)) {
                    lines.addAll(in);
                }
            }
            return lines.digest();
        }
    }

    /** The files of an answer. */
    static List<Path> parts(Path output) throws IOException {
        try (Stream<Path> files = Files.list(output)) {
            return files.filter(path -> path.getFileName().toString().startsWith("part-"))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public Program open(Workload work) {
        SparkConf conf = (inProcesses(work)
                        ? cluster(work)
                        : new SparkConf().setMaster("local[" + work.threads() + "]"))
                .setAppName(work.name())
                .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.local.dir", work.directory().resolve("spark").toString())
                .set("spark.hadoop.fs.local.block.size", Long.toString(128L << 20))
                .set("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "2");
        JavaSparkContext spark = new JavaSparkContext(conf);
        return new Running(spark, task(spark, work), work.directory());
    }

    private static boolean inProcesses(Workload work) {
        return work.parameters().containsKey("processes");
    }

    /**
     * A master, and workers with an executor each, which is a process that speaks TCP. The environment has {@code
     * SPARK_HOME}, a directory of this run: executors get their classes from this process's class path.
     */
    private static SparkConf cluster(Workload work) {
        int nodes = work.number("nodes", 2);
        long mebibytes = work.heap().share(nodes).mebibytes();
        int cores = Math.max(1, work.threads() / nodes);
        return new SparkConf()
                .setMaster("local-cluster[" + nodes + "," + cores + "," + mebibytes + "]")
                .set("spark.executor.memory", mebibytes + "m")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .set("spark.executor.extraJavaOptions", "-XX:+UseParallelGC");
    }

    /** Two partitions for each thread, as one would set for a shuffle on one machine. */
    private static Task task(JavaSparkContext spark, Workload work) {
        int partitions = 2 * work.threads();
        String input = work.input() == null ? null : work.input().toString();
        return switch (work.name()) {
            case "wordcount", "bigram", "groupby" ->
                new SparkText(spark, work.name(), input, work.threads(), partitions);
            case "sort" -> new SparkSort(spark, input, 2 * partitions);
            case "kmeans" ->
                new SparkLoops.KMeans(
                        spark,
                        input,
                        work.number("dimensions", 8),
                        work.number("clusters", 16),
                        work.number("iterations", 10),
                        work.threads());
            case "pagerank" ->
                new SparkLoops.PageRank(spark, input, work.number("iterations", 10), work.threads(), partitions);
            case "synthetic" -> new SparkSynthetic(spark, work, partitions);
            case "empty-jobs" -> new SparkEmptyJobs(spark, work.number("jobs", 1000));
            default -> throw new IllegalArgumentException("no program for " + work.name());
        };
    }

    /** A workload in a context. One thread. */
    private static final class Running implements Program {
        private final JavaSparkContext spark;
        private final Task task;
        private final Path directory;
        private final Path output;
        private final SparkPhases phases = new SparkPhases();
        private final ShuffledBytes shuffled = new ShuffledBytes();

        Running(JavaSparkContext spark, Task task, Path directory) {
            this.spark = spark;
            this.task = task;
            this.directory = directory;
            output = directory.resolve("output");
            spark.sc().addSparkListener(shuffled);
            spark.sc().addSparkListener(phases);
        }

        @Override
        public boolean load() throws Exception {
            return task.load();
        }

        @Override
        public Map<String, Double> run() throws Exception {
            return task.run(output);
        }

        @Override
        public Map<String, Double> detailsAfterRun() throws Exception {
            spark.sc().listenerBus().waitUntilEmpty();
            Map<String, Double> details = new LinkedHashMap<>();
            phases.addTo(details);
            long bytes = shuffled.sumThenReset();
            details.put("shuffled_bytes", (double) bytes);
            // What was shuffled is deleted when Java collects garbage: there may be files of any number of runs before.
            details.put(
                    "disk_bytes",
                    (double) DiskSpace.used(directory, below -> !below.equals(directory.resolve("spark"))) + bytes);
            return details;
        }

        @Override
        public String digest() throws Exception {
            String digest = task.digest(output);
            DiskSpace.delete(output);
            spark.sc().getPersistentRDDs().values().foreach(rdd -> rdd.unpersist(true));
            return digest;
        }

        @Override
        public void close() {
            spark.close();
        }
    }

    /** What tasks wrote for those of the next stage. Spark calls it from a thread of its own. */
    private static final class ShuffledBytes extends SparkListener {
        private final LongAdder bytes = new LongAdder();

        @Override
        public void onTaskEnd(SparkListenerTaskEnd task) {
            if (task.taskMetrics() != null) {
                bytes.add(task.taskMetrics().shuffleWriteMetrics().bytesWritten());
            }
        }

        long sumThenReset() {
            return bytes.sumThenReset();
        }
    }
}
