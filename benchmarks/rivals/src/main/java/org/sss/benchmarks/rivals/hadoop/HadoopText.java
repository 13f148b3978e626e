package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.VLongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.sss.benchmarks.programs.Kernels;

/**
 * Counts words or pairs of neighbours, combined in the mapper as in the 2016 paper, or groups words by their length.
 */
final class HadoopText implements HadoopPrograms.Task {
    private static final String BIGRAMS = "sss.bigrams";
    private static final int MIN_SPLITS = 4;
    private static final int SPLITS_PER_THREAD = 2;
    private static final long BLOCK_BYTES = 128L << 20;

    private final String kind;
    private final int threads;
    private final int splits;

    /** @param threads tasks that run at once */
    HadoopText(String kind, int threads) {
        this.kind = kind;
        this.threads = threads;
        splits = Math.max(MIN_SPLITS, SPLITS_PER_THREAD * threads);
    }

    @Override
    public Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception {
        boolean groups = kind.equals("groupby");
        Job job = HadoopPrograms.job(
                conf,
                kind,
                input,
                output,
                groups ? LengthMapper.class : CountMapper.class,
                groups ? LengthReducer.class : SumReducer.class);
        if (groups) {
            HadoopPrograms.setTypes(job, IntWritable.class, Text.class);
        } else {
            job.getConfiguration().setBoolean(BIGRAMS, kind.equals("bigram"));
            HadoopPrograms.setTypes(job, Text.class, VLongWritable.class);
        }
        // Fewer and larger splits than blocks, as each costs a Java process; but all tasks that run at once have work.
        long bytes = FileSystem.get(conf).getContentSummary(input).getLength();
        long ofThread = (bytes + threads - 1) / threads;
        long split = ofThread < BLOCK_BYTES ? ofThread : Math.max(BLOCK_BYTES, bytes / splits);
        FileInputFormat.setMinInputSplitSize(job, split);
        FileInputFormat.setMaxInputSplitSize(job, split);
        HadoopPrograms.run(job);
        return Map.of();
    }

    /** Emits what it has counted at its end. */
    public static final class CountMapper extends Mapper<LongWritable, Text, Text, VLongWritable> {
        private final Map<Text, long[]> counts = new HashMap<>();
        private final Text word = new Text();
        private boolean bigrams;

        @Override
        protected void setup(Context context) {
            bigrams = context.getConfiguration().getBoolean(BIGRAMS, false);
        }

        @Override
        protected void map(LongWritable at, Text line, Context context) {
            byte[] bytes = line.getBytes();
            int length = line.getLength();
            int before = -1;
            int start = 0;
            for (int i = 0; i <= length; i++) {
                if (i == length || bytes[i] == ' ') {
                    if (i > start && (!bigrams || before >= 0)) {
                        int from = bigrams ? before : start;
                        word.set(bytes, from, i - from);
                        count();
                    }
                    before = start;
                    start = i + 1;
                }
            }
        }

        private void count() {
            long[] count = counts.get(word);
            if (count == null) {
                count = new long[1];
                counts.put(new Text(word), count);
            }
            count[0]++;
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            VLongWritable number = new VLongWritable();
            for (Map.Entry<Text, long[]> count : counts.entrySet()) {
                number.set(count.getValue()[0]);
                context.write(count.getKey(), number);
            }
        }
    }

    public static final class SumReducer extends Reducer<Text, VLongWritable, Text, VLongWritable> {
        private final VLongWritable number = new VLongWritable();

        @Override
        protected void reduce(Text word, Iterable<VLongWritable> counts, Context context)
                throws IOException, InterruptedException {
            long sum = 0;
            for (VLongWritable count : counts) {
                sum += count.get();
            }
            number.set(sum);
            context.write(word, number);
        }
    }

    public static final class LengthMapper extends Mapper<LongWritable, Text, IntWritable, Text> {
        private final Text word = new Text();
        private final IntWritable wordLength = new IntWritable();

        @Override
        protected void map(LongWritable at, Text line, Context context) throws IOException, InterruptedException {
            byte[] bytes = line.getBytes();
            int length = line.getLength();
            int start = 0;
            for (int i = 0; i <= length; i++) {
                if (i == length || bytes[i] == ' ') {
                    if (i > start) {
                        word.set(bytes, start, i - start);
                        wordLength.set(i - start);
                        context.write(wordLength, word);
                    }
                    start = i + 1;
                }
            }
        }
    }

    public static final class LengthReducer extends Reducer<IntWritable, Text, IntWritable, Text> {
        @Override
        protected void reduce(IntWritable length, Iterable<Text> words, Context context)
                throws IOException, InterruptedException {
            long count = 0;
            long hashes = 0;
            for (Text word : words) {
                count++;
                hashes += Kernels.hash(word.getBytes(), 0, word.getLength());
            }
            context.write(length, new Text(count + "\t" + hashes));
        }
    }
}
