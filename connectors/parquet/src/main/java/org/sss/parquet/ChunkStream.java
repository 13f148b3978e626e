package org.sss.parquet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.sss.io.store.FileStore;
import org.sss.io.store.StoredFile;

/**
 * A range of a file, of which a window is in memory. No file stays open between two reads, since a row group may have
 * thousands of columns. For one thread.
 *
 * <p>Failures of the storage are {@link UncheckedIOException}s, so that they differ from those of damaged content.
 */
final class ChunkStream extends InputStream {
    private final FileStore store;
    private final StoredFile file;
    private final long end;
    private final int windowBytes;
    /** Position of the first byte after the window. */
    private long next;

    private byte[] window = new byte[0];
    private int at;
    private int filled;

    ChunkStream(FileStore store, StoredFile file, long from, long end, int windowBytes) {
        this.store = store;
        this.file = file;
        this.end = end;
        this.windowBytes = windowBytes;
        next = from;
    }

    /** Returns how many bytes are left. */
    long left() {
        return end - next + filled - at;
    }

    @Override
    public int read() {
        if (at == filled && !fill()) {
            return -1;
        }
        return window[at++] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (at == filled && !fill()) {
            return -1;
        }
        int n = Math.min(length, filled - at);
        System.arraycopy(window, at, bytes, offset, n);
        at += n;
        return n;
    }

    private boolean fill() {
        int bytes = (int) Math.min(windowBytes, end - next);
        if (bytes <= 0) {
            return false;
        }
        if (window.length < bytes) {
            window = new byte[bytes];
        }
        try (InputStream in = store.open(file, next, next + bytes)) {
            filled = in.readNBytes(window, 0, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        at = 0;
        next += filled;
        return filled > 0;
    }
}
