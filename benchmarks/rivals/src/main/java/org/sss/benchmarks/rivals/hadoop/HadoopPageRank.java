package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.sss.benchmarks.programs.Kernels;

/**
 * PageRank: a job that collects the targets of each vertex, then one for each iteration. A vertex is a rank (a long)
 * and its targets (ints); what it gives to another is a long alone.
 */
record HadoopPageRank(int iterations, int threads) implements HadoopPrograms.Task {
    @Override
    public Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception {
        FileSystem files = FileSystem.get(conf);
        Path vertices = new Path(output.getParent(), "vertices");
        Job links = HadoopPrograms.job(conf, "links", input, vertices, EdgeMapper.class, LinksReducer.class);
        FileInputFormat.setMaxInputSplitSize(links, files.getFileStatus(input).getLen() / threads + 1);
        HadoopPrograms.setTypes(links, IntWritable.class, BytesWritable.class);
        links.setMapOutputValueClass(IntWritable.class);
        links.setOutputFormatClass(SequenceFileOutputFormat.class);
        HadoopPrograms.run(links);
        for (int i = 1; i <= iterations; i++) {
            Path next = i == iterations ? output : new Path(output.getParent(), "vertices-" + i);
            iterate(conf, vertices, next, i == iterations);
            files.delete(vertices, true);
            vertices = next;
        }
        return Map.of();
    }

    private static void iterate(Configuration conf, Path from, Path to, boolean last) throws Exception {
        Job job = HadoopPrograms.job(
                conf, "pagerank", from, to, GiveMapper.class, last ? LastReducer.class : RankReducer.class);
        job.setInputFormatClass(SequenceFileInputFormat.class);
        job.setCombinerClass(SumCombiner.class);
        HadoopPrograms.setTypes(job, IntWritable.class, BytesWritable.class);
        if (last) {
            job.setOutputValueClass(LongWritable.class);
        } else {
            job.setOutputFormatClass(SequenceFileOutputFormat.class);
        }
        HadoopPrograms.run(job);
    }

    public static final class EdgeMapper extends Mapper<LongWritable, Text, IntWritable, IntWritable> {
        @Override
        protected void map(LongWritable at, Text line, Context context) throws IOException, InterruptedException {
            String text = line.toString();
            int tab = text.indexOf('\t');
            context.write(
                    new IntWritable(Integer.parseInt(text.substring(0, tab))),
                    new IntWritable(Integer.parseInt(text.substring(tab + 1))));
        }
    }

    public static final class LinksReducer extends Reducer<IntWritable, IntWritable, IntWritable, BytesWritable> {
        @Override
        protected void reduce(IntWritable vertex, Iterable<IntWritable> targets, Context context)
                throws IOException, InterruptedException {
            List<Integer> all = new ArrayList<>();
            targets.forEach(target -> all.add(target.get()));
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + all.size() * Integer.BYTES);
            bytes.putLong(Kernels.FIRST_RANK);
            all.forEach(bytes::putInt);
            context.write(vertex, new BytesWritable(bytes.array()));
        }
    }

    public static final class GiveMapper extends Mapper<IntWritable, BytesWritable, IntWritable, BytesWritable> {
        @Override
        protected void map(IntWritable vertex, BytesWritable value, Context context)
                throws IOException, InterruptedException {
            context.write(vertex, value);
            ByteBuffer bytes = ByteBuffer.wrap(value.getBytes(), 0, value.getLength());
            long rank = bytes.getLong();
            int targets = bytes.remaining() / Integer.BYTES;
            if (targets > 0) {
                BytesWritable gift = number(rank / targets);
                IntWritable target = new IntWritable();
                while (bytes.hasRemaining()) {
                    target.set(bytes.getInt());
                    context.write(target, gift);
                }
            }
        }
    }

    /** Adds up what is given, and hands a vertex on. */
    public static final class SumCombiner extends Reducer<IntWritable, BytesWritable, IntWritable, BytesWritable> {
        @Override
        protected void reduce(IntWritable vertex, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            boolean given = false;
            for (BytesWritable value : values) {
                if (value.getLength() > Long.BYTES) {
                    context.write(vertex, value);
                } else {
                    sum += ByteBuffer.wrap(value.getBytes()).getLong();
                    given = true;
                }
            }
            if (given) {
                context.write(vertex, number(sum));
            }
        }
    }

    /**
     * Finds the vertex among the gifts and sets its rank; a vertex without targets is lost, as in the other systems.
     */
    private abstract static class Ranks<V> extends Reducer<IntWritable, BytesWritable, IntWritable, V> {
        @Override
        protected final void reduce(IntWritable vertex, Iterable<BytesWritable> values, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            byte[] targets = null;
            for (BytesWritable value : values) {
                if (value.getLength() > Long.BYTES) {
                    targets = value.copyBytes();
                } else {
                    sum += ByteBuffer.wrap(value.getBytes()).getLong();
                }
            }
            if (targets != null) {
                ByteBuffer.wrap(targets).putLong(0, Kernels.rank(sum));
                write(vertex, targets, context);
            }
        }

        abstract void write(IntWritable vertex, byte[] value, Context context) throws IOException, InterruptedException;
    }

    public static final class RankReducer extends Ranks<BytesWritable> {
        @Override
        void write(IntWritable vertex, byte[] value, Context context) throws IOException, InterruptedException {
            context.write(vertex, new BytesWritable(value));
        }
    }

    public static final class LastReducer extends Ranks<LongWritable> {
        @Override
        void write(IntWritable vertex, byte[] value, Context context) throws IOException, InterruptedException {
            context.write(vertex, new LongWritable(ByteBuffer.wrap(value).getLong()));
        }
    }

    private static BytesWritable number(long number) {
        return new BytesWritable(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
    }
}
