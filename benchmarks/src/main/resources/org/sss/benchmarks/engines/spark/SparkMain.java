package org.sss.benchmarks.rivals.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.sss.benchmarks.engines.runner.AnswerLines;
import org.sss.benchmarks.engines.runner.Runner;
import org.sss.benchmarks.engines.runner.RunnerWork;
import org.sss.benchmarks.measure.DiskSpace;

/** Workloads of the suite on Spark's Java API. The argument is the file of a workload. */
public final class SparkMain extends Runner {
    /** A workload; its answer goes to a directory of lines. */
    interface Task {
        default boolean load() throws Exception {
            return false;
        }

        /** Returns further numbers. */
        Map<String, Double> run(Path output) throws Exception;

        default String digest(Path output) throws Exception {
            return AnswerLines.ofParts(output).digest();
        }
    }

    private final JavaSparkContext spark;
    private final Task task;
    private final Path directory;
    private final Path output;
    private final SparkPhases phases = new SparkPhases();
    private final ShuffledBytes shuffled = new ShuffledBytes();

    private SparkMain(JavaSparkContext spark, Task task, Path directory) {
        this.spark = spark;
        this.task = task;
        this.directory = directory;
        output = directory.resolve("output");
        spark.sc().addSparkListener(shuffled);
        spark.sc().addSparkListener(phases);
    }

    public static void main(String[] arguments) throws Exception {
        RunnerWork work = RunnerWork.read(Path.of(arguments[0]));
        SparkConf conf = (work.inProcesses() ? cluster(work) : new SparkConf().setMaster("local[" + work.threads() + "]"))
                .setAppName(work.name())
                .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.local.dir", work.directory().resolve("spark").toString())
                .set("spark.hadoop.fs.local.block.size", Long.toString(128L << 20))
                .set("spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version", "2");
        try (JavaSparkContext spark = new JavaSparkContext(conf);
                SparkMain main = new SparkMain(spark, task(spark, work), work.directory())) {
            main.serve();
        }
        System.exit(0);
    }

    /**
     * A master, and workers with an executor each, which is a process that speaks TCP. The environment has {@code SPARK_HOME}, a
     * directory of this run: executors get their classes from this process's class path.
     */
    private static SparkConf cluster(RunnerWork work) {
        int nodes = work.number("nodes", 2);
        long mebibytes = work.heap().share(nodes).mebibytes();
        int cores = Math.max(1, work.threads() / nodes);
        return new SparkConf().setMaster("local-cluster[" + nodes + "," + cores + "," + mebibytes + "]")
                .set("spark.executor.memory", mebibytes + "m")
                .set("spark.executor.extraClassPath", System.getProperty("java.class.path"))
                .set("spark.executor.extraJavaOptions", "-XX:+UseParallelGC");
    }

    /** Two partitions for each thread, as one would set for a shuffle on one machine. */
    private static Task task(JavaSparkContext spark, RunnerWork work) {
        int partitions = 2 * work.threads();
        String input = work.input() == null ? null : work.input().toString();
        return switch (work.name()) {
            case "wordcount", "bigram", "groupby" -> new SparkText(spark, work.name(), input, work.threads(), partitions);
            case "sort" -> new SparkSort(spark, input, 2 * partitions);
            case "kmeans" -> new SparkLoops.KMeans(spark, input, work.number("dimensions", 8), work.number("clusters", 16),
                    work.number("iterations", 10), work.threads());
            case "pagerank" -> new SparkLoops.PageRank(spark, input, work.number("iterations", 10), work.threads(), partitions);
            case "synthetic" -> new SparkSynthetic(spark, work, partitions);
            case "empty-jobs" -> new SparkEmptyJobs(spark, work.number("jobs", 1000));
            default -> throw new IllegalArgumentException("no program for " + work.name());
        };
    }

    @Override
    protected boolean load() throws Exception {
        return task.load();
    }

    @Override
    protected Map<String, Double> run() throws Exception {
        return task.run(output);
    }

    @Override
    protected void addDetails(Map<String, Double> details) throws Exception {
        spark.sc().listenerBus().waitUntilEmpty();
        phases.addTo(details);
        long bytes = shuffled.sumThenReset();
        details.put("shuffled_bytes", (double) bytes);
        // What was shuffled is deleted when Java collects garbage: there may be files of any number of runs before.
        details.put("disk_bytes", (double) DiskSpace.used(directory, below -> !below.equals(directory.resolve("spark"))) + bytes);
    }

    @Override
    protected String digest() throws Exception {
        String digest = task.digest(output);
        delete(output);
        spark.sc().getPersistentRDDs().values().foreach(rdd -> rdd.unpersist(true));
        return digest;
    }

    @Override
    public void close() {
        // The context is closed by whoever opened it.
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

    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).forEach(all::add);
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
