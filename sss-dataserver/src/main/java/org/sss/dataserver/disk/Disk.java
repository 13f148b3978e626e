package org.sss.dataserver.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;

/** Files and directories: syncs as configured, and errors that state what to do. Thread-safe. */
public final class Disk {
    /** For data that need not survive a crash. */
    public static final Disk UNSYNCED = new Disk(DataServerConfig.Durability.NONE);

    /** Forces the content of an open file or directory to the disk. */
    public interface Force {
        void force(Path path, FileChannel channel) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Disk.class);

    private static final FullDisk FULL = new FullDisk(Disk::freeBytes, System::nanoTime);

    private final boolean sync;
    private final Force force;

    public Disk(DataServerConfig.Durability durability) {
        this(durability, (path, channel) -> channel.force(true));
    }

    public Disk(DataServerConfig.Durability durability, Force force) {
        sync = durability == DataServerConfig.Durability.COMMIT;
        this.force = force;
    }

    /** Returns true if files are synced. */
    public boolean isSynced() {
        return sync;
    }

    public void syncFile(Path file) throws IOException {
        sync(file, StandardOpenOption.WRITE);
    }

    /** As {@link #syncFile(Path)}, for an open file. */
    public void syncFile(Path file, FileChannel channel) throws IOException {
        if (sync) {
            force.force(file, channel);
        }
    }

    /** Makes names in {@code directory} that were added, renamed or removed durable. */
    public void syncDirectory(Path directory) throws IOException {
        sync(directory, StandardOpenOption.READ);
    }

    /** Writes a small file atomically: it is complete or does not exist. */
    public void writeWhole(Path file, byte[] content) throws IOException {
        Path draft = file.resolveSibling(file.getFileName() + DataDirectory.TEMPORARY);
        Files.write(draft, content);
        syncFile(draft);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        syncDirectory(file.getParent());
    }

    /** Makes the name of {@code directory} durable, and the names of its parents in the same file system. */
    public void syncAbove(Path directory) throws IOException {
        if (!sync) {
            return;
        }
        Object disk = Files.getAttribute(directory, "unix:dev");
        for (Path above = directory.getParent();
                above != null
                        && Files.isReadable(above)
                        && Files.getAttribute(above, "unix:dev").equals(disk);
                above = above.getParent()) {
            syncDirectory(above);
        }
    }

    private void sync(Path path, StandardOpenOption mode) throws IOException {
        if (sync) {
            try (FileChannel channel = FileChannel.open(path, mode)) {
                force.force(path, channel);
            }
        }
    }

    /**
     * Returns true if a file, a directory or a link has this name.
     *
     * @throws IOException when that is unknown, where {@link Files#exists} returns false
     */
    public static boolean exists(Path path) throws IOException {
        try {
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (FileSystemException e) {
            Path above = path.getParent();
            if (above == null || exists(above) && isDirectory(above)) {
                throw e;
            }
            return false; // the parent is missing or is a file
        }
    }

    /**
     * Returns true if this is a directory, or a link to one.
     *
     * @throws IOException when that is unknown
     */
    public static boolean isDirectory(Path path) throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Lists the entries of {@code directory}, in any order. Unlike {@link Files#list}, throws no unchecked exception on
     * a disk error.
     */
    public static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> inside = Files.list(directory)) {
            return inside.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Deletes a directory with everything in it, or a file. */
    public static void deleteTree(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            for (Path each : list(path)) {
                deleteTree(each);
            }
        }
        Files.deleteIfExists(path);
    }

    /**
     * Unlinks a file that is not needed any more. Only logs an error: usually the disk had another error before,
     * which is the one to report, and the next start deletes the file.
     */
    public static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("cannot delete {}; it is deleted with its group, or at the next start", file, e);
        }
    }

    /** Returns a {@link ErrorCode#STORAGE} error: {@code doing} something with {@code path} failed. */
    public static SssException error(String doing, Path path, Throwable cause) {
        // The message of, for example, a NoSuchFileException is only the path.
        boolean saysWhy =
                cause.getMessage() != null && !(cause instanceof FileSystemException e && e.getReason() == null);
        String reason = saysWhy ? cause.getMessage() : cause.toString();
        String advice;
        if (cause instanceof KvsException e && e.error() == KvsError.LIBRARY) {
            advice = ""; // its message states what to do, and the disk is not the cause
        } else if (cause instanceof AccessDeniedException) {
            advice = ". The user of the node must own the file; was the node run as another user, such as root? Change "
                    + "the owner (chown)";
        } else if (reason.endsWith("Too many open files")) {
            advice = ". Raise the limit of open files (ulimit -n)";
        } else {
            FULL.report(path, reason);
            advice = "; " + free(path) + ". Free or repair the disk (dropping groups frees space)";
        }
        return new SssException(
                ErrorCode.STORAGE,
                "cannot " + doing + ", file " + path + ": " + reason + advice + ", then run the job again",
                cause);
    }

    /** Returns -1 if it is unknown. */
    private static long freeBytes(Path path) {
        try {
            Path at = existing(path);
            return at == null ? -1 : Files.getFileStore(at).getUsableSpace();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Returns the path, or the nearest directory above it that exists; null if there is none. */
    private static Path existing(Path path) {
        Path at = path.toAbsolutePath();
        while (at != null && !Files.exists(at)) {
            at = at.getParent();
        }
        return at;
    }

    private static String free(Path path) {
        Path at = existing(path);
        try {
            return at == null
                    ? "the disk is gone"
                    : Files.getFileStore(at).getUsableSpace() + " bytes are free on the disk";
        } catch (IOException e) {
            return "free space is unknown (" + e.getMessage() + ")";
        }
    }
}
