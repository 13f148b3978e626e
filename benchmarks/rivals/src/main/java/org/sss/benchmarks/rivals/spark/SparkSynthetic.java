package org.sss.benchmarks.rivals.spark;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.SequenceFileOutputFormat;
import org.apache.spark.HashPartitioner;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.LongAccumulator;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.rivals.SequenceFiles;
import org.sss.benchmarks.synthetic.Answer;
import org.sss.benchmarks.synthetic.Emission;
import org.sss.benchmarks.synthetic.MapWork;
import org.sss.benchmarks.synthetic.ReduceWork;
import org.sss.benchmarks.synthetic.StoredOutput;
import org.sss.benchmarks.synthetic.SyntheticConf;
import org.sss.benchmarks.synthetic.SyntheticValues;
import scala.Tuple2;

/** The papers' benchmark: input and output are sequence files of many pairs each. */
final class SparkSynthetic implements SparkPrograms.Task {
    private final JavaSparkContext spark;
    private final SyntheticConf conf;
    private final String input;
    private final int partitions;
    private final StoredOutput stored;
    private Counters counters;

    SparkSynthetic(JavaSparkContext spark, Workload work, int partitions) {
        this.spark = spark;
        this.partitions = partitions;
        conf = SyntheticConf.ofParameters(work.parameters());
        stored = new StoredOutput(conf);
        input = work.directory().resolve("input").toString();
    }

    @Override
    public boolean load() throws IOException {
        SequenceFiles.writeInput(new Configuration(), new org.apache.hadoop.fs.Path(input), partitions, conf);
        return true;
    }

    @Override
    public Map<String, Double> run(Path output) {
        counters = new Counters(spark);
        JavaPairRDD<Long, byte[]> pairs = map(conf, counters);
        Partitioner partitioner = conf.partitionMethod() == SyntheticConf.PartitionMethod.HASH
                ? new HashPartitioner(partitions)
                : new Turns(partitions);
        int folded = conf.foldedValueLength();
        JavaPairRDD<Long, Iterable<byte[]>> groups = conf.foldsInCombiner()
                ? pairs.combineByKey(
                                value -> alone(value, folded), SparkSynthetic::fold, SparkSynthetic::fold, partitioner)
                        .mapValues(Collections::singletonList)
                : pairs.groupByKey(partitioner);
        reduce(groups, conf, counters)
                .saveAsNewAPIHadoopFile(
                        output.toString(), LongWritable.class, BytesWritable.class, SequenceFileOutputFormat.class);
        return Map.of();
    }

    private JavaPairRDD<Long, byte[]> map(SyntheticConf conf, Counters counted) {
        JavaPairRDD<LongWritable, BytesWritable> read = spark.newAPIHadoopFile(
                input,
                SequenceFileInputFormat.class,
                LongWritable.class,
                BytesWritable.class,
                spark.hadoopConfiguration());
        return read.mapPartitionsToPair(part -> new Mapped(part, new MapWork(conf), counted));
    }

    private static JavaPairRDD<LongWritable, BytesWritable> reduce(
            JavaPairRDD<Long, Iterable<byte[]>> groups, SyntheticConf conf, Counters counted) {
        return groups.mapPartitionsToPair(part -> {
            ReduceWork work = new ReduceWork(conf);
            return new Iterator<Tuple2<LongWritable, BytesWritable>>() {
                @Override
                public boolean hasNext() {
                    boolean more = part.hasNext();
                    if (!more) {
                        counted.add(work.takeCounts());
                    }
                    return more;
                }

                @Override
                public Tuple2<LongWritable, BytesWritable> next() {
                    Tuple2<Long, Iterable<byte[]>> group = part.next();
                    work.start();
                    group._2.forEach(value -> work.add(value, 0, value.length));
                    return new Tuple2<>(new LongWritable(group._1), new BytesWritable(work.copyOutput()));
                }
            };
        });
    }

    private static byte[] alone(byte[] value, int length) {
        byte[] folded = new byte[length];
        SyntheticValues.resize(value, 0, value.length, folded);
        return folded;
    }

    /** As a combiner of Spark may, it changes the first and gives it back. */
    private static byte[] fold(byte[] into, byte[] other) {
        SyntheticValues.fold(into, 0, other, 0);
        return into;
    }

    @Override
    public String digest(Path output) throws Exception {
        List<Path> parts = SparkPrograms.parts(output);
        long bytes = 0;
        for (Path part : parts) {
            bytes += Files.size(part);
        }
        return stored.complete(counters.answer(), bytes, into -> {
                    for (Path part : parts) {
                        SequenceFiles.readOutput(
                                new Configuration(), new org.apache.hadoop.fs.Path(part.toUri()), into);
                    }
                })
                .digest(conf);
    }

    /** What the maps of a partition emit, one pair at a time. */
    private static final class Mapped implements Iterator<Tuple2<Long, byte[]>> {
        private final Iterator<Tuple2<LongWritable, BytesWritable>> input;
        private final MapWork work;
        private final Counters counters;
        private Emission.Cursor cursor;
        private boolean ready;

        Mapped(Iterator<Tuple2<LongWritable, BytesWritable>> input, MapWork work, Counters counters) {
            this.input = input;
            this.work = work;
            this.counters = counters;
        }

        @Override
        public boolean hasNext() {
            while (!ready) {
                if (cursor != null && cursor.next()) {
                    ready = true;
                } else if (input.hasNext()) {
                    Tuple2<LongWritable, BytesWritable> pair = input.next();
                    work.input(pair._2.getBytes(), 0, pair._2.getLength());
                    cursor = work.cursor(pair._1.get());
                } else {
                    counters.add(work.takeCounts());
                    return false;
                }
            }
            return true;
        }

        @Override
        public Tuple2<Long, byte[]> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            ready = false;
            return new Tuple2<>(cursor.key(), work.copy(cursor));
        }
    }

    private static final class Counters implements Serializable {
        private static final long serialVersionUID = 1L;

        private final HashMap<String, LongAccumulator> all = new HashMap<>();

        Counters(JavaSparkContext spark) {
            Answer.of(Map.of())
                    .toMap()
                    .keySet()
                    .forEach(name -> all.put(name, spark.sc().longAccumulator(name)));
        }

        /** At the end of a partition. */
        void add(Map<String, Long> counts) {
            counts.forEach((name, amount) -> all.get(name).add(amount));
        }

        Answer answer() {
            Map<String, Long> sums = new HashMap<>();
            all.forEach((name, sum) -> sums.put(name, sum.value()));
            return Answer.of(sums);
        }
    }

    /** Keys in turn, so that each partition has as many as any other. */
    private static final class Turns extends Partitioner {
        private static final long serialVersionUID = 1L;

        private final int count;

        Turns(int count) {
            this.count = count;
        }

        @Override
        public int numPartitions() {
            return count;
        }

        @Override
        public int getPartition(Object key) {
            return (int) ((Long) key % count);
        }
    }
}
