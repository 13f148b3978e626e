package org.sss.client.text;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that is written as a whole or not at all: its content is gathered in a hidden file beside it, which takes its place in
 * the end. Until then the file that was there before stays as it is. Used by one thread, but for {@link #abandon}.
 *
 * <p>Written in place, and so cut off by a failure, are links, pipes and devices, and files in directories where this user may make no
 * others. A file whose place cannot be taken, such as one that is mounted alone, gets the content in the end, byte by byte.
 */
public final class WholeFile implements AutoCloseable {
    private final Path target;
    private final Path part;
    private final OutputStream out;
    private boolean finished;

    private WholeFile(Path target, Path part) throws IOException {
        this.target = target;
        this.part = part;
        out = new Named(part.equals(target) ? Files.newOutputStream(target)
                : Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), target);
    }

    /** Says which file cannot be written: the system says only that a device is full. */
    private static final class Named extends FilterOutputStream {
        private final Path target;

        Named(OutputStream out, Path target) {
            super(out);
            this.target = target;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                out.write(bytes, offset, length);
            } catch (IOException e) {
                throw new IOException("cannot write file '" + target + "': " + e.getMessage() + "; make room, or write to another"
                        + " place", e);
            }
        }
    }

    /** Begins to write. */
    public static WholeFile create(Path target) throws IOException {
        if (!canBeReplaced(target)) {
            return new WholeFile(target, target);
        }
        WholeFile file = new WholeFile(target, target.resolveSibling(".sss-part-" + UUID.randomUUID()));
        try {
            file.takePermissions();
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static boolean canBeReplaced(Path target) {
        boolean plain = Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS) || Files.notExists(target, LinkOption.NOFOLLOW_LINKS);
        return plain && Files.isWritable(target.toAbsolutePath().getParent());
    }

    /** What others could not read before, they cannot read afterwards. */
    private void takePermissions() throws IOException {
        if (Files.exists(target)) {
            try {
                Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
            } catch (UnsupportedOperationException e) {
                // a file system without such permissions
            }
        }
    }

    /** Not buffered. Closed by {@link #finish}. */
    public OutputStream out() {
        return out;
    }

    /** Puts what was written under its name. */
    public void finish() throws IOException {
        out.close();
        if (!part.equals(target)) {
            takePlace();
        }
        finished = true;
    }

    private void takePlace() throws IOException {
        try {
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException e) {
            if (!Files.isRegularFile(target)) {
                throw e;
            }
            try (OutputStream content = new Named(Files.newOutputStream(target), target)) {
                Files.copy(part, content);
            }
            Files.delete(part);
        }
    }

    /** Deletes what was written, while it is being written. Thread-safe; for a process that is about to end. */
    public void abandon() throws IOException {
        if (!part.equals(target)) {
            Files.deleteIfExists(part);
        }
    }

    /** Deletes what was written, unless it is finished. */
    @Override
    public void close() throws IOException {
        if (!finished) {
            try {
                out.close();
            } finally {
                abandon();
            }
        }
    }
}
