package org.sss.benchmarks.jobs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.benchmarks.measure.Parallel;
import org.sss.client.GroupWriter;
import org.sss.client.GroupWriters;
import org.sss.client.SssClient;

/** Writes a file of records of one length into a group, with the number of each as its key. Stateless. */
final class FixedRecords {
    private static final int BUFFER_RECORDS = 8192;

    private FixedRecords() {
    }

    static TupleGroup<Long, Bytes> group(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.BYTES);
    }

    /** With a thread for each processor. */
    static void load(SssClient client, Path file, int recordBytes, String group) throws Exception {
        int threads = Runtime.getRuntime().availableProcessors();
        long records = Files.size(file) / recordBytes;
        try (GroupWriters<Long, Bytes> writers = client.writers(group(group).replacing(), threads)) {
            Parallel.run(threads, thread -> {
                try (FileChannel channel = FileChannel.open(file)) {
                    write(channel, recordBytes, records * thread / threads, records * (thread + 1) / threads,
                            writers.get(thread));
                }
                return null;
            });
            writers.commit();
        }
    }

    private static void write(FileChannel channel, int recordBytes, long from, long to, GroupWriter<Long, Bytes> writer)
            throws IOException {
        byte[] records = new byte[BUFFER_RECORDS * recordBytes];
        Bytes view = new Bytes();
        for (long first = from; first < to; first += BUFFER_RECORDS) {
            int count = (int) Math.min(BUFFER_RECORDS, to - first);
            ByteBuffer buffer = ByteBuffer.wrap(records, 0, count * recordBytes);
            while (buffer.hasRemaining() && channel.read(buffer, first * recordBytes + buffer.position()) >= 0) {
                // Some of it has come.
            }
            for (int i = 0; i < count; i++) {
                writer.append(first + i, view.set(records, i * recordBytes, recordBytes));
            }
        }
        writer.finish();
    }
}
