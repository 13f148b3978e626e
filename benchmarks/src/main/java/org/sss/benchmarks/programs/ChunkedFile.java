package org.sss.benchmarks.programs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.Bytes;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/** Writes a file into a group in pieces, each with its position as the key. Stateless. */
final class ChunkedFile {
    /** A multiple of the bytes of a pixel and of a point. */
    static final int CHUNK_BYTES = 6 * 10_000;

    private static final int NO_SPLIT = -1;

    private ChunkedFile() {}

    /** Pieces of {@link #CHUNK_BYTES}, without the first bytes of the file. */
    static void load(SssClient client, Path file, int headerBytes, TupleGroup<Long, Bytes> group) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(headerBytes);
            load(client, in, NO_SPLIT, group);
        }
    }

    /** Pieces of whole lines, of at most {@link #CHUNK_BYTES}. */
    static void loadLines(SssClient client, Path file, TupleGroup<Long, Bytes> group) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            load(client, in, '\n', group);
        }
    }

    private static void load(SssClient client, InputStream in, int endByte, TupleGroup<Long, Bytes> group)
            throws IOException {
        byte[] bytes = new byte[CHUNK_BYTES];
        try (GroupWriter<Long, Bytes> writer = client.write(group.replacing())) {
            int kept = 0;
            long position = 0;
            for (int read = in.readNBytes(bytes, 0, CHUNK_BYTES);
                    kept + read > 0;
                    read = in.readNBytes(bytes, kept, CHUNK_BYTES - kept)) {
                int filled = kept + read;
                int length = endByte == NO_SPLIT || filled < CHUNK_BYTES ? filled : endOfLine(bytes, filled);
                writer.append(position, new Bytes().set(bytes, 0, length));
                kept = filled - length;
                System.arraycopy(bytes, length, bytes, 0, kept);
                position += length;
            }
            writer.commit();
        }
    }

    private static int endOfLine(byte[] bytes, int filled) {
        int at = filled;
        while (at > 0 && bytes[at - 1] != '\n') {
            at--;
        }
        return at == 0 ? filled : at;
    }
}
