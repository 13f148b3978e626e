package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.sss.benchmarks.engines.runner.AnswerLines;
import org.sss.benchmarks.engines.runner.Runner;
import org.sss.benchmarks.engines.runner.RunnerWork;
import org.sss.benchmarks.measure.DiskSpace;

/** Workloads of the suite on Hadoop MapReduce. The argument is the file of a workload. */
public final class HadoopMain extends Runner {
    /** A workload; its answer goes to a directory of HDFS. */
    interface Task {
        /** Writes the input when it is not a file. */
        default boolean load(FileSystem files, Path input) throws Exception {
            return false;
        }

        /** Returns further numbers. */
        Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception;

        default String digest(FileSystem files, Path output) throws Exception {
            return lines(files, output).digest();
        }
    }

    private static final Path INPUT = new Path("/bench/input");
    private static final Path OUTPUT = new Path("/bench/output");

    /** Of all jobs: there is one program in this process, and one thread runs its jobs. */
    private static final HadoopPhases PHASES = new HadoopPhases();

    private final RunnerWork work;
    private final Configuration conf;
    private final FileSystem files;
    private final Task task;

    private HadoopMain(RunnerWork work, Configuration conf) throws IOException {
        this.work = work;
        this.conf = conf;
        files = FileSystem.get(conf);
        task = task(work);
    }

    public static void main(String[] arguments) throws Exception {
        RunnerWork work = RunnerWork.read(java.nio.file.Path.of(arguments[0]));
        try (HadoopCluster cluster = new HadoopCluster(work); HadoopMain main = new HadoopMain(work, cluster.conf())) {
            main.serve();
        }
        System.exit(0);
    }

    private static Task task(RunnerWork work) {
        return switch (work.name()) {
            case "wordcount", "bigram", "groupby" -> new HadoopText(work.name(), work.threads());
            case "sort" -> new HadoopSort();
            case "kmeans" -> new HadoopKMeans(work.number("dimensions", 8), work.number("clusters", 16),
                    work.number("iterations", 10), work.threads());
            case "pagerank" -> new HadoopPageRank(work.number("iterations", 10), work.threads());
            case "synthetic" -> new HadoopSynthetic(work);
            case "records" -> new HadoopRecords(work);
            case "empty-jobs" -> new HadoopEmptyJobs(work.number("jobs", 1000));
            default -> throw new IllegalArgumentException("no program for " + work.name());
        };
    }

    /** Runs a job to its end. */
    static Job run(Job job) throws Exception {
        if (!job.waitForCompletion(false)) {
            throw new IOException("job " + job.getJobName() + " failed: " + job.getStatus().getFailureInfo());
        }
        PHASES.add(job);
        return job;
    }

    /** A new job of this suite. */
    static Job job(Configuration conf, String name) throws IOException {
        Job job = Job.getInstance(conf, name);
        job.setJarByClass(HadoopMain.class);
        return job;
    }

    static AnswerLines lines(FileSystem files, Path output) throws IOException {
        AnswerLines lines = new AnswerLines();
        for (FileStatus part : parts(files, output)) {
            try (InputStream in = files.open(part.getPath())) {
                lines.addAll(in);
            }
        }
        return lines;
    }

    /** The files of an answer in order. */
    static FileStatus[] parts(FileSystem files, Path output) throws IOException {
        FileStatus[] parts = files.listStatus(output, path -> path.getName().startsWith("part-"));
        Arrays.sort(parts);
        return parts;
    }

    @Override
    protected boolean load() throws Exception {
        if (work.input() == null) {
            return task.load(files, INPUT);
        }
        files.copyFromLocalFile(false, true, new Path(work.input().toUri()), INPUT);
        return true;
    }

    @Override
    protected Map<String, Double> run() throws Exception {
        return task.run(conf, INPUT, OUTPUT);
    }

    /** What maps wrote for reduces is gone when a job has ended; its counters tell. */
    @Override
    protected void addDetails(Map<String, Double> details) throws Exception {
        PHASES.addTo(details);
        details.put("disk_bytes", DiskSpace.used(work.directory()) + details.get(HadoopPhases.SHUFFLED_BYTES));
    }

    @Override
    protected String digest() throws Exception {
        String digest = task.digest(files, OUTPUT);
        files.delete(OUTPUT, true);
        return digest;
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
