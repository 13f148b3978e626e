package org.sss.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
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
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.HashPartitioner;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Sources;
import org.sss.spark.store.GroupStore;
import org.sss.spark.testing.StoredTuples;
import org.sss.spark.testing.TestSpark;
import scala.Tuple2;

/**
 * Word count and PageRank as workflows of SSS on Spark, and in Spark's own API, in turns: the answers are equal. Prints
 * the seconds of each run.
 */
@Tag("slow")
class SecondsIT {
    private static final long TEXT_BYTES = Long.getLong("sss.seconds.mib", 256) << 20;
    private static final int EDGES = Integer.getInteger("sss.seconds.edges", 2_000_000);
    private static final int RUNS = Integer.getInteger("sss.seconds.runs", 3);
    private static final int PARTITIONS = 8;
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

    @TempDir
    Path directory;

    private final JavaSparkContext spark = TestSpark.context();

    @Test
    void countsOfWordsAreEqual() throws Exception {
        Path text = text(directory.resolve("text"));
        for (int run = 0; run < RUNS; run++) {
            measure("word count, SSS on Spark", () -> onSss(words(text)));
            Map<String, Number> ofSss = stored(COUNTS);
            measure("word count, Spark", () -> words(text.toString()));
            assertThat(ofSss).hasSizeGreaterThan(1_000).isEqualTo(printed(Long::valueOf));
        }
    }

    @Test
    void ranksAreEqual() throws Exception {
        Path edges = edges(directory.resolve("edges"));
        for (int run = 0; run < RUNS; run++) {
            measure("PageRank, SSS on Spark", () -> onSss(ranks(edges)));
            Map<String, Number> ofSss = stored(RANKS);
            measure("PageRank, Spark", () -> ranks(edges.toString()));
            Map<String, Number> ofSpark = printed(Double::valueOf);
            assertThat(ofSss.keySet())
                    .hasSizeGreaterThan(EDGES / EDGES_OF_VERTEX / 2)
                    .isEqualTo(ofSpark.keySet());
            ofSss.forEach((vertex, rank) -> assertThat(rank.doubleValue())
                    .as(vertex)
                    .isCloseTo(ofSpark.get(vertex).doubleValue(), Offset.offset(1e-9)));
        }
    }

    private interface Task {
        void run() throws Exception;
    }

    private <K, V extends Number> Map<String, Number> stored(TupleGroup<K, V> group) {
        GroupStore store = new GroupStore(directory.resolve("out").toString(), new Configuration());
        Map<String, Number> all = new HashMap<>();
        StoredTuples.forEach(
                store,
                group,
                (key, value) -> assertThat(all.put(key.toString(), value)).isNull());
        return all;
    }

    private Map<String, Number> printed(Function<String, Number> parse) throws IOException {
        Map<String, Number> all = new HashMap<>();
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith("part-"))
                    .toList()) {
                for (String line : Files.readAllLines(file)) {
                    int tab = line.indexOf('\t');
                    all.put(line.substring(0, tab), parse.apply(line.substring(tab + 1)));
                }
            }
        }
        return all;
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
                SparkOptions.store(directory.resolve("out").toString()).withSubgroups(PARTITIONS));
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
                .reduceByKey(Long::sum, PARTITIONS)
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
        HashPartitioner partitioner = new HashPartitioner(PARTITIONS);
        JavaPairRDD<Integer, int[]> links = spark.textFile(edges)
                .mapToPair(line -> {
                    int tab = line.indexOf('\t');
                    return new Tuple2<>(
                            Integer.parseInt(line.substring(0, tab)), Integer.parseInt(line.substring(tab + 1)));
                })
                .groupByKey(partitioner)
                .mapValues(SecondsIT::array)
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

    private static Path text(Path file) throws Exception {
        Random random = new Random(1);
        Map<Integer, String> words = new HashMap<>();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (long written = 0; written < TEXT_BYTES; ) {
                int number = (int) Math.min(WORDS, Math.exp(random.nextDouble() * Math.log(WORDS)));
                String word = words.computeIfAbsent(number, n -> "word" + n);
                out.write(word);
                out.write(random.nextInt(10) == 0 ? '\n' : ' ');
                written += word.length() + 1;
            }
        }
        return file;
    }

    private static Path edges(Path file) throws Exception {
        Random random = new Random(2);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            int vertices = EDGES / EDGES_OF_VERTEX;
            for (int i = 0; i < EDGES; i++) {
                out.write(i % vertices + "\t" + random.nextInt(vertices) + "\n");
            }
        }
        return file;
    }
}
