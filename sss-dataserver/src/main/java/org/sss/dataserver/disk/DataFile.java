package org.sss.dataserver.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A complete file, read by offset. Thread-safe: reads do not wait for each other. An interrupt of a thread that reads
 * closes the channel for all readers; the others open it again.
 */
public final class DataFile implements AutoCloseable {
    private static FileChannel nowhere; // guarded by the class

    private final Path path;
    private volatile FileChannel channel;
    private FileChannel sending; // guarded by this; null until it is asked for
    private boolean closed; // guarded by this

    private DataFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    public static DataFile open(Path path) throws IOException {
        return new DataFile(path, FileChannel.open(path, StandardOpenOption.READ));
    }

    /** Wraps a file without a name: an interrupt ends the use of it. */
    public static DataFile of(FileChannel channel) {
        return new DataFile(null, channel);
    }

    public long bytes() throws IOException {
        return channel.size();
    }

    /**
     * Fills {@code into} with the bytes from offset {@code at}.
     *
     * @throws EOFException when the file ends before that
     * @throws ClosedByInterruptException when this thread was interrupted; its interrupt flag stays set
     */
    public void read(ByteBuffer into, long at) throws IOException {
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

    /**
     * Brings bytes into the page cache, without a copy, so that sending them does not wait for the disk.
     *
     * @throws EOFException when the file ends before {@code at + bytes}
     */
    public void load(long at, int bytes) throws IOException {
        for (long done = 0; done < bytes; ) {
            FileChannel used = channel;
            try {
                long more = used.transferTo(at + done, bytes - done, nowhere());
                if (more <= 0) {
                    throw new EOFException("it ends before offset " + (at + bytes));
                }
                done += more;
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (ClosedChannelException e) {
                openAgain(used, e);
            }
        }
    }

    /** Returns a channel that discards bytes without copying them. Opened at first use, and again if that failed. */
    private static synchronized FileChannel nowhere() throws IOException {
        if (nowhere == null || !nowhere.isOpen()) {
            nowhere = FileChannel.open(Path.of("/dev/null"), StandardOpenOption.WRITE);
        }
        return nowhere;
    }

    /**
     * Returns a channel from which the kernel sends. Use it for nothing else: as long as only event loops have it, no
     * interrupt closes it, and its descriptor belongs to this file until {@link #close}.
     */
    public synchronized FileChannel sending() throws IOException {
        if (closed || path == null) {
            throw new ClosedChannelException();
        }
        if (sending == null) {
            sending = FileChannel.open(path, StandardOpenOption.READ);
        }
        return sending;
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
        if (sending != null) {
            sending.close();
        }
    }
}
