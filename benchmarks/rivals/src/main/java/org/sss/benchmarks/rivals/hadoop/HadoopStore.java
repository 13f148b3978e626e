package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.SequenceFile;
import org.sss.benchmarks.data.Checksum;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.measure.UsageMonitor;
import org.sss.benchmarks.rivals.SequenceFiles;
import org.sss.benchmarks.stores.Mode;
import org.sss.benchmarks.stores.Pass;
import org.sss.benchmarks.stores.Store;

/**
 * Records in sequence files of HDFS: one file for each thread, many records in each, which is fair. HDFS is in the
 * process of the client, and blocks travel over the loopback. One thread calls.
 */
public final class HadoopStore implements Store {
    private static final Path DIRECTORY = new Path("/bench/records");
    private static final long GONE_TIMEOUT_NANOS = 600_000_000_000L;
    private static final long POLL_MILLIS = 1;

    private final java.nio.file.Path directory;
    private final int threads;
    private final MiniDFSCluster cluster;
    private final FileSystem files;
    private final long emptyBytes;
    private long bytesBefore;

    public HadoopStore(java.nio.file.Path directory, int threads) throws IOException {
        this.directory = directory;
        this.threads = threads;
        cluster = HadoopCluster.startFiles(HadoopCluster.filesConf(directory));
        files = cluster.getFileSystem();
        emptyBytes = DiskSpace.used(directory);
    }

    @Override
    public String name() {
        return "hadoop";
    }

    /** Of the data nodes: the name node's journal grows by a mebibyte at a time. */
    private long blockBytes() {
        return DiskSpace.used(directory.resolve("hdfs").resolve("data"));
    }

    @Override
    public Pass write(Records records) throws Exception {
        bytesBefore = blockBytes();
        long start = System.nanoTime();
        Parallel.run(threads, part -> {
            BytesWritable key = new BytesWritable();
            BytesWritable value = new BytesWritable();
            try (SequenceFile.Writer writer =
                    SequenceFiles.writer(files.getConf(), files.makeQualified(part(part)), BytesWritable.class)) {
                for (int i = records.start(part, threads); i < records.start(part + 1, threads); i++) {
                    key.set(records.keys(), i * Records.KEY_BYTES, Records.KEY_BYTES);
                    value.set(records.pool(), records.valueOffset(i), records.valueBytes());
                    writer.append(key, value);
                }
            }
            return part;
        });
        return new Pass(System.nanoTime() - start, records.count(), 0, Latency.UNKNOWN);
    }

    private static Path part(int part) {
        return new Path(DIRECTORY, "part-" + part);
    }

    @Override
    public Pass read(Records records) throws Exception {
        long start = System.nanoTime();
        List<long[]> sums = Parallel.run(threads, part -> read(part(part))).results();
        return new Pass(
                System.nanoTime() - start,
                sums.stream().mapToLong(one -> one[0]).sum(),
                sums.stream().mapToLong(one -> one[1]).sum(),
                Latency.UNKNOWN);
    }

    /** Number of records, and the sum of their checksums. */
    private long[] read(Path file) throws IOException {
        BytesWritable key = new BytesWritable();
        BytesWritable value = new BytesWritable();
        long[] sums = new long[2];
        try (SequenceFile.Reader reader =
                new SequenceFile.Reader(files.getConf(), SequenceFile.Reader.file(files.makeQualified(file)))) {
            while (reader.next(key, value)) {
                sums[0]++;
                sums[1] += Checksum.of(key.getBytes(), 0, key.getLength(), value.getBytes(), 0, value.getLength());
            }
        }
        return sums;
    }

    @Override
    public boolean measures(Mode mode) {
        return mode == Mode.DELETE || Store.super.measures(mode);
    }

    /** Answered when HDFS does not know the files any more; gone when its data nodes have deleted the blocks. */
    @Override
    public Deletion delete() throws Exception {
        long diskBytes = diskBytes();
        long bytesWith = blockBytes();
        try (UsageMonitor monitor = UsageMonitor.watch(ProcessHandle.current().pid())) {
            long start = System.nanoTime();
            files.delete(DIRECTORY, true);
            long answered = System.nanoTime() - start;
            while (!DiskSpace.isGone(bytesBefore, bytesWith, blockBytes())) {
                if (System.nanoTime() - start > GONE_TIMEOUT_NANOS) {
                    throw new IOException("blocks of the deleted files are still there: " + blockBytes() + " bytes, "
                            + bytesBefore + " before they were written");
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            return new Deletion(diskBytes, answered, System.nanoTime() - start, monitor.usage());
        }
    }

    @Override
    public long diskBytes() {
        return DiskSpace.used(directory) - emptyBytes;
    }

    @Override
    public void drop() throws Exception {
        delete();
    }

    @Override
    public void close() {
        cluster.shutdown();
        DiskSpace.delete(directory);
    }
}
