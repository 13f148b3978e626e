package org.sss.io;

import java.io.DataInput;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes and reads arrays in chunks. Java's channels allocate direct memory as large as the array, which each thread
 * retains. Stateless.
 */
public final class LargeArrays {
    private static final int CHUNK_BYTES = 1 << 20;

    private LargeArrays() {}

    public static void write(OutputStream out, byte[] bytes, int offset, int length) throws IOException {
        for (int written = 0; written < length; written += CHUNK_BYTES) {
            out.write(bytes, offset + written, Math.min(CHUNK_BYTES, length - written));
        }
    }

    /** @throws java.io.EOFException if the file ends before {@code length} bytes */
    public static void read(DataInput in, byte[] bytes, int length) throws IOException {
        for (int read = 0; read < length; read += CHUNK_BYTES) {
            in.readFully(bytes, read, Math.min(CHUNK_BYTES, length - read));
        }
    }
}
