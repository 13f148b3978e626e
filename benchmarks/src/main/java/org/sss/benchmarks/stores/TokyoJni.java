package org.sss.benchmarks.stores;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.sss.benchmarks.data.Checksum;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.kvs.library.KvsCursor;
import org.sss.kvs.library.KvsReader;
import org.sss.kvs.library.KvsTuning;
import org.sss.kvs.library.KvsWriter;

/**
 * As {@link TokyoProgram}, from Java with one native call for each record. One file, one thread, nothing synced. One
 * thread calls.
 */
public final class TokyoJni implements Store {
    /** The library's own defaults. */
    private static final KvsTuning DEFAULT = new KvsTuning(16384, 128, 256, 32749, 1024, 512);
    private static final int LENGTHS_BYTES = 8;
    private static final int CALLS_PER_SAMPLE = 16;
    private static final int READ_BATCH = 1000;

    private final String name;
    private final Path file;
    private int[] order;

    public TokyoJni(String name, Path directory) throws IOException {
        this.name = name;
        file = Files.createDirectories(directory).resolve("records.bdb");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void prepare(Records records) {
        order = records.sorted();
    }

    @Override
    public Pass write(Records records) {
        ByteBuffer key = ByteBuffer.allocateDirect(Records.KEY_BYTES);
        ByteBuffer value = ByteBuffer.allocateDirect(Math.max(1, records.valueBytes())).limit(records.valueBytes());
        Histogram latency = Latency.histogram();
        long start = System.nanoTime();
        long tuples;
        try (KvsWriter writer = KvsWriter.create(file, DEFAULT)) {
            for (int k = 0; k < order.length; k++) {
                long before = k % CALLS_PER_SAMPLE == 0 ? System.nanoTime() : 0;
                key.put(0, records.keys(), order[k] * Records.KEY_BYTES, Records.KEY_BYTES);
                value.put(0, records.pool(), records.valueOffset(order[k]), records.valueBytes());
                writer.put(key, value);
                if (before != 0) {
                    Latency.record(latency, System.nanoTime() - before);
                }
            }
            tuples = writer.recordCount();
        }
        return new Pass(System.nanoTime() - start, tuples, 0, Latency.of(latency));
    }

    @Override
    public Pass read(Records records) {
        int recordBytes = LENGTHS_BYTES + Records.KEY_BYTES + records.valueBytes();
        ByteBuffer room = ByteBuffer.allocateDirect(recordBytes);
        byte[] copy = new byte[recordBytes];
        Histogram latency = Latency.histogram();
        long tuples = 0;
        long checksum = 0;
        long start = System.nanoTime();
        try (KvsReader reader = KvsReader.open(file, DEFAULT); KvsCursor cursor = reader.cursor()) {
            long before = start;
            while (cursor.read(room.clear(), null) > 0) {
                room.get(0, copy);
                checksum += Checksum.of(copy, LENGTHS_BYTES, Records.KEY_BYTES, copy, LENGTHS_BYTES + Records.KEY_BYTES,
                        records.valueBytes());
                if (++tuples % READ_BATCH == 0) {
                    long now = System.nanoTime();
                    Latency.record(latency, now - before);
                    before = now;
                }
            }
        }
        return new Pass(System.nanoTime() - start, tuples, checksum, Latency.of(latency));
    }

    @Override
    public long diskBytes() {
        return DiskSpace.used(file);
    }

    @Override
    public void drop() throws IOException {
        Files.delete(file);
    }

    @Override
    public void close() {
        DiskSpace.delete(file.getParent());
    }
}
