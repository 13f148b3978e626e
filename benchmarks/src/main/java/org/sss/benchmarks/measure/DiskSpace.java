package org.sss.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Units;

/** Files of a benchmark on the disk. Stateless. */
public final class DiskSpace {
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;
    private static final long WAIT_NANOS = 100_000_000;

    /** For all else that is on the disk, or comes there. */
    private static final long LEFT_BYTES = 1L << 30;

    private static final int LEFT_PART = 10;
    private static final long MAX_LEFT_BYTES = 1 << 20;

    private DiskSpace() {}

    /**
     * @param what is to be written to {@code directory}, which is there
     * @param remedy what to take instead
     * @throws SssException STORAGE when it is without room for so much and a GiB
     */
    public static void checkRoom(Path directory, long bytes, String what, String remedy) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < bytes + LEFT_BYTES) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    what + " needs up to " + Units.bytes(bytes + LEFT_BYTES) + ", and " + directory + " has "
                            + Units.bytes(free) + " free; " + remedy);
        }
    }

    /** Bytes of all files below; 0 when there is nothing. Files may come and go. */
    public static long used(Path directory) {
        return used(directory, below -> true);
    }

    /** The same, of the directories that are wanted; whatever is in another one is left out. */
    public static long used(Path directory, Predicate<Path> wanted) {
        AtomicLong bytes = new AtomicLong();
        walk(directory, new Walk() {
            @Override
            public FileVisitResult preVisitDirectory(Path below, BasicFileAttributes attributes) {
                return wanted.test(below) ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes.addAndGet(attributes.size());
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes.get();
    }

    /** Deletes the directory and all below, if it is there. */
    public static void delete(Path directory) {
        walk(directory, new Walk() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** The same while processes that are being ended may still write for a while. */
    public static void deleteBesideOthers(Path directory) {
        long deadline = System.nanoTime() + MAX_WAIT_NANOS;
        while (true) {
            try {
                delete(directory);
                return;
            } catch (UncheckedIOException e) {
                if (!(e.getCause() instanceof DirectoryNotEmptyException) || System.nanoTime() > deadline) {
                    throw e;
                }
                LockSupport.parkNanos(WAIT_NANOS);
            }
        }
    }

    /**
     * Whether hardly anything is left of files that were deleted: a tenth at most, and 1 MiB at most, as others, such
     * as a journal, grow.
     *
     * @param bytesWithout of all files before those were written
     * @param bytesWith    before they were deleted
     */
    public static boolean isGone(long bytesWithout, long bytesWith, long bytesNow) {
        return bytesNow - bytesWithout <= Math.min((bytesWith - bytesWithout) / LEFT_PART, MAX_LEFT_BYTES);
    }

    /** Writes out what the page cache holds for this file system, so that nobody pays for the files of another. */
    public static void sync(Path directory) throws IOException, InterruptedException {
        new ProcessBuilder("sync", "-f", directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static void walk(Path directory, Walk walk) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, walk);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private abstract static class Walk extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }
    }
}
