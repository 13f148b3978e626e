package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.sss.benchmarks.engines.runner.RecordsStep;
import org.sss.benchmarks.engines.runner.RunnerWork;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Leftover;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.workload.Checksum;
import org.sss.benchmarks.workload.Records;

/** Records in sequence files of HDFS, one for each thread of a client. Each repetition does the step that a file names. */
final class HadoopRecords implements HadoopMain.Task {
    private static final Path DIRECTORY = new Path("/bench/records");
    private static final long GONE_TIMEOUT_NANOS = 600_000_000_000L;
    private static final long POLL_MILLIS = 1;
    private static final double NANOS_PER_SECOND = 1e9;

    private final java.nio.file.Path directory;
    /** Of the data nodes: the name node's journal grows by a mebibyte at a time. */
    private final java.nio.file.Path blocks;
    private Records records;
    private long bytesWithout;
    private String digest;

    HadoopRecords(RunnerWork work) {
        directory = work.directory();
        blocks = directory.resolve("hdfs").resolve("data");
    }

    @Override
    public Map<String, Double> run(Configuration conf, Path input, Path output) throws Exception {
        RecordsStep step = RecordsStep.read(directory);
        if (records == null || records.count() != step.count() || records.valueBytes() != step.valueBytes()) {
            records = new Records(step.seed(), step.count(), step.valueBytes());
        }
        FileSystem files = FileSystem.get(conf);
        long begin = System.nanoTime();
        switch (step.name()) {
            case RecordsStep.WRITE -> {
                bytesWithout = DiskSpace.used(blocks);
                begin = System.nanoTime();
                write(files, step.threads());
            }
            case RecordsStep.READ -> read(files, step.threads());
            default -> {
                return delete(files);
            }
        }
        return Map.of("step_seconds", seconds(begin));
    }

    private void write(FileSystem files, int threads) throws Exception {
        Parallel.run(threads, part -> {
            BytesWritable key = new BytesWritable();
            BytesWritable value = new BytesWritable();
            try (SequenceFile.Writer writer = SequenceFile.createWriter(files.getConf(),
                    SequenceFile.Writer.file(files.makeQualified(part(part))), SequenceFile.Writer.keyClass(BytesWritable.class),
                    SequenceFile.Writer.valueClass(BytesWritable.class),
                    SequenceFile.Writer.compression(SequenceFile.CompressionType.NONE))) {
                for (int i = records.begin(part, threads); i < records.begin(part + 1, threads); i++) {
                    key.set(records.keys(), i * Records.KEY_BYTES, Records.KEY_BYTES);
                    value.set(records.pool(), records.valueOffset(i), records.valueBytes());
                    writer.append(key, value);
                }
            }
            return part;
        });
        digest = RecordsStep.digest(records.count(), 0);
    }

    private static Path part(int part) {
        return new Path(DIRECTORY, "part-" + part);
    }

    private void read(FileSystem files, int threads) throws Exception {
        long[] sums = new long[2];
        for (long[] one : Parallel.run(threads, part -> read(files, part(part))).results()) {
            sums[0] += one[0];
            sums[1] += one[1];
        }
        digest = RecordsStep.digest(sums[0], sums[1]);
    }

    /** Number of records, and the sum of their checksums. */
    private static long[] read(FileSystem files, Path file) throws Exception {
        BytesWritable key = new BytesWritable();
        BytesWritable value = new BytesWritable();
        long[] sums = new long[2];
        try (SequenceFile.Reader reader = new SequenceFile.Reader(files.getConf(), SequenceFile.Reader.file(files.makeQualified(file)))) {
            while (reader.next(key, value)) {
                sums[0]++;
                sums[1] += Checksum.of(key.getBytes(), 0, key.getLength(), value.getBytes(), 0, value.getLength());
            }
        }
        return sums;
    }

    /** Answered when HDFS does not know the files any more; gone when its data nodes have deleted the blocks. */
    private Map<String, Double> delete(FileSystem files) throws Exception {
        long bytesWith = DiskSpace.used(blocks);
        long begin = System.nanoTime();
        files.delete(DIRECTORY, true);
        double answered = seconds(begin);
        while (!Leftover.isGone(bytesWithout, bytesWith, DiskSpace.used(blocks))) {
            if (System.nanoTime() - begin > GONE_TIMEOUT_NANOS) {
                throw new IOException("blocks of the deleted files are still there: " + DiskSpace.used(blocks) + " bytes, "
                        + bytesWithout + " before they were written");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        digest = RecordsStep.digest(records.count(), 0);
        return Map.of("answered_seconds", answered, "step_seconds", seconds(begin));
    }

    private static double seconds(long beginNanos) {
        return (System.nanoTime() - beginNanos) / NANOS_PER_SECOND;
    }

    @Override
    public String digest(FileSystem files, Path output) {
        return digest;
    }
}
