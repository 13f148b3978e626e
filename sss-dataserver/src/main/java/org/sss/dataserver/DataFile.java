package org.sss.dataserver;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A finished file, read by positions. Thread-safe: reads do not wait for each other. An interrupt of a thread that reads
 * closes the channel under all others; these open it again.
 */
final class DataFile implements AutoCloseable {
    private final Path path;
    private volatile FileChannel channel;
    private boolean closed; // guarded by this

    private DataFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    static DataFile open(Path path) throws IOException {
        return new DataFile(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    /** For a file without a name: an interrupt ends the use of it. */
    static DataFile of(FileChannel channel) {
        return new DataFile(null, channel);
    }

    long bytes() throws IOException {
        return channel.size();
    }

    /**
     * Fills {@code into} from {@code at} on.
     *
     * @throws EOFException when the file ends before
     * @throws ClosedByInterruptException when this thread was interrupted, which it stays
     */
    void read(ByteBuffer into, long at) throws IOException {
        int start = into.position();
        while (into.hasRemaining()) {
            FileChannel used = channel;
            try {
                if (used.read(into, at + into.position() - start) < 0) {
                    throw new EOFException("it ends before offset " + (at + into.limit() - start));
                }
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                openAgain(used, e);
            }
        }
    }

    private synchronized void openAgain(FileChannel broken, ClosedChannelException cause) throws IOException {
        if (closed || path == null) {
            throw cause;
        }
        if (channel == broken) {
            channel = FileChannel.open(path, StandardOpenOption.READ);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        channel.close();
    }
}
