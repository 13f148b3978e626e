package org.sss.cli.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.server.security.PrivateDirectory;

/**
 * Lock of a cluster directory for starting and stopping its nodes. Without it, each of two concurrent starts would
 * treat the nodes of the other as its own nodes that have ended, and a stop during a start would miss the nodes started
 * later. Used by one thread; released when the process ends.
 */
final class StartLock implements AutoCloseable {
    private static final String NAME = "start.lock";

    private final Path directory;
    private final boolean isNew;
    private final FileChannel channel;

    private StartLock(Path directory, boolean isNew, FileChannel channel) {
        this.directory = directory;
        this.isNew = isNew;
        this.channel = channel;
    }

    /**
     * Acquires the lock; creates the directory if it is missing.
     *
     * @throws SssException ALREADY_EXISTS if another command has the lock
     */
    static StartLock of(Path directory) throws IOException {
        boolean isNew = Files.notExists(directory);
        if (isNew) {
            PrivateDirectory.make(directory);
        }
        FileChannel channel = FileChannel.open(
                PrivateDirectory.makeFile(directory.resolve(NAME)),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "another 'sss cluster start' or 'stop' is running in '" + directory + "'; wait until it has ended");
        }
        return new StartLock(directory, isNew, channel);
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    /** Releases the lock; deletes a directory that was created and not used. */
    @Override
    public void close() throws IOException {
        if (isNew && entries().equals(List.of(directory.resolve(NAME)))) {
            Files.delete(directory.resolve(NAME));
            Files.delete(directory);
        }
        channel.close();
    }

    private List<Path> entries() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }
}
