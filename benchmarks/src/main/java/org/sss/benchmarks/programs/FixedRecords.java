package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.benchmarks.measure.Parallel;
import org.sss.client.GroupWriter;
import org.sss.client.GroupWriters;
import org.sss.client.SssClient;

/** Writes a file of records of one length into a group, with the number of each as its key. Stateless. */
final class FixedRecords {
    private static final int BUFFER_BYTES = 1 << 20;

    private FixedRecords() {}

    static TupleGroup<Long, Bytes> group(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.BYTES);
    }

    /** Appends one record. */
    private interface Append<K> {
        void to(GroupWriter<K, Bytes> writer, long number, byte[] bytes, int offset);
    }

    /** With a thread for each processor. */
    static void load(SssClient client, Path file, int recordBytes, String group) throws Exception {
        load(client, file, recordBytes, 0, Files.size(file) / recordBytes, group(group));
    }

    /** The same with {@code count} records from number {@code first} on, whose key is then 0. */
    static void load(
            SssClient client, Path file, int recordBytes, long first, long count, TupleGroup<Long, Bytes> group)
            throws Exception {
        load(client, file, recordBytes, first, count, group, () -> {
            Bytes view = new Bytes();
            return (writer, number, bytes, offset) ->
                    writer.append(number - first, view.set(bytes, offset, recordBytes));
        });
    }

    /** The same with the first bytes of each record as its key, and the rest as its value. */
    static void loadKeyed(SssClient client, Path file, int recordBytes, int keyBytes, TupleGroup<Bytes, Bytes> group)
            throws Exception {
        load(client, file, recordBytes, 0, Files.size(file) / recordBytes, group, () -> {
            Bytes key = new Bytes();
            Bytes rest = new Bytes();
            return (writer, number, bytes, offset) -> writer.append(
                    key.set(bytes, offset, keyBytes), rest.set(bytes, offset + keyBytes, recordBytes - keyBytes));
        });
    }

    /** @param append one for each thread */
    private static <K> void load(
            SssClient client,
            Path file,
            int recordBytes,
            long first,
            long count,
            TupleGroup<K, Bytes> group,
            Supplier<Append<K>> append)
            throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        try (GroupWriters<K, Bytes> writers = client.writers(group.replacing(), threads)) {
            Parallel.run(threads, thread -> {
                try (FileChannel channel = FileChannel.open(file)) {
                    write(
                            channel,
                            recordBytes,
                            first + count * thread / threads,
                            first + count * (thread + 1) / threads,
                            writers.get(thread),
                            append.get());
                }
                return null;
            });
            writers.commit();
        }
    }

    private static <K> void write(
            FileChannel channel, int recordBytes, long from, long to, GroupWriter<K, Bytes> writer, Append<K> append)
            throws IOException {
        int most = Math.max(1, BUFFER_BYTES / recordBytes);
        byte[] records = new byte[most * recordBytes];
        for (long first = from; first < to; first += most) {
            int count = (int) Math.min(most, to - first);
            ByteChunks.read(channel, first * recordBytes, records, count * recordBytes);
            for (int i = 0; i < count; i++) {
                append.to(writer, first + i, records, i * recordBytes);
            }
        }
        writer.finish();
    }
}
