package org.sss.spark;

import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.HashPartitioner;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import scala.Tuple2;

/**
 * Measures word count and PageRank as workflows of SSS on Spark beside the same in Spark's own API, in turns, in one
 * warm process. Arguments: a directory, MiB of text, edges, partitions, runs. Prints the seconds of each run.
 */
public final class Seconds {
    private static final int ITERATIONS = 10;
    private static final int WORDS = 100_000;
    private static final int EDGES_OF_VERTEX = 10;

    private static final TupleGroup<String, Long> ONES =
            TupleGroup.of("ones", Codecs.STRING, Codecs.LONG).asTemporary();
    private static final TupleGroup<String, Long> COUNTS = TupleGroup.of("counts", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<Integer, Integer> LINKS =
            TupleGroup.of("links", Codecs.INT, Codecs.INT).asTemporary();
    private static final TupleGroup<Integer, Double> FIRST_RANKS =
            TupleGroup.of("first", Codecs.INT, Codecs.DOUBLE).asTemporary();
    private static final TupleGroup<Integer, Double> GIFTS =
            TupleGroup.of("gifts", Codecs.INT, Codecs.DOUBLE).asTemporary();
    private static final TupleGroup<Integer, Double> RANKS = TupleGroup.of("ranks", Codecs.INT, Codecs.DOUBLE);

    private final JavaSparkContext spark;
    private final Path directory;
    private final int partitions;

    private Seconds(JavaSparkContext spark, Path directory, int partitions) {
        this.spark = spark;
        this.directory = directory;
        this.partitions = partitions;
    }

    public static void main(String[] args) throws Exception {
        Path directory = Files.createDirectories(Path.of(args[0]));
        Path text = text(directory.resolve("text"), Long.parseLong(args[1]) << 20);
        Path edges = edges(directory.resolve("edges"), Integer.parseInt(args[2]));
        SparkConf conf = new SparkConf()
                .setMaster("local[2]")
                .setAppName("seconds")
                .set("spark.ui.enabled", "false")
                .set("spark.local.dir", directory.resolve("local").toString());
        try (JavaSparkContext spark = new JavaSparkContext(conf)) {
            Seconds seconds = new Seconds(spark, directory, Integer.parseInt(args[3]));
            for (int run = 0; run < Integer.parseInt(args[4]); run++) {
                seconds.measure("wordcount, SSS", () -> seconds.onSss(words(text)));
                seconds.measure("wordcount, Spark", () -> seconds.words(text.toString()));
                seconds.measure("pagerank, SSS", () -> seconds.onSss(ranks(edges)));
                seconds.measure("pagerank, Spark", () -> seconds.ranks(edges.toString()));
            }
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private void measure(String name, Task task) throws Exception {
        clear(directory.resolve("out"));
        System.gc();
        long start = System.nanoTime();
        task.run();
        System.out.printf(Locale.ROOT, "%s: %.2f s%n", name, (System.nanoTime() - start) / 1e9);
    }

    private static void clear(Path directory) throws Exception {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private void onSss(Workflow workflow) {
        SparkRunner.run(
                workflow,
                spark,
                SparkOptions.store(directory.resolve("out").toString()).withSubgroups(partitions));
    }

    private static Workflow words(Path text) {
        Workflow workflow = Workflow.named("words");
        workflow.map(Sources.text(text.toString()), ONES, (Long at, String line, Emitter<String, Long> out) -> {
                    for (String word : line.split(" ")) {
                        out.emit(word, 1L);
                    }
                })
                .combine(Combiner.sumLong());
        workflow.reduce(ONES, COUNTS, (String word, Iterable<Long> ones, Emitter<String, Long> out) -> {
            long sum = 0;
            for (long one : ones) {
                sum += one;
            }
            out.emit(word, sum);
        });
        return workflow;
    }

    private void words(String text) {
        spark.textFile(text)
                .flatMap(line -> Arrays.asList(line.split(" ")).iterator())
                .mapToPair(word -> new Tuple2<>(word, 1L))
                .reduceByKey(Long::sum, partitions)
                .map(pair -> pair._1 + "\t" + pair._2)
                .saveAsTextFile(directory.resolve("out").toString());
    }

    private static Workflow ranks(Path edges) {
        Workflow workflow = Workflow.named("ranks");
        workflow.map(Sources.text(edges.toString()), LINKS, (Long at, String line, Emitter<Integer, Integer> out) -> {
            int tab = line.indexOf('\t');
            out.emit(Integer.parseInt(line.substring(0, tab)), Integer.parseInt(line.substring(tab + 1)));
        });
        workflow.reduce(
                LINKS,
                FIRST_RANKS,
                (Integer vertex, Iterable<Integer> targets, Emitter<Integer, Double> out) -> out.emit(vertex, 1.0));
        workflow.repeat(ITERATIONS, body -> {
                    body.coGroup(List.of(LINKS, FIRST_RANKS), GIFTS, (vertex, values, out) -> {
                        List<Integer> targets = new ArrayList<>();
                        values.of(LINKS).forEach(targets::add);
                        for (double rank : values.of(FIRST_RANKS)) {
                            for (int target : targets) {
                                out.emit(target, rank / targets.size());
                            }
                        }
                    });
                    body.reduce(
                            GIFTS, RANKS, (Integer vertex, Iterable<Double> gifts, Emitter<Integer, Double> out) -> {
                                double sum = 0;
                                for (double gift : gifts) {
                                    sum += gift;
                                }
                                out.emit(vertex, 0.15 + 0.85 * sum);
                            });
                })
                .carry(RANKS, FIRST_RANKS);
        return workflow;
    }

    private void ranks(String edges) {
        HashPartitioner partitioner = new HashPartitioner(partitions);
        JavaPairRDD<Integer, int[]> links = spark.textFile(edges)
                .mapToPair(line -> {
                    int tab = line.indexOf('\t');
                    return new Tuple2<>(
                            Integer.parseInt(line.substring(0, tab)), Integer.parseInt(line.substring(tab + 1)));
                })
                .groupByKey(partitioner)
                .mapValues(Seconds::array)
                .cache();
        JavaPairRDD<Integer, Double> ranks = links.mapValues(targets -> 1.0);
        for (int i = 0; i < ITERATIONS; i++) {
            ranks = links.join(ranks, partitioner)
                    .values()
                    .flatMapToPair(vertex -> {
                        List<Tuple2<Integer, Double>> gifts = new ArrayList<>();
                        for (int target : vertex._1) {
                            gifts.add(new Tuple2<>(target, vertex._2 / vertex._1.length));
                        }
                        return gifts.iterator();
                    })
                    .reduceByKey(partitioner, Double::sum)
                    .mapValues(sum -> 0.15 + 0.85 * sum);
        }
        ranks.map(rank -> rank._1 + "\t" + rank._2)
                .saveAsTextFile(directory.resolve("out").toString());
        links.unpersist();
    }

    private static int[] array(Iterable<Integer> targets) {
        List<Integer> list = new ArrayList<>();
        targets.forEach(list::add);
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    private static Path text(Path file, long bytes) throws Exception {
        Random random = new Random(1);
        Map<Integer, String> words = new HashMap<>();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (long written = 0; written < bytes; ) {
                int number = (int) Math.min(WORDS, Math.exp(random.nextDouble() * Math.log(WORDS)));
                String word = words.computeIfAbsent(number, n -> "word" + n);
                out.write(word);
                out.write(random.nextInt(10) == 0 ? '\n' : ' ');
                written += word.length() + 1;
            }
        }
        return file;
    }

    private static Path edges(Path file, int edges) throws Exception {
        Random random = new Random(2);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            int vertices = edges / EDGES_OF_VERTEX;
            for (int i = 0; i < edges; i++) {
                out.write(i % vertices + "\t" + random.nextInt(vertices) + "\n");
            }
        }
        return file;
    }
}
