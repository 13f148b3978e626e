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
 * A file that is written atomically: its content is written to a hidden temporary file in the same directory, which is
 * renamed to it at the end. Until then an existing file is unchanged. Used by one thread, except {@link #abandon}.
 *
 * <p>Written directly, and so truncated by a failure, are links, pipes and devices, and files in directories where this
 * user may not create files. A file that cannot be replaced by a rename, such as a mounted file, is overwritten at the
 * end.
 */
public final class WholeFile implements AutoCloseable {
    private final Path target;
    private final Path part;
    private final OutputStream out;
    private boolean finished;

    private WholeFile(Path target, Path part) throws IOException {
        this.target = target;
        this.part = part;
        out = new Named(
                part.equals(target)
                        ? Files.newOutputStream(target)
                        : Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                target);
    }

    /** Adds the name of the file to exceptions, as the system reports only that a device is full. */
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
                throw new IOException(
                        "cannot write file '" + target + "': " + e.getMessage() + "; free space, or choose another"
                                + " path",
                        e);
            }
        }
    }

    /** Starts writing. */
    public static WholeFile create(Path target) throws IOException {
        if (!canBeReplaced(target)) {
            return new WholeFile(target, target);
        }
        WholeFile file = new WholeFile(target, target.resolveSibling(".sss-part-" + UUID.randomUUID()));
        try {
            file.copyPermissions();
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static boolean canBeReplaced(Path target) {
        boolean plain = Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)
                || Files.notExists(target, LinkOption.NOFOLLOW_LINKS);
        return plain && Files.isWritable(target.toAbsolutePath().getParent());
    }

    /** Copies the permissions of an existing file. */
    private void copyPermissions() throws IOException {
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

    /** Completes the file and makes it visible under its name. */
    public void finish() throws IOException {
        out.close();
        if (!part.equals(target)) {
            replaceTarget();
        }
        finished = true;
    }

    private void replaceTarget() throws IOException {
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

    /** Deletes the incomplete file while it is being written. Thread-safe; for a process that is about to end. */
    public void abandon() throws IOException {
        if (!part.equals(target)) {
            Files.deleteIfExists(part);
        }
    }

    /** Deletes the incomplete file unless it is finished. */
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
