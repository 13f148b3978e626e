package org.sss.kvs.library;

import java.nio.file.Path;

/**
 * A file that is open in the library, and what has gone wrong with it. After the first failed write it is lost, and
 * every later call fails. Each call takes the lock of this.
 */
public abstract sealed class KvsFile implements AutoCloseable permits KvsWriter, KvsTree {
    private final Path file;
    private long handle; // 0 when closed; guarded by this
    private KvsException failure; // the first one of a write; guarded by this

    KvsFile(Path file, long handle) {
        this.file = file;
        this.handle = handle;
    }

    public final Path file() {
        return file;
    }

    /**
     * Writes out what is in memory and closes the file, without waiting for the disk. Later calls do nothing.
     *
     * @throws KvsException if writing out failed (disk full), or an earlier write had failed; the file is closed, and
     *     lost
     */
    @Override
    public final synchronized void close() {
        if (handle == 0) {
            return;
        }
        KvsException earlier = failure;
        long result = closeHandle();
        if (earlier != null) {
            throw again(earlier);
        }
        KvsNative.check(result, file, "closing it");
    }

    /** Closes a file that is no longer needed; ignores errors. The caller deletes it. */
    public final synchronized void abandon() {
        if (handle != 0) {
            closeHandle();
        }
    }

    private long closeHandle() {
        long closing = handle;
        handle = 0;
        return KvsNative.close(closing);
    }

    /** The handle, for a caller that has the lock. */
    final long usable() {
        if (handle == 0) {
            throw new KvsException(KvsError.CLOSED, file, "this file takes no more calls");
        }
        if (failure != null) {
            throw again(failure);
        }
        return handle;
    }

    /** Records an error that leaves the file incomplete; a duplicate or a malformed buffer does not. */
    final long write(long result, String action) {
        boolean harmless = KvsNative.isError(result, KvsError.KEEP)
                || KvsNative.isError(result, KvsError.BAD_FRAME)
                || KvsNative.isError(result, KvsError.BAD_BUFFER);
        try {
            return KvsNative.check(result, file, action);
        } catch (KvsException e) {
            failure = harmless ? failure : e;
            throw e;
        }
    }

    /** What follows from a failed write, for its reader. */
    abstract String afterFailure();

    private KvsException again(KvsException earlier) {
        return new KvsException(
                earlier.error(), earlier.code(), file, "an earlier write failed, " + afterFailure(), earlier);
    }
}
