package org.sss.benchmarks.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sss.benchmarks.engines.runner.AnswerLines;
import org.sss.benchmarks.engines.runner.Exact;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Engines;
import org.sss.benchmarks.measure.RecordCheck;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Workload;

/** Runs where the libraries of a rival are in the cache directory already; nothing is fetched. */
@Tag("rivals")
@Tag("slow")
class RivalsIT {
    private static final String HEAP = "1g";

    @TempDir
    Path directory;

    static List<String> rivals() {
        return Rivals.libraries().stream().map(RivalLibrary::name).toList();
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void textIsCountedAndGrouped(String rival) throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "to be or not to be\na\nbe a or to be\n\nwhat is to be\n");
        assertThat(answer(rival, "wordcount", text, Map.of())).isEqualTo(digest("to\t4", "be\t5", "or\t2", "not\t1", "a\t2",
                "what\t1", "is\t1"));
        assertThat(answer(rival, "bigram", text, Map.of())).isEqualTo(digest("to be\t4", "be or\t1", "or not\t1", "not to\t1",
                "be a\t1", "a or\t1", "or to\t1", "what is\t1", "is to\t1"));
        assertThat(answer(rival, "groupby", text, Map.of())).isEqualTo(digest("1\t2\t" + hashes("a", "a"),
                "2\t12\t" + hashes("to", "be", "or", "to", "be", "be", "or", "to", "be", "is", "to", "be"),
                "3\t1\t" + hashes("not"), "4\t1\t" + hashes("what")));
    }

    @Test
    void executorsOfSparkMayBeProcesses() throws Exception {
        Path text = Files.writeString(directory.resolve("text"), "to be or not to be\n");
        assertThat(answer("spark", "wordcount", text, Map.of("processes", "true"))).isEqualTo(digest("to\t2", "be\t2", "or\t1", "not\t1"));
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void recordsAreSorted(String rival) throws Exception {
        byte[] records = new byte[100 * 5000];
        new Random(1).nextBytes(records);
        Path file = Files.write(directory.resolve("records"), records);
        byte[][] sorted = IntStream.range(0, 5000).mapToObj(i -> Arrays.copyOfRange(records, 100 * i, 100 * i + 100))
                .sorted((a, b) -> Arrays.compareUnsigned(a, 0, 10, b, 0, 10)).toArray(byte[][]::new);
        RecordCheck check = new RecordCheck(10);
        for (byte[] record : sorted) {
            check.add(record, 0, 100);
        }
        assertThat(answer(rival, "sort", file, Map.of())).isEqualTo(check.digest());
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void centersOfPointsAreExact(String rival) throws Exception {
        Random random = new Random(2);
        double[][] points = new double[500][2];
        ByteBuffer bytes = ByteBuffer.allocate(500 * 16);
        for (double[] point : points) {
            for (int j = 0; j < 2; j++) {
                point[j] = random.nextInt(1000);
                bytes.putDouble(point[j]);
            }
        }
        Path file = Files.write(directory.resolve("points"), bytes.array());
        assertThat(answer(rival, "kmeans", file, Map.of("dimensions", "2", "clusters", "3", "iterations", "2")))
                .isEqualTo(digest(centers(points, 3, 2)));
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void ranksOfPagesAreExact(String rival) throws Exception {
        int[][] edges = {{0, 1}, {1, 2}, {2, 0}, {3, 1}, {4, 1}, {0, 2}, {4, 3}};
        Path file = Files.writeString(directory.resolve("graph"),
                Arrays.stream(edges).map(e -> e[0] + "\t" + e[1] + "\n").collect(Collectors.joining()));
        assertThat(answer(rival, "pagerank", file, Map.of("iterations", "2"))).isEqualTo(digest(ranks(edges, 2)));
    }

    @ParameterizedTest
    @MethodSource("rivals")
    void anEmptyJobAnswers(String rival) throws Exception {
        assertThat(answer(rival, "empty-jobs", null, Map.of("jobs", "2"))).isEqualTo("hello\t[1]");
    }

    private String answer(String rival, String name, Path input, Map<String, String> parameters) throws Exception {
        Engine engine = find(rival);
        Map<String, String> all = new HashMap<>(parameters);
        all.put("heap", HEAP);
        Workload workload = new Workload(name, input, all, Files.createTempDirectory(directory, "run"));
        assertThat(engine.runs(workload)).isTrue();
        try (EngineSession session = engine.open(workload)) {
            Run run = session.run();
            assertThat(run.seconds()).isPositive();
            assertThat(run.usage().peakRssBytes()).isPositive();
            assertThat(run.details().get("map_shuffle_s")).isPositive();
            assertThat(run.details().get("reduce_s")).isNotNegative();
            assertThat(run.details().get("shuffled_bytes")).isPositive();
            assertThat(run.details().get("disk_bytes")).isGreaterThan(run.details().get("shuffled_bytes"));
            return run.digest();
        }
    }

    private static Engine find(String rival) {
        assumeTrue(Rivals.libraries().stream().filter(library -> library.name().equals(rival)).allMatch(RivalLibrary::isThere),
                rival + " is not in the cache directory");
        return Engines.named(rival).get(0);
    }

    private static String[] centers(double[][] points, int k, int iterations) {
        double[][] centers = IntStream.range(0, k).mapToObj(i -> points[i]).toArray(double[][]::new);
        for (int i = 0; i < iterations; i++) {
            double[][] sums = new double[k][3];
            for (double[] point : points) {
                Exact.addPoint(sums[nearest(point, centers)], point);
            }
            for (int c = 0; c < k; c++) {
                centers[c] = new double[] {sums[c][0] / sums[c][2], sums[c][1] / sums[c][2]};
            }
        }
        return IntStream.range(0, k).mapToObj(c -> c + "\t" + centers[c][0] + "\t" + centers[c][1]).toArray(String[]::new);
    }

    private static int nearest(double[] point, double[][] centers) {
        int best = 0;
        for (int c = 1; c < centers.length; c++) {
            best = distance(point, centers[c]) < distance(point, centers[best]) ? c : best;
        }
        return best;
    }

    private static double distance(double[] point, double[] center) {
        return (point[0] - center[0]) * (point[0] - center[0]) + (point[1] - center[1]) * (point[1] - center[1]);
    }

    private static String[] ranks(int[][] edges, int iterations) {
        Map<Integer, Integer> degrees = new TreeMap<>();
        for (int[] edge : edges) {
            degrees.merge(edge[0], 1, Integer::sum);
        }
        Map<Integer, Long> ranks = new TreeMap<>();
        degrees.keySet().forEach(vertex -> ranks.put(vertex, 1_000_000_000L));
        for (int i = 0; i < iterations; i++) {
            Map<Integer, Long> sums = new TreeMap<>();
            for (int[] edge : edges) {
                sums.merge(edge[1], ranks.get(edge[0]) / degrees.get(edge[0]), Long::sum);
            }
            ranks.replaceAll((vertex, rank) -> (15_000_000_000L + 85 * sums.getOrDefault(vertex, 0L)) / 100);
        }
        return ranks.entrySet().stream().map(rank -> rank.getKey() + "\t" + rank.getValue()).toArray(String[]::new);
    }

    private static long hashes(String... words) {
        long sum = 0;
        for (String word : words) {
            sum += word.hashCode();
        }
        return sum;
    }

    private static String digest(String... lines) {
        AnswerLines answer = new AnswerLines();
        for (String line : lines) {
            answer.add(line);
        }
        return answer.digest();
    }
}
