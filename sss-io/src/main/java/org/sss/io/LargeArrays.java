package org.sss.io;

import java.io.DataInput;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Moves arrays to and from files piece by piece. Java's channels take direct memory as large as the array that they are given, and each
 * thread keeps it. Stateless.
 */
public final class LargeArrays {
    private static final int PIECE_BYTES = 1 << 20;

    private LargeArrays() {
    }

    public static void write(OutputStream out, byte[] bytes, int offset, int length) throws IOException {
        for (int written = 0; written < length; written += PIECE_BYTES) {
            out.write(bytes, offset + written, Math.min(PIECE_BYTES, length - written));
        }
    }

    /** @throws java.io.EOFException when there are not so many */
    public static void read(DataInput in, byte[] bytes, int length) throws IOException {
        for (int read = 0; read < length; read += PIECE_BYTES) {
            in.readFully(bytes, read, Math.min(PIECE_BYTES, length - read));
        }
    }
}
