package org.sss.benchmarks.store;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.TupleGroup;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Parallel;
import org.sss.benchmarks.measure.Pass;
import org.sss.benchmarks.workload.Checksum;
import org.sss.benchmarks.workload.Lookups;
import org.sss.benchmarks.workload.Records;
import org.sss.client.GroupWriter;
import org.sss.client.GroupWriters;
import org.sss.client.RawTuples;

/**
 * SSS through its public client: one group, written by all threads at once in random order of keys, and committed; read by all
 * threads, each a part in order of keys. One thread calls.
 */
public final class SssStore implements Store {
    private static final String GROUP = "micro";
    /** Reading the clock takes about as long as adding a small tuple, so that only one of these calls is measured. */
    private static final int CALLS_PER_SAMPLE = 16;
    private static final int READ_BATCH = 1000;
    private static final long DROP_TIMEOUT_SECONDS = 120;
    private static final long POLL_MILLIS = 10;

    private final String name;
    private final Cluster cluster;
    private final int threads;
    private final TupleGroup<Bytes, Bytes> group;
    private final long emptyBytes;
    /** On the disk before the group was written. */
    private long bytesBefore;

    public SssStore(String name, Cluster cluster, int threads) {
        this(name, cluster, threads, Compression.NONE);
    }

    public SssStore(String name, Cluster cluster, int threads, Compression compression) {
        group = TupleGroup.of(GROUP, Codecs.BYTES, Codecs.BYTES).compressed(compression);
        this.name = name;
        this.cluster = cluster;
        this.threads = threads;
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

    @Override
    public Pass write(Records records) throws Exception {
        bytesBefore = diskBytes();
        try (GroupWriters<Bytes, Bytes> writers = cluster.client().writers(group, threads)) {
            Parallel.Outcome<Histogram> outcome = Parallel.run(threads, i -> writePart(records, i, writers.get(i)));
            long tuples = writers.commit().tuples();
            long nanos = System.nanoTime() - outcome.beginNanos();
            Histogram all = Latency.histogram();
            outcome.results().forEach(all::add);
            return new Pass(nanos, tuples, 0, Latency.of(all));
        }
    }

    private Histogram writePart(Records records, int part, GroupWriter<Bytes, Bytes> writer) {
        Histogram latency = Latency.histogram();
        Bytes key = new Bytes();
        Bytes value = new Bytes();
        int end = records.begin(part + 1, threads);
        for (int i = records.begin(part, threads); i < end; i++) {
            key.set(records.keys(), i * Records.KEY_BYTES, Records.KEY_BYTES);
            value.set(records.pool(), records.valueOffset(i), records.valueBytes());
            if (i % CALLS_PER_SAMPLE == 0) {
                long begin = System.nanoTime();
                writer.append(key, value);
                Latency.record(latency, System.nanoTime() - begin);
            } else {
                writer.append(key, value);
            }
        }
        writer.finish();
        return latency;
    }

    /** What one thread has read. */
    private record Part(long tuples, long checksum, Histogram latency) {
    }

    @Override
    public Pass read(Records records) throws Exception {
        Parallel.Outcome<Part> outcome = Parallel.run(threads, this::readPart);
        long nanos = System.nanoTime() - outcome.beginNanos();
        Histogram all = Latency.histogram();
        outcome.results().forEach(part -> all.add(part.latency()));
        return new Pass(nanos, outcome.results().stream().mapToLong(Part::tuples).sum(),
                outcome.results().stream().mapToLong(Part::checksum).sum(), Latency.of(all));
    }

    private Part readPart(int part) {
        Histogram latency = Latency.histogram();
        long tuples = 0;
        long checksum = 0;
        try (RawTuples scan = cluster.client().raw(GROUP, part, threads)) {
            long begin = System.nanoTime();
            while (scan.next()) {
                checksum += Checksum.of(scan.keyArray(), scan.keyOffset(), scan.keyLength(), scan.valueArray(), scan.valueOffset(),
                        scan.valueLength());
                if (++tuples % READ_BATCH == 0) {
                    long now = System.nanoTime();
                    Latency.record(latency, now - begin);
                    begin = now;
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

    /** Drops the group, and does not wait for its files to go. */
    public void dropGroup() {
        cluster.client().drop(GROUP);
    }

    /** Files may be deleted in the background: the next pass is not to run beside that. */
    @Override
    public void drop() throws InterruptedException {
        long whole = diskBytes();
        // Half of the group alone: a journal only grows.
        long most = whole - (whole - bytesBefore) / 2;
        dropGroup();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DROP_TIMEOUT_SECONDS);
        while (diskBytes() > most && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
