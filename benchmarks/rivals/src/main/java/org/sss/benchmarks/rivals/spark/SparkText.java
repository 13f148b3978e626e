package org.sss.benchmarks.rivals.spark;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import scala.Tuple2;

/** Counts words or pairs of neighbours, or groups words by their length. */
record SparkText(JavaSparkContext spark, String kind, String input, int threads, int partitions)
        implements SparkPrograms.Task {
    @Override
    public Map<String, Double> run(Path output) {
        JavaRDD<String> lines = spark.textFile(input, threads);
        switch (kind) {
            case "wordcount" -> count(lines.flatMap(line -> new Words(line, false)), output);
            case "bigram" -> count(lines.flatMap(line -> new Words(line, true)), output);
            default -> group(lines, output);
        }
        return Map.of();
    }

    private void count(JavaRDD<String> words, Path output) {
        words.mapToPair(word -> new Tuple2<>(word, 1L))
                .reduceByKey(Long::sum, partitions)
                .map(pair -> pair._1 + "\t" + pair._2)
                .saveAsTextFile(output.toString());
    }

    private void group(JavaRDD<String> lines, Path output) {
        JavaPairRDD<Integer, Iterable<String>> groups = lines.flatMap(line -> new Words(line, false))
                .mapToPair(word -> new Tuple2<>(word.length(), word))
                .groupByKey(partitions);
        groups.map(group -> {
                    long words = 0;
                    long hashes = 0;
                    for (String word : group._2) {
                        words++;
                        hashes += word.hashCode();
                    }
                    return group._1 + "\t" + words + "\t" + hashes;
                })
                .saveAsTextFile(output.toString());
    }

    /** The words of a line, or the pairs of neighbours, without an array or a regular expression. */
    private static final class Words implements Iterator<String> {
        private final String line;
        private final boolean pairs;
        private int start;
        /** End of the word that starts there. */
        private int end;

        Words(String line, boolean pairs) {
            this.line = line;
            this.pairs = pairs;
            end = endOfWord(0);
        }

        private int endOfWord(int from) {
            int space = line.indexOf(' ', from);
            return space < 0 ? line.length() : space;
        }

        @Override
        public boolean hasNext() {
            return pairs ? end < line.length() : start < line.length();
        }

        @Override
        public String next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            int nextEnd = end < line.length() ? endOfWord(end + 1) : end;
            String next = line.substring(start, pairs ? nextEnd : end);
            start = Math.min(line.length(), end + 1);
            end = nextEnd;
            return next;
        }
    }
}
