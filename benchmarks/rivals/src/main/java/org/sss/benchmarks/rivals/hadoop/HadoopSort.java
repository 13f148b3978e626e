package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.measure.RecordCheck;
import org.sss.benchmarks.rivals.SortRanges;

/** Sorts records of 100 bytes by their first 10. */
final class HadoopSort implements HadoopPrograms.Task {
    private static final String OUTPUT = "sss.output";
    private static final int BUFFER_BYTES = 1 << 18;

    @Override
    public Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception {
        Job job = HadoopPrograms.job(conf, "sort", input, output, SplitMapper.class, JoinReducer.class);
        FixedLengthInputFormat.setRecordLength(job.getConfiguration(), RecordInputs.RECORD_BYTES);
        job.getConfiguration().set(OUTPUT, output.toString());
        job.setInputFormatClass(FixedLengthInputFormat.class);
        job.setPartitionerClass(Ranges.class);
        HadoopPrograms.setTypes(job, BytesWritable.class, BytesWritable.class);
        job.setOutputFormatClass(NullOutputFormat.class);
        HadoopPrograms.run(job);
        return Map.of();
    }

    @Override
    public String digest(FileSystem files, Path output) throws IOException {
        RecordCheck check = new RecordCheck(RecordInputs.KEY_BYTES);
        for (FileStatus part : HadoopPrograms.parts(files, output)) {
            check.addAll(files.open(part.getPath()), RecordInputs.RECORD_BYTES);
        }
        return check.digest();
    }

    public static final class SplitMapper extends Mapper<LongWritable, BytesWritable, BytesWritable, BytesWritable> {
        private final BytesWritable key = new BytesWritable();
        private final BytesWritable rest = new BytesWritable();

        @Override
        protected void map(LongWritable at, BytesWritable record, Context context)
                throws IOException, InterruptedException {
            key.set(record.getBytes(), 0, RecordInputs.KEY_BYTES);
            rest.set(record.getBytes(), RecordInputs.KEY_BYTES, RecordInputs.RECORD_BYTES - RecordInputs.KEY_BYTES);
            context.write(key, rest);
        }
    }

    public static final class Ranges extends Partitioner<BytesWritable, BytesWritable> {
        @Override
        public int getPartition(BytesWritable key, BytesWritable rest, int count) {
            return SortRanges.of(key.getBytes(), count);
        }
    }

    /** Writes records without anything between them. */
    public static final class JoinReducer extends Reducer<BytesWritable, BytesWritable, NullWritable, NullWritable> {
        private OutputStream out;

        @Override
        protected void setup(Context context) throws IOException {
            Path directory = new Path(context.getConfiguration().get(OUTPUT));
            out = directory
                    .getFileSystem(context.getConfiguration())
                    .create(
                            new Path(
                                    directory,
                                    String.format(
                                            "part-%05d",
                                            context.getTaskAttemptID()
                                                    .getTaskID()
                                                    .getId())),
                            true,
                            BUFFER_BYTES);
        }

        @Override
        protected void reduce(BytesWritable key, Iterable<BytesWritable> rests, Context context) throws IOException {
            for (BytesWritable rest : rests) {
                out.write(key.getBytes(), 0, key.getLength());
                out.write(rest.getBytes(), 0, rest.getLength());
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException {
            out.close();
        }
    }
}
