package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.sss.benchmarks.programs.Kernels;
import org.sss.benchmarks.rivals.Points;

/** k-means: a job for each iteration, whose mappers add up points and emit sums alone. */
record HadoopKMeans(int dimensions, int k, int iterations, int threads) implements HadoopPrograms.Task {
    private static final String CENTERS = "sss.centers";
    private static final String DIMENSIONS = "sss.dimensions";

    @Override
    public Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception {
        FileSystem files = FileSystem.get(conf);
        double[][] centers = first(files, input);
        for (int i = 0; i < iterations; i++) {
            Path step = new Path(output, "step-" + i);
            iterate(conf, files, input, step, centers);
            move(conf, step, centers);
            files.delete(step, true);
        }
        try (PrintStream out = new PrintStream(files.create(new Path(output, "part-0")))) {
            for (int c = 0; c < k; c++) {
                out.print(Points.line(c, centers[c]) + "\n");
            }
        }
        return Map.of();
    }

    private double[][] first(FileSystem files, Path input) throws IOException {
        byte[] bytes = new byte[k * dimensions * Double.BYTES];
        try (FSDataInputStream in = files.open(input)) {
            in.readFully(bytes);
        }
        double[][] centers = new double[k][];
        for (int c = 0; c < k; c++) {
            centers[c] = Points.of(bytes, c * dimensions * Double.BYTES, dimensions);
        }
        return centers;
    }

    private void iterate(Configuration conf, FileSystem files, Path input, Path step, double[][] centers)
            throws Exception {
        Job job = HadoopPrograms.job(conf, "kmeans", input, step, NearestMapper.class, SumReducer.class);
        StringBuilder text = new StringBuilder();
        for (double[] center : centers) {
            for (double x : center) {
                text.append(Long.toHexString(Double.doubleToLongBits(x))).append(' ');
            }
        }
        job.getConfiguration().set(CENTERS, text.toString());
        job.getConfiguration().setInt(DIMENSIONS, dimensions);
        int record = dimensions * Double.BYTES;
        FixedLengthInputFormat.setRecordLength(job.getConfiguration(), record);
        long split = files.getFileStatus(input).getLen() / threads / record * record + record;
        FileInputFormat.setMaxInputSplitSize(job, split);
        job.setInputFormatClass(FixedLengthInputFormat.class);
        job.setNumReduceTasks(1);
        HadoopPrograms.setTypes(job, IntWritable.class, BytesWritable.class);
        job.setOutputFormatClass(SequenceFileOutputFormat.class);
        HadoopPrograms.run(job);
    }

    private void move(Configuration conf, Path step, double[][] centers) throws IOException {
        Path file = new Path(step, "part-r-00000");
        try (SequenceFile.Reader reader = new SequenceFile.Reader(conf, SequenceFile.Reader.file(file))) {
            IntWritable center = new IntWritable();
            BytesWritable sums = new BytesWritable();
            while (reader.next(center, sums)) {
                int c = center.get();
                centers[c] = Points.center(Points.of(sums.getBytes(), 0, dimensions + 1), centers[c]);
            }
        }
    }

    public static final class NearestMapper extends Mapper<LongWritable, BytesWritable, IntWritable, BytesWritable> {
        /** Coordinate by coordinate. */
        private double[][] centers;

        private double[] distances;
        private double[][] sums;

        @Override
        protected void setup(Context context) {
            int size = context.getConfiguration().getInt(DIMENSIONS, 0);
            String[] text = context.getConfiguration().get(CENTERS).trim().split(" ");
            distances = new double[text.length / size];
            centers = new double[size][distances.length];
            sums = new double[distances.length][size + 1];
            for (int i = 0; i < text.length; i++) {
                centers[i % size][i / size] = Double.longBitsToDouble(Long.parseUnsignedLong(text[i], 16));
            }
        }

        @Override
        protected void map(LongWritable at, BytesWritable record, Context context) {
            double[] point = Points.of(record.getBytes(), 0, centers.length);
            Points.add(sums[Kernels.nearest(point, 0, centers, distances)], point);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            for (int c = 0; c < sums.length; c++) {
                context.write(new IntWritable(c), new BytesWritable(Points.bytes(sums[c])));
            }
        }
    }

    public static final class SumReducer extends Reducer<IntWritable, BytesWritable, IntWritable, BytesWritable> {
        @Override
        protected void reduce(IntWritable center, Iterable<BytesWritable> parts, Context context)
                throws IOException, InterruptedException {
            double[] sum = null;
            for (BytesWritable part : parts) {
                double[] more = Points.of(part.getBytes(), 0, part.getLength() / Double.BYTES);
                sum = sum == null ? new double[more.length] : sum;
                for (int j = 0; j < sum.length; j++) {
                    sum[j] += more[j];
                }
            }
            context.write(center, new BytesWritable(Points.bytes(sum)));
        }
    }
}
