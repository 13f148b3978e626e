package org.sss.kvs.library;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.sss.kvs.format.BdbRecords;

/**
 * Reads one finished file. Thread-safe: a lock per call, shared with the reader's cursors, so threads that read at once
 * do not get faster; for that, open other files. The file must not change while it is open.
 *
 * <p>A path can be open once in a process. {@link #open} looks at the header only, and the library can end the process
 * on a damaged page: what must survive damage is read by positions ({@link BdbRecords}).
 */
public final class KvsReader implements AutoCloseable {
    /** Result of {@link #get} for a key that the file does not have. */
    public static final int NOT_FOUND = Integer.MIN_VALUE;

    private final Path file;
    private final Set<KvsCursor> cursors = new HashSet<>(); // open ones; guarded by this
    private long handle; // 0 when closed; guarded by this

    private KvsReader(Path file, long handle) {
        this.file = file;
        this.handle = handle;
    }

    /**
     * Opens a file that its writer has closed; bytes appended to it since are ignored.
     *
     * @throws KvsException {@link KvsError#NOT_CLOSED} if the writer was killed or still writes, {@link
     *     KvsError#NOFILE}, {@link KvsError#META} for a truncated or foreign file, {@link KvsError#THREAD} if it is
     *     open in this process
     */
    public static KvsReader open(Path file, KvsTuning tuning) {
        KvsLibrary.require();
        long handle = KvsNative.open(
                KvsNative.bytes(file), tuning.leafBytes(), tuning.leafCacheCount(), tuning.nodeCacheCount(), false);
        return new KvsReader(file, KvsNative.check(handle, file, "opening it"));
    }

    /**
     * Copies the value of a key into a direct buffer from its position on, and moves the position after it.
     *
     * @return the value's bytes; {@link #NOT_FOUND}; or minus the bytes needed if the buffer has less, and then it is
     *     untouched
     */
    public synchronized int get(byte[] key, ByteBuffer out) {
        KvsNative.writable(out);
        Objects.requireNonNull(key, "key");
        long result = KvsNative.get(usable(), key, out, out.position(), out.limit());
        if (KvsNative.isError(result, KvsError.NOREC)) {
            return NOT_FOUND;
        }
        KvsNative.check(result, file, "getting a record");
        if (result < 0) {
            return KvsNative.needed(result, file);
        }
        out.position(out.position() + (int) result);
        return (int) result;
    }

    /** A new cursor, on the first record. */
    public synchronized KvsCursor cursor() {
        long cursor = KvsNative.check(KvsNative.cursorNew(usable()), file, "making a cursor");
        KvsCursor made = new KvsCursor(this, cursor);
        cursors.add(made);
        return made;
    }

    public synchronized long recordCount() {
        return KvsNative.recordCount(usable());
    }

    /** Bytes of the tree, without what was appended since. */
    public synchronized long fileBytes() {
        return KvsNative.fileBytes(usable());
    }

    /** Closes the reader and its cursors. Later calls do nothing. */
    @Override
    public synchronized void close() {
        if (handle == 0) {
            return;
        }
        List.copyOf(cursors).forEach(KvsCursor::close);
        long closing = handle;
        handle = 0;
        KvsNative.check(KvsNative.close(closing), file, "closing it");
    }

    public Path file() {
        return file;
    }

    /** Called by a cursor that closes, under this lock. */
    void forget(KvsCursor cursor) {
        cursors.remove(cursor);
    }

    private long usable() {
        if (handle == 0) {
            throw new KvsException(KvsError.CLOSED, file, "this reader takes no more calls");
        }
        return handle;
    }
}
