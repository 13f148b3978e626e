package org.sss.dataserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Keeps a second data server, of this or another process, out of a directory. The operating system frees it when the
 * process ends, however it ends; the file stays and holds the process id for the error message. Thread-safe.
 */
final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} with the directory and the process that holds it */
    static DirectoryLock take(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            if (tryLock(channel) == null) {
                throw new SssException(ErrorCode.ALREADY_EXISTS, "the data directory " + file.getParent()
                        + " is in use by the data server with process id " + read(channel)
                        + "; stop that one, or give this one another directory");
            }
            write(channel, Long.toString(ProcessHandle.current().pid()));
            return new DirectoryLock(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
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

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
