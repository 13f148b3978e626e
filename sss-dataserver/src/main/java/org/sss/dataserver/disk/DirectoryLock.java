package org.sss.dataserver.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Prevents a second data server, of this or another process, from using a directory. The operating system unlocks it
 * when the process ends, in any way; the file stays and contains the process id for the error message. Thread-safe.
 */
public final class DirectoryLock implements AutoCloseable {
    /**
     * Lock files of this process: opening and closing such a file again would release its lock, whichever thread has
     * it.
     */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks {@code root}, which is created if it is missing.
     *
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} when a server uses it, {@link ErrorCode#STORAGE}
     */
    public static DirectoryLock of(Path root) {
        try {
            return take(new DataDirectory(Files.createDirectories(root)).lock());
        } catch (IOException e) {
            throw Disk.error("lock the data directory", root, e);
        }
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} with the directory and the process that locked it */
    public static DirectoryLock take(Path file) throws IOException {
        return take(file, false);
    }

    /** As {@link #take}, for a reader: the disk may be read-only if the file exists. */
    public static DirectoryLock takeToRead(Path file) throws IOException {
        return take(file, true);
    }

    private static DirectoryLock take(Path file, boolean toRead) throws IOException {
        Path real = file.toAbsolutePath().getParent().toRealPath().resolve(file.getFileName());
        if (!HELD.add(real)) {
            throw inUse(file, Long.toString(ProcessHandle.current().pid()));
        }
        boolean taken = false;
        try {
            DirectoryLock lock = take(file, real, toRead);
            taken = true;
            return lock;
        } finally {
            if (!taken) {
                HELD.remove(real);
            }
        }
    }

    private static DirectoryLock take(Path file, Path real, boolean toRead) throws IOException {
        boolean writes = true;
        FileChannel channel;
        try {
            channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (FileSystemException e) {
            if (!toRead || !Files.exists(file)) {
                throw e;
            }
            channel = FileChannel.open(file, StandardOpenOption.READ);
            writes = false;
        }
        return take(file, real, channel, writes);
    }

    private static DirectoryLock take(Path file, Path real, FileChannel channel, boolean writes) throws IOException {
        try {
            if (tryLock(channel, !writes) == null) {
                throw inUse(file, read(channel));
            }
            if (writes) {
                write(channel, Long.toString(ProcessHandle.current().pid()));
            }
            return new DirectoryLock(real, channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static SssException inUse(Path file, String process) {
        return new SssException(
                ErrorCode.ALREADY_EXISTS,
                "the data directory " + file.getParent() + " is in use by the data server with process id " + process
                        + "; stop that one, or give this one another directory");
    }

    private static FileLock tryLock(FileChannel channel, boolean shared) throws IOException {
        try {
            return channel.tryLock(0, Long.MAX_VALUE, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    private static String read(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(32);
        channel.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII).trim();
    }

    private static void write(FileChannel channel, String text) throws IOException {
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
    }

    /** Idempotent. */
    @Override
    public synchronized void close() throws IOException {
        if (channel.isOpen()) {
            try {
                channel.close();
            } finally {
                HELD.remove(file);
            }
        }
    }
}
