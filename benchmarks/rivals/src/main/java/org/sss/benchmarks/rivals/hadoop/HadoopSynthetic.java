package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.rivals.SequenceFiles;
import org.sss.benchmarks.synthetic.Answer;
import org.sss.benchmarks.synthetic.MapWork;
import org.sss.benchmarks.synthetic.ReduceWork;
import org.sss.benchmarks.synthetic.StoredOutput;
import org.sss.benchmarks.synthetic.SyntheticConf;

/** The papers' benchmark: sequence files of many pairs each, or as published of one pair each. */
final class HadoopSynthetic implements HadoopPrograms.Task {
    private static final String PREFIX = "sss.conf.";
    private static final String OUTPUT = "sss.output";
    private static final String COUNTERS = "synthetic";

    private final SyntheticConf conf;
    private final int threads;
    private final StoredOutput stored;
    private Answer counted;

    HadoopSynthetic(Workload work) {
        conf = SyntheticConf.ofParameters(work.parameters());
        stored = new StoredOutput(conf);
        threads = work.threads();
    }

    @Override
    public boolean load(FileSystem files, Path input) throws IOException {
        long objects = conf.pairsPerObject() == 1 ? conf.initialKeyCount() : Math.min(threads, conf.initialKeyCount());
        SequenceFiles.writeInput(files.getConf(), files.makeQualified(input), objects, conf);
        return true;
    }

    @Override
    public Map<String, Double> run(Configuration base, Path input, Path output) throws Exception {
        Job job = HadoopPrograms.job(base, "synthetic", input, output, SyntheticMapper.class, SyntheticReducer.class);
        conf.toMap().forEach((name, value) -> job.getConfiguration().set(PREFIX + name, value));
        job.getConfiguration().set(OUTPUT, output.toString());
        job.setInputFormatClass(SequenceFileInputFormat.class);
        job.setPartitionerClass(
                conf.partitionMethod() == SyntheticConf.PartitionMethod.HASH ? HashPartitioner.class : Turns.class);
        if (conf.foldsInCombiner()) {
            job.setCombinerClass(FoldCombiner.class);
        }
        HadoopPrograms.setTypes(job, LongWritable.class, BytesWritable.class);
        job.setOutputFormatClass(conf.pairsPerObject() == 1 ? NullOutputFormat.class : SequenceFileOutputFormat.class);
        HadoopPrograms.run(job);
        Map<String, Long> counters = new HashMap<>();
        job.getCounters().getGroup(COUNTERS).forEach(counter -> counters.put(counter.getName(), counter.getValue()));
        counted = Answer.of(counters);
        return Map.of("shuffled_pairs", (double)
                job.getCounters().findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue());
    }

    @Override
    public String digest(FileSystem files, Path output) throws Exception {
        FileStatus[] parts = HadoopPrograms.parts(files, output);
        long bytes = Arrays.stream(parts).mapToLong(FileStatus::getLen).sum();
        return stored.complete(counted, bytes, into -> {
                    for (FileStatus part : parts) {
                        SequenceFiles.readOutput(files.getConf(), files.makeQualified(part.getPath()), into);
                    }
                })
                .digest(conf);
    }

    private static SyntheticConf conf(Configuration job) {
        Map<String, String> values = new HashMap<>();
        job.iterator().forEachRemaining(entry -> {
            if (entry.getKey().startsWith(PREFIX)) {
                values.put(entry.getKey().substring(PREFIX.length()), entry.getValue());
            }
        });
        return SyntheticConf.of(values);
    }

    private static void count(TaskInputOutputContext<?, ?, ?, ?> context, Map<String, Long> counts) {
        counts.forEach((name, amount) -> context.getCounter(COUNTERS, name).increment(amount));
    }

    public static final class SyntheticMapper extends Mapper<LongWritable, BytesWritable, LongWritable, BytesWritable> {
        private final LongWritable outKey = new LongWritable();
        private final BytesWritable outValue = new BytesWritable();
        private MapWork work;

        @Override
        protected void setup(Context context) {
            work = new MapWork(conf(context.getConfiguration()));
        }

        @Override
        protected void map(LongWritable key, BytesWritable value, Context context)
                throws IOException, InterruptedException {
            work.input(value.getBytes(), 0, value.getLength());
            try {
                work.emit(key.get(), (emitted, array, offset, length) -> {
                    outKey.set(emitted);
                    outValue.set(array, offset, length);
                    context.write(outKey, outValue);
                });
            } catch (IOException | InterruptedException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IOException(e);
            }
        }

        @Override
        protected void cleanup(Context context) {
            count(context, work.takeCounts());
        }
    }

    /** Keys in turn, so that each task has as many as any other. */
    public static final class Turns extends Partitioner<LongWritable, BytesWritable> {
        @Override
        public int getPartition(LongWritable key, BytesWritable value, int count) {
            return (int) (key.get() % count);
        }
    }

    public static final class FoldCombiner extends Reducer<LongWritable, BytesWritable, LongWritable, BytesWritable> {
        private final BytesWritable outValue = new BytesWritable();
        private ReduceWork work;
        private int length;

        @Override
        protected void setup(Context context) {
            SyntheticConf conf = conf(context.getConfiguration());
            work = new ReduceWork(conf.with(Map.of("reduceComputeNanos", "0")));
            length = conf.foldedValueLength();
        }

        @Override
        protected void reduce(LongWritable key, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            work.start();
            values.forEach(value -> work.add(value.getBytes(), 0, value.getLength()));
            outValue.set(work.array(), work.makeFolded(), length);
            work.release();
            context.write(key, outValue);
        }
    }

    public static final class SyntheticReducer
            extends Reducer<LongWritable, BytesWritable, LongWritable, BytesWritable> {
        private final BytesWritable outValue = new BytesWritable();
        private ReduceWork work;
        private int length;
        private Path files;

        @Override
        protected void setup(Context context) {
            SyntheticConf conf = conf(context.getConfiguration());
            work = new ReduceWork(conf);
            length = conf.reduceoutValueLength();
            files = conf.pairsPerObject() == 1
                    ? new Path(context.getConfiguration().get(OUTPUT))
                    : null;
        }

        @Override
        protected void reduce(LongWritable key, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            work.start();
            values.forEach(value -> work.add(value.getBytes(), 0, value.getLength()));
            outValue.set(work.array(), work.makeOutput(), length);
            work.release();
            if (files == null) {
                context.write(key, outValue);
            } else {
                try (SequenceFile.Writer writer = SequenceFiles.writer(
                        context.getConfiguration(), new Path(files, "part-" + key.get()), LongWritable.class)) {
                    writer.append(key, outValue);
                }
            }
        }

        @Override
        protected void cleanup(Context context) {
            count(context, work.takeCounts());
        }
    }
}
