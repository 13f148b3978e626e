package org.sss.kvs.library;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A position in the records of a {@link KvsReader}, in ascending order of keys. Thread-safe by the reader's lock; a
 * position shared by threads is of little use, though. A new cursor is on the first record.
 */
public final class KvsCursor implements AutoCloseable {
    private final KvsReader reader;
    private long handle; // 0 when closed; guarded by reader

    KvsCursor(KvsReader reader, long handle) {
        this.reader = reader;
        this.handle = handle;
    }

    /**
     * Positions at the first record whose key is equal to or after {@code key}; false, and at the end, if there is
     * none.
     */
    public boolean seek(byte[] key) {
        return seek(key, false);
    }

    /**
     * Positions at the last record whose key is equal to or before {@code key}; false, and at the end, if there is
     * none.
     */
    public boolean seekFloor(byte[] key) {
        return seek(key, true);
    }

    /**
     * Copies as many whole records {@code [u32 keyLen][u32 valueLen][key][value]} as fit into a direct buffer from its
     * position on, moves the buffer's position after them and the cursor to the record after them. One native call.
     *
     * @param stopKey the first key not to read any more, or null
     * @return the number of records; 0 at the end or at {@code stopKey}; or minus the bytes that the next record needs,
     *     if not even that one fits
     */
    public int read(ByteBuffer direct, byte[] stopKey) {
        return read(direct, stopKey, true);
    }

    /**
     * As {@link #read(ByteBuffer, byte[])}, but copies {@code [u32 valueLen][value]} of each record, without its key.
     */
    public int readValues(ByteBuffer direct, byte[] stopKey) {
        return read(direct, stopKey, false);
    }

    /** Later calls do nothing. */
    @Override
    public void close() {
        synchronized (reader) {
            if (handle != 0) {
                KvsNative.cursorClose(handle);
                handle = 0;
                reader.forget(this);
            }
        }
    }

    private boolean seek(byte[] key, boolean floor) {
        Objects.requireNonNull(key, "key");
        synchronized (reader) {
            return KvsNative.check(KvsNative.cursorSeek(usable(), key, floor), reader.file(), "seeking a key") == 1;
        }
    }

    private int read(ByteBuffer out, byte[] stopKey, boolean withKeys) {
        KvsNative.writable(out);
        long result;
        synchronized (reader) {
            result = KvsNative.cursorRead(usable(), out, out.position(), out.limit(), stopKey, withKeys);
        }
        KvsNative.check(result, reader.file(), "reading records");
        if (result < 0) {
            return KvsNative.needed(result, reader.file());
        }
        out.position(out.position() + (int) result);
        return (int) (result >>> 32);
    }

    private long usable() {
        if (handle == 0) {
            throw new KvsException(KvsError.CLOSED, reader.file(), "this cursor takes no more calls");
        }
        return handle;
    }
}
