package org.sss.benchmarks.rivals.spark;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaSparkContext;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.measure.RecordCheck;
import org.sss.benchmarks.rivals.SortRanges;
import scala.Tuple2;

/** Sorts records of 100 bytes by their first 10. */
record SparkSort(JavaSparkContext spark, String input, int partitions) implements SparkPrograms.Task {
    @Override
    public Map<String, Double> run(Path output) throws Exception {
        Files.createDirectories(output);
        String directory = output.toString();
        spark.binaryRecords(input, RecordInputs.RECORD_BYTES)
                .mapToPair(record -> new Tuple2<>(
                        Arrays.copyOf(record, RecordInputs.KEY_BYTES),
                        Arrays.copyOfRange(record, RecordInputs.KEY_BYTES, RecordInputs.RECORD_BYTES)))
                .repartitionAndSortWithinPartitions(new Ranges(partitions), new Unsigned())
                .mapPartitionsWithIndex(
                        (index, records) -> {
                            Path part = Path.of(directory, name(index));
                            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 18)) {
                                while (records.hasNext()) {
                                    Tuple2<byte[], byte[]> record = records.next();
                                    out.write(record._1);
                                    out.write(record._2);
                                }
                            }
                            return Collections.<Integer>emptyIterator();
                        },
                        false)
                .count();
        return Map.of();
    }

    @Override
    public String digest(Path output) throws Exception {
        RecordCheck check = new RecordCheck(RecordInputs.KEY_BYTES);
        for (int i = 0; i < partitions; i++) {
            check.addAll(Files.newInputStream(output.resolve(name(i))), RecordInputs.RECORD_BYTES);
        }
        return check.digest();
    }

    private static String name(int part) {
        return String.format("part-%05d", part);
    }

    private static final class Unsigned implements Comparator<byte[]>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public int compare(byte[] a, byte[] b) {
            return Arrays.compareUnsigned(a, b);
        }
    }

    private static final class Ranges extends Partitioner {
        private static final long serialVersionUID = 1L;

        private final int count;

        Ranges(int count) {
            this.count = count;
        }

        @Override
        public int numPartitions() {
            return count;
        }

        @Override
        public int getPartition(Object key) {
            return SortRanges.of((byte[]) key, count);
        }
    }
}
