package org.sss.dataserver.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A new file to which threads append. What an append that failed half-way has left is removed before the next one, so
 * that the returned offsets are always those of complete content. Thread-safe. Interrupts do not close the file: many
 * threads share it.
 */
public final class AppendFile implements AutoCloseable {
    private final Path path;
    /** Guarded by this, like the following fields. */
    private FileChannel channel;

    private long bytes;
    /** True if bytes of a failed append may follow the content. */
    private boolean torn;

    private boolean closed;

    private AppendFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** Creates an empty file, or empties an existing one. */
    public static AppendFile create(Path path) throws IOException {
        return new AppendFile(
                path,
                FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE));
    }

    /** The bytes of all complete appends. */
    public synchronized long bytes() {
        return bytes;
    }

    /**
     * Appends the remaining bytes of all parts, whose positions do not change.
     *
     * @return the offset of the first byte
     * @throws IOException if not all bytes were written; the content of the file is then the same as before
     */
    public synchronized long append(ByteBuffer... parts) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return appendOnce(parts);
                } catch (ClosedByInterruptException e) {
                    Thread.interrupted(); // so that the next attempt does not close the channel again
                    interrupted = true;
                    openAgain(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private long appendOnce(ByteBuffer... parts) throws IOException {
        if (torn) {
            channel.truncate(bytes).position(bytes);
            torn = false;
        }
        ByteBuffer[] left = new ByteBuffer[parts.length];
        long length = 0;
        for (int i = 0; i < parts.length; i++) {
            left[i] = parts[i].duplicate();
            length += left[i].remaining();
        }
        boolean complete = false;
        try {
            for (long written = 0; written < length; ) {
                written += channel.write(left);
            }
            complete = true;
        } finally {
            torn = !complete;
        }
        long at = bytes;
        bytes += length;
        return at;
    }

    /** Makes what was appended durable. */
    public synchronized void sync(Disk disk) throws IOException {
        disk.syncFile(path, channel);
    }

    private void openAgain(ClosedChannelException cause) throws IOException {
        if (closed) {
            throw cause;
        }
        channel = FileChannel.open(path, StandardOpenOption.WRITE);
        torn = true;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
