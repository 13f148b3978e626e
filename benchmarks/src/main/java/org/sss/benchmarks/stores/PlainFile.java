package org.sss.benchmarks.stores;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.sss.benchmarks.data.Checksum;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.programs.Tally;

/**
 * Records one after the other in a file, in the order in which they come, each {@code [u32 key length][u32 value
 * length][key] [value]}; written and read through a buffer of 1 MiB. One thread calls and works.
 */
public final class PlainFile implements Store {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int LENGTHS_BYTES = 8;

    private final String name;
    private final Path file;
    private final boolean syncs;

    /** @param syncs whether writing ends with fsync; when it does not, reading is not measured, as it is the same */
    public PlainFile(String name, Path directory, boolean syncs) throws IOException {
        this.name = name;
        this.syncs = syncs;
        file = Files.createDirectories(directory).resolve("records");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean measures(Mode mode) {
        return syncs || mode == Mode.WRITE;
    }

    @Override
    public Pass write(Records records) throws IOException {
        int recordBytes = LENGTHS_BYTES + Records.KEY_BYTES + records.valueBytes();
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, recordBytes));
        long start = System.nanoTime();
        try (FileChannel channel =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))) {
            for (int i = 0; i < records.count(); i++) {
                if (buffer.remaining() < recordBytes) {
                    drain(buffer, channel);
                }
                buffer.putInt(Records.KEY_BYTES).putInt(records.valueBytes());
                buffer.put(records.keys(), i * Records.KEY_BYTES, Records.KEY_BYTES);
                buffer.put(records.pool(), records.valueOffset(i), records.valueBytes());
            }
            drain(buffer, channel);
            if (syncs) {
                channel.force(true);
            }
        }
        return new Pass(System.nanoTime() - start, records.count(), 0, Latency.UNKNOWN);
    }

    private static void drain(ByteBuffer buffer, FileChannel channel) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    @Override
    public Pass read(Records records) throws IOException {
        int recordBytes = LENGTHS_BYTES + Records.KEY_BYTES + records.valueBytes();
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.max(BUFFER_BYTES, recordBytes));
        Tally tally = new Tally(new byte[recordBytes]);
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(buffer) >= 0) {
                buffer.flip();
                tally.take(buffer);
                buffer.compact();
            }
        }
        return new Pass(System.nanoTime() - start, tally.tuples, tally.checksum, Latency.UNKNOWN);
    }

    /** Counts the whole records in a buffer. */
    private static final class Tally {
        private final byte[] copy;
        private long tuples;
        private long checksum;

        Tally(byte[] copy) {
            this.copy = copy;
        }

        void take(ByteBuffer buffer) {
            while (buffer.remaining() >= LENGTHS_BYTES) {
                int keyBytes = buffer.getInt(buffer.position());
                int valueBytes = buffer.getInt(buffer.position() + Integer.BYTES);
                if (buffer.remaining() < LENGTHS_BYTES + keyBytes + valueBytes) {
                    return;
                }
                buffer.get(copy, 0, LENGTHS_BYTES + keyBytes + valueBytes);
                checksum += Checksum.of(copy, LENGTHS_BYTES, keyBytes, copy, LENGTHS_BYTES + keyBytes, valueBytes);
                tuples++;
            }
        }
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
