package org.sss.benchmarks.rivals.spark;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.sss.benchmarks.programs.Kernels;
import org.sss.benchmarks.rivals.Points;
import scala.Tuple2;

/** Jobs that repeat. What stays the same is cached in memory, as Spark's users would. */
final class SparkLoops {
    private SparkLoops() {}

    record KMeans(JavaSparkContext spark, String input, int dimensions, int k, int iterations, int threads)
            implements SparkPrograms.Task {
        @Override
        public Map<String, Double> run(Path output) throws Exception {
            int size = dimensions;
            // One part would be as large as a block, and all points be the work of one thread.
            long record = (long) size * Double.BYTES;
            long records = Files.size(Path.of(input)) / record;
            spark.hadoopConfiguration()
                    .setLong(
                            "mapreduce.input.fileinputformat.split.maxsize",
                            Math.max(1, (records + threads - 1) / threads) * record);
            JavaRDD<double[]> points = spark.binaryRecords(input, size * Double.BYTES)
                    .map(bytes -> Points.of(bytes, 0, size))
                    .cache();
            double[][] centers = points.take(k).toArray(new double[0][]);
            for (int i = 0; i < iterations; i++) {
                Map<Integer, double[]> sums = sums(points, centers);
                double[][] next = new double[k][];
                for (int c = 0; c < k; c++) {
                    next[c] = Points.center(sums.get(c), centers[c]);
                }
                centers = next;
            }
            Files.createDirectories(output);
            try (PrintStream out = new PrintStream(output.resolve("part-0").toFile())) {
                for (int c = 0; c < k; c++) {
                    out.print(Points.line(c, centers[c]) + "\n");
                }
            }
            return Map.of();
        }

        private Map<Integer, double[]> sums(JavaRDD<double[]> points, double[][] centers) {
            Broadcast<double[][]> shared = spark.broadcast(Points.turned(centers));
            return points.mapPartitionsToPair(part -> {
                        double[][] near = shared.value();
                        double[] distances = new double[near[0].length];
                        double[][] sums = new double[distances.length][near.length + 1];
                        while (part.hasNext()) {
                            double[] point = part.next();
                            Points.add(sums[Kernels.nearest(point, 0, near, distances)], point);
                        }
                        List<Tuple2<Integer, double[]>> pairs = new ArrayList<>();
                        for (int c = 0; c < sums.length; c++) {
                            pairs.add(new Tuple2<>(c, sums[c]));
                        }
                        return pairs.iterator();
                    })
                    .reduceByKey(
                            (a, b) -> {
                                double[] sum = a.clone();
                                for (int j = 0; j < sum.length; j++) {
                                    sum[j] += b[j];
                                }
                                return sum;
                            },
                            2)
                    .collectAsMap();
        }
    }

    record PageRank(JavaSparkContext spark, String input, int iterations, int threads, int partitions)
            implements SparkPrograms.Task {
        @Override
        public Map<String, Double> run(Path output) {
            HashPartitioner partitioner = new HashPartitioner(partitions);
            JavaPairRDD<Integer, int[]> links = spark.textFile(input, threads)
                    .mapToPair(line -> {
                        int tab = line.indexOf('\t');
                        return new Tuple2<>(
                                Integer.parseInt(line.substring(0, tab)), Integer.parseInt(line.substring(tab + 1)));
                    })
                    .groupByKey(partitioner)
                    .mapValues(PageRank::array)
                    .persist(StorageLevel.MEMORY_ONLY());
            JavaPairRDD<Integer, Long> ranks = links.mapValues(targets -> Kernels.FIRST_RANK);
            for (int i = 0; i < iterations; i++) {
                ranks = links.join(ranks, partitioner)
                        .flatMapToPair(vertex -> new Gifts(vertex._1, vertex._2._1, vertex._2._2 / vertex._2._1.length))
                        .reduceByKey(partitioner, Long::sum)
                        .mapValues(Kernels::rank);
            }
            ranks.map(rank -> rank._1 + "\t" + rank._2).saveAsTextFile(output.toString());
            return Map.of();
        }

        private static int[] array(Iterable<Integer> targets) {
            List<Integer> list = new ArrayList<>();
            targets.forEach(list::add);
            return list.stream().mapToInt(Integer::intValue).toArray();
        }
    }

    /** To each target the same; to the vertex itself nothing, so that it has a rank. */
    private static final class Gifts implements Iterator<Tuple2<Integer, Long>> {
        private final int vertex;
        private final int[] targets;
        private final long gift;
        private int next = -1;

        Gifts(int vertex, int[] targets, long gift) {
            this.vertex = vertex;
            this.targets = targets;
            this.gift = gift;
        }

        @Override
        public boolean hasNext() {
            return next < targets.length;
        }

        @Override
        public Tuple2<Integer, Long> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int i = next++;
            return i < 0 ? new Tuple2<>(vertex, 0L) : new Tuple2<>(targets[i], gift);
        }
    }
}
