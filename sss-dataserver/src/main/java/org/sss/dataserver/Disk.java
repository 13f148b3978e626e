package org.sss.dataserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Files and directories, with syncs as configured and errors that say what to do. Thread-safe. */
final class Disk {
    private final boolean sync;

    Disk(DataServerConfig.Durability durability) {
        sync = durability == DataServerConfig.Durability.COMMIT;
    }

    void syncFile(Path file) throws IOException {
        sync(file, StandardOpenOption.WRITE);
    }

    /** As {@link #syncFile(Path)} for a file that is open. */
    void syncFile(FileChannel channel) throws IOException {
        if (sync) {
            channel.force(true);
        }
    }

    /** Makes names in {@code directory} that were added, renamed or removed durable. */
    void syncDirectory(Path directory) throws IOException {
        sync(directory, StandardOpenOption.READ);
    }

    /** Writes a small file so that it is there whole or not at all. */
    void writeWhole(Path file, byte[] content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DataDirectory.TEMPORARY);
        Files.write(draft, content);
        syncFile(draft);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(file.getParent());
    }

    private void sync(Path path, StandardOpenOption mode) throws IOException {
        if (sync) {
            try (FileChannel channel = FileChannel.open(path, mode)) {
                channel.force(true);
            }
        }
    }

    static void deleteTree(Path directory) throws IOException {
        try (Stream<Path> inside = Files.list(directory)) {
            for (Path path : (Iterable<Path>) inside::iterator) {
                if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    deleteTree(path);
                } else {
                    Files.deleteIfExists(path);
                }
            }
        }
        Files.deleteIfExists(directory);
    }

    /** Unlinks a file that nothing needs any more. */
    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + file, e);
        }
    }

    /** An error of {@code doing} something with {@code path}, as {@link ErrorCode#STORAGE}. */
    static SssException error(String doing, Path path, Throwable cause) {
        String reason = cause.getMessage() == null ? cause.toString() : cause.getMessage();
        return new SssException(ErrorCode.STORAGE, "cannot " + doing + ", file " + path + ": " + reason + "; " + free(path)
                + ". Free or repair the disk (dropping groups frees space), then run the job again", cause);
    }

    private static String free(Path path) {
        Path at = path.toAbsolutePath();
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        try {
            return at == null ? "the disk is gone" : Files.getFileStore(at).getUsableSpace() + " bytes are free on the disk";
        } catch (IOException e) {
            return "free space is unknown (" + e.getMessage() + ")";
        }
    }
}
