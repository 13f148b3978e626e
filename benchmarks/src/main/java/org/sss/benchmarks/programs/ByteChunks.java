package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.benchmarks.data.Records;

/** Hands out parts of a file of records of one length to several threads. Thread-safe. */
final class ByteChunks {
    private static final int CHUNK_RECORDS = 1 << 18;

    private final Path file;
    private final int recordBytes;
    private final AtomicLong next;

    ByteChunks(Path file, int headerBytes, int recordBytes) {
        this.file = file;
        this.recordBytes = recordBytes;
        next = new AtomicLong(headerBytes);
    }

    /** Reads {@code length} bytes at a position of a file, or fewer at its end, and returns how many. */
    static int read(FileChannel channel, long at, byte[] bytes, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        while (buffer.hasRemaining() && channel.read(buffer, at + buffer.position()) >= 0) {
            // A read may return fewer bytes.
        }
        return buffer.position();
    }

    /** Is given whole records: {@code bytes[0, length)}. */
    interface Records {
        void take(byte[] bytes, int length);
    }

    /** Until all are taken, by this thread or others. */
    void forEach(Records records) throws IOException {
        int chunkBytes = CHUNK_RECORDS * recordBytes;
        byte[] bytes = new byte[chunkBytes];
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            for (long from = next.getAndAdd(chunkBytes); from < size; from = next.getAndAdd(chunkBytes)) {
                records.take(bytes, read(channel, from, bytes, (int) Math.min(chunkBytes, size - from)));
            }
        }
    }
}
