package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.sss.benchmarks.engine.Program;
import org.sss.benchmarks.engine.Programs;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.LineDigest;

/** Workloads of the suite on Hadoop MapReduce. */
public final class HadoopPrograms implements Programs {
    private static final Path INPUT = new Path("/bench/input");
    private static final Path OUTPUT = new Path("/bench/output");

    /** Of all jobs: there is one program in this process, and one thread runs its jobs. */
    private static final HadoopPhases PHASES = new HadoopPhases();

    /** A workload; its answer goes to a directory of HDFS. */
    interface Task {
        /** Writes the input when it is not a file. */
        default boolean load(FileSystem files, Path input) throws Exception {
            return false;
        }

        /** Returns further numbers. */
        Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception;

        default String digest(FileSystem files, Path output) throws Exception {
            return HadoopPrograms.digest(files, output);
        }
    }

    @Override
    public Program open(Workload work) throws IOException {
        return new Running(work, new HadoopCluster(work));
    }

    private static Task task(Workload work) {
        return switch (work.name()) {
            case "wordcount", "bigram", "groupby" -> new HadoopText(work.name(), work.threads());
            case "sort" -> new HadoopSort();
            case "kmeans" ->
                new HadoopKMeans(
                        work.number("dimensions", 8),
                        work.number("clusters", 16),
                        work.number("iterations", 10),
                        work.threads());
            case "pagerank" -> new HadoopPageRank(work.number("iterations", 10), work.threads());
            case "synthetic" -> new HadoopSynthetic(work);
            default -> throw new IllegalArgumentException("no program for " + work.name());
        };
    }

    /** Runs a job to its end. */
    static Job run(Job job) throws Exception {
        if (!job.waitForCompletion(false)) {
            throw new IOException(
                    "job " + job.getJobName() + " failed: " + job.getStatus().getFailureInfo());
        }
        PHASES.add(job);
        return job;
    }

    /** A new job of this suite. */
    static Job job(
            Configuration conf,
            String name,
            Path input,
            Path output,
            @SuppressWarnings("rawtypes") Class<? extends Mapper> mapper,
            @SuppressWarnings("rawtypes") Class<? extends Reducer> reducer)
            throws IOException {
        Job job = Job.getInstance(conf, name);
        job.setJarByClass(HadoopPrograms.class);
        job.setMapperClass(mapper);
        job.setReducerClass(reducer);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, output);
        return job;
    }

    /** Of keys and values that the mapper and the reducer write. */
    static void setTypes(Job job, Class<?> key, Class<?> value) {
        job.setMapOutputKeyClass(key);
        job.setMapOutputValueClass(value);
        job.setOutputKeyClass(key);
        job.setOutputValueClass(value);
    }

    /** Of the lines of an answer. */
    static String digest(FileSystem files, Path output) throws IOException {
        LineDigest lines = new LineDigest();
        for (FileStatus part : parts(files, output)) {
            try (InputStream in = files.open(part.getPath())) {
                lines.addAll(in);
            }
        }
        return lines.digest();
    }

    /** The files of an answer in order. */
    static FileStatus[] parts(FileSystem files, Path output) throws IOException {
        FileStatus[] parts = files.listStatus(output, path -> path.getName().startsWith("part-"));
        Arrays.sort(parts);
        return parts;
    }

    /** A workload in a cluster. One thread. */
    private static final class Running implements Program {
        private final Workload work;
        private final HadoopCluster cluster;
        private final FileSystem files;
        private final Task task;

        Running(Workload work, HadoopCluster cluster) throws IOException {
            this.work = work;
            this.cluster = cluster;
            files = FileSystem.get(cluster.conf());
            task = task(work);
        }

        @Override
        public boolean load() throws Exception {
            if (work.input() == null) {
                return task.load(files, INPUT);
            }
            files.copyFromLocalFile(false, true, new Path(work.input().toUri()), INPUT);
            return true;
        }

        @Override
        public Map<String, Double> run() throws Exception {
            return task.run(cluster.conf(), INPUT, OUTPUT);
        }

        /** What maps wrote for reduces is gone when a job has ended; its counters report it. */
        @Override
        public Map<String, Double> detailsAfterRun() throws Exception {
            Map<String, Double> details = new LinkedHashMap<>();
            PHASES.addTo(details);
            details.put("disk_bytes", DiskSpace.used(work.directory()) + details.get(HadoopPhases.SHUFFLED_BYTES));
            return details;
        }

        @Override
        public String digest() throws Exception {
            String digest = task.digest(files, OUTPUT);
            files.delete(OUTPUT, true);
            return digest;
        }

        @Override
        public void close() throws IOException {
            files.close();
            cluster.close();
        }
    }
}
