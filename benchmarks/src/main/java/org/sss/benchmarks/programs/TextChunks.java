package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands out the lines of a file in chunks to several threads: a chunk has the lines that start in it. Thread-safe; each
 * thread that calls {@link #forEach} opens the file and has a buffer of its own.
 */
final class TextChunks {
    private static final int CHUNK_BYTES = 16 << 20;
    private static final int LONGEST_LINE = 1 << 20;

    private final Path file;
    private final AtomicLong next = new AtomicLong();

    TextChunks(Path file) {
        this.file = file;
    }

    /** Is given whole lines, the newline of the last one too: {@code bytes[start, end)}. */
    interface Lines {
        void take(byte[] bytes, int start, int end);
    }

    /** Until all chunks are taken, by this thread or others. */
    void forEach(Lines lines) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            long size = channel.size();
            byte[] bytes = new byte[(int) Math.min(size + 2, CHUNK_BYTES + LONGEST_LINE + 1)];
            for (long from = next.getAndAdd(CHUNK_BYTES); from < size; from = next.getAndAdd(CHUNK_BYTES)) {
                // The byte before shows whether a line starts with the chunk.
                long readFrom = Math.max(0, from - 1);
                int read = ByteChunks.read(channel, readFrom, bytes, (int) Math.min(bytes.length - 1, size - readFrom));
                if (readFrom + read == size && bytes[read - 1] != '\n') {
                    bytes[read++] = '\n';
                }
                int start = from == 0 ? 0 : lineAt(bytes, 0, read);
                int end = from + CHUNK_BYTES >= size
                        ? read
                        : lineAt(bytes, (int) (from + CHUNK_BYTES - 1 - readFrom), read);
                if (start < end) {
                    lines.take(bytes, start, end);
                }
            }
        }
    }

    /** Where the first line after a newline at {@code from} or later starts. */
    private static int lineAt(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        if (at == end && end == bytes.length - 1) {
            throw new IllegalStateException("a line is longer than " + LONGEST_LINE + " bytes");
        }
        return Math.min(end, at + 1);
    }
}
