package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.sss.benchmarks.programs.TinyJobs;

/** Jobs of one record, one after the other. */
final class HadoopEmptyJobs implements HadoopPrograms.Task {
    private final int jobs;

    HadoopEmptyJobs(int jobs) {
        this.jobs = jobs;
    }

    @Override
    public boolean load(FileSystem files, Path input) throws IOException {
        try (OutputStream out = files.create(input)) {
            out.write((TinyJobs.WORD + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        return false;
    }

    @Override
    public Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception {
        FileSystem files = FileSystem.get(conf);
        return TinyJobs.run(jobs, () -> {
            files.delete(output, true);
            Job job = HadoopPrograms.job(conf, "tiny");
            job.setMapperClass(OneMapper.class);
            job.setReducerClass(CountReducer.class);
            job.setNumReduceTasks(1);
            job.setOutputKeyClass(Text.class);
            job.setOutputValueClass(LongWritable.class);
            FileInputFormat.addInputPath(job, input);
            FileOutputFormat.setOutputPath(job, output);
            HadoopPrograms.run(job);
        });
    }

    @Override
    public String digest(FileSystem files, Path output) throws IOException {
        return TinyJobs.answer(HadoopPrograms.digest(files, output));
    }

    public static final class OneMapper extends Mapper<LongWritable, Text, Text, LongWritable> {
        @Override
        protected void map(LongWritable at, Text word, Context context) throws IOException, InterruptedException {
            context.write(word, new LongWritable(1));
        }
    }

    public static final class CountReducer extends Reducer<Text, LongWritable, Text, LongWritable> {
        @Override
        protected void reduce(Text word, Iterable<LongWritable> ones, Context context) throws IOException,
                InterruptedException {
            long sum = 0;
            for (LongWritable one : ones) {
                sum += one.get();
            }
            context.write(word, new LongWritable(sum));
        }
    }
}
