package org.sss.server.task.spill;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.io.LargeArrays;

/**
 * Writes a sorted run of byte strings to a file: {@code i32 length, bytes} each, and a length of -1 after the last. For
 * the task's thread.
 */
final class SpillWriter implements Closeable {
    static final int END = -1;
    static final int BUFFER_BYTES = 64 << 10;

    private final DataOutputStream out;

    SpillWriter(Path file) throws IOException {
        out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES));
    }

    void add(byte[] bytes, int offset, int length) throws IOException {
        out.writeInt(length);
        LargeArrays.write(out, bytes, offset, length);
    }

    /** Called after the last value. */
    void finish() throws IOException {
        out.writeInt(END);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
