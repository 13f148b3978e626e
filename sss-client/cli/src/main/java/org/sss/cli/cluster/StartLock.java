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

/**
 * The right to start and stop the nodes of a cluster directory. Of two commands that started them at once each took the nodes of the
 * other for its own ones that had ended, and in the end none ran; one that stopped them beside a start missed those that came later.
 * Used by one thread; a process that ends has let it go.
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
     * Makes the directory when it is missing.
     *
     * @throws SssException ALREADY_EXISTS while somebody else has the right
     */
    static StartLock of(Path directory) throws IOException {
        boolean isNew = Files.notExists(directory);
        Files.createDirectories(directory);
        FileChannel channel = FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            throw new SssException(ErrorCode.ALREADY_EXISTS, "another 'sss cluster start' or 'stop' is at work in '"
                    + directory + "'; wait until it has ended");
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

    /** A directory that was made for nothing goes again. */
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
