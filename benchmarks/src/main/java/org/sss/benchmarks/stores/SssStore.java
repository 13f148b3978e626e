package org.sss.benchmarks.stores;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.benchmarks.data.Checksum;
import org.sss.benchmarks.data.Lookups;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.engine.SssCluster;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.OpenFiles;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.measure.UsageMonitor;
import org.sss.client.GroupWriter;
import org.sss.client.GroupWriters;
import org.sss.client.RawTuples;

/**
 * SSS through its public client: one group, written by all threads at once in random order of keys, and committed; read
 * by all threads, each a part in order of keys. One thread calls.
 */
public final class SssStore implements Store {
    private static final String GROUP = "micro";
    /** Reading the clock takes about as long as adding a small tuple, so that only one of these calls is measured. */
    private static final int CALLS_PER_SAMPLE = 16;

    private static final int READ_BATCH = 1000;
    private static final long DROP_TIMEOUT_SECONDS = 120;
    private static final long POLL_MILLIS = 10;
    private static final long GONE_TIMEOUT_SECONDS = 600;
    private static final long GONE_POLL_NANOS = 500_000;

    private final String name;
    private final SssCluster cluster;
    private final int threads;
    private final Transfer transfer;
    private final TupleGroup<Bytes, Bytes> group;
    private final long emptyBytes;
    /** On the disk before the group was written. */
    private long bytesBefore;

    public SssStore(String name, SssCluster cluster, int threads, Compression compression, Transfer transfer) {
        group = TupleGroup.of(GROUP, Codecs.BYTES, Codecs.BYTES).compressed(compression);
        this.name = name;
        this.cluster = cluster;
        this.threads = threads;
        this.transfer = transfer;
        emptyBytes = diskBytes();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public OptionalLong serverPid() {
        return cluster.serverPid();
    }

    /** What one thread has written or read. */
    record Part(long tuples, long checksum, Histogram latency) {
        /** Of all threads. */
        static Pass pass(long nanos, List<Part> parts) {
            Histogram all = Latency.histogram();
            parts.forEach(part -> all.add(part.latency));
            return new Pass(
                    nanos,
                    parts.stream().mapToLong(Part::tuples).sum(),
                    parts.stream().mapToLong(Part::checksum).sum(),
                    Latency.of(all));
        }
    }

    @Override
    public Pass write(Records records) throws Exception {
        bytesBefore = diskBytes();
        int blocks = transfer.blocks(records.count(), threads);
        try (GroupWriters<Bytes, Bytes> writers = cluster.client().writers(group, threads * blocks)) {
            Parallel.Outcome<Part> outcome =
                    Parallel.run(threads, i -> writePart(records, i * blocks, (i + 1) * blocks, writers));
            long tuples = writers.commit().tuples();
            Pass pass = Part.pass(System.nanoTime() - outcome.startNanos(), outcome.results());
            return new Pass(pass.nanos(), tuples, 0, pass.latency());
        }
    }

    private static Part writePart(Records records, int firstBlock, int endBlock, GroupWriters<Bytes, Bytes> writers) {
        Histogram latency = Latency.histogram();
        for (int block = firstBlock; block < endBlock; block++) {
            writeBlock(records, block, writers, latency);
        }
        return new Part(0, 0, latency);
    }

    /** Returns when the data server has stored its records. */
    private static void writeBlock(Records records, int block, GroupWriters<Bytes, Bytes> writers, Histogram latency) {
        GroupWriter<Bytes, Bytes> writer = writers.get(block);
        Bytes key = new Bytes();
        Bytes value = new Bytes();
        int end = records.start(block + 1, writers.size());
        for (int i = records.start(block, writers.size()); i < end; i++) {
            key.set(records.keys(), i * Records.KEY_BYTES, Records.KEY_BYTES);
            value.set(records.pool(), records.valueOffset(i), records.valueBytes());
            if (i % CALLS_PER_SAMPLE == 0) {
                long start = System.nanoTime();
                writer.append(key, value);
                Latency.record(latency, System.nanoTime() - start);
            } else {
                writer.append(key, value);
            }
        }
        writer.finish();
    }

    @Override
    public Pass read(Records records) throws Exception {
        byte[][] bounds = transfer.bounds(records, threads);
        Parallel.Outcome<Part> outcome = Parallel.run(threads, part -> readPart(part, bounds));
        return Part.pass(System.nanoTime() - outcome.startNanos(), outcome.results());
    }

    private Part readPart(int part, byte[][] bounds) {
        Histogram latency = Latency.histogram();
        long tuples = 0;
        long checksum = 0;
        long start = System.nanoTime();
        for (int block = 0; block + 1 < bounds.length; block++) {
            try (RawTuples scan = cluster.client().raw(GROUP, part, threads, bounds[block], bounds[block + 1])) {
                while (scan.next()) {
                    checksum += Checksum.of(
                            scan.keyArray(),
                            scan.keyOffset(),
                            scan.keyLength(),
                            scan.valueArray(),
                            scan.valueOffset(),
                            scan.valueLength());
                    if (++tuples % READ_BATCH == 0) {
                        long now = System.nanoTime();
                        Latency.record(latency, now - start);
                        start = now;
                    }
                }
            }
        }
        return new Part(tuples, checksum, latency);
    }

    @Override
    public boolean measures(Mode mode) {
        return true;
    }

    @Override
    public Pass get(Mode mode, Lookups lookups) throws Exception {
        SssGets gets = new SssGets(cluster.client().rawReader(GROUP), lookups);
        return mode == Mode.GET ? gets.single() : gets.batches(threads);
    }

    @Override
    public long diskBytes() {
        return DiskSpace.used(cluster.directory()) - emptyBytes;
    }

    /** Files may be deleted in the background: the next pass is not to run beside that. */
    @Override
    public void drop() throws InterruptedException {
        long whole = diskBytes();
        // Half of the group alone: a journal only grows.
        long max = whole - (whole - bytesBefore) / 2;
        cluster.client().drop(GROUP);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DROP_TIMEOUT_SECONDS);
        while (diskBytes() > max && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /** Waits until the node has no deleted file open, whose space would not be free. */
    @Override
    public Deletion delete() {
        long bytesWith = diskBytes();
        long pid = serverPid().orElseThrow();
        try (UsageMonitor monitor = UsageMonitor.watch(pid)) {
            long start = System.nanoTime();
            cluster.client().drop(GROUP);
            long answered = System.nanoTime() - start;
            while (!DiskSpace.isGone(bytesBefore, bytesWith, diskBytes())
                    || OpenFiles.holdsDeleted(pid, cluster.directory())) {
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(GONE_TIMEOUT_SECONDS)) {
                    throw new SssException(
                            ErrorCode.TIMEOUT,
                            "files of the dropped group are still there after " + GONE_TIMEOUT_SECONDS + " s");
                }
                LockSupport.parkNanos(GONE_POLL_NANOS);
            }
            return new Deletion(bytesWith - bytesBefore, answered, System.nanoTime() - start, monitor.usage());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
