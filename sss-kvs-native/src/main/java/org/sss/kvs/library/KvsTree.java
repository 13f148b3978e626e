package org.sss.kvs.library;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;

/**
 * A file whose records are written, deleted and read at any time. Thread-safe by a lock per call, so it serves one
 * thread at a time. Calls of one thread are not one change: others may come between them.
 *
 * <p>A file that is open for writing does not survive the end of the process without {@link #close}: {@link #open} and
 * its fellows say {@link KvsError#NOT_CLOSED} then. After the first failed write it is lost, and every later call
 * fails. Records that are taken out leave room in the file for others; it never becomes smaller.
 */
public final class KvsTree extends KvsFile {
    /** Result of {@link #get} for a key that the file does not have. */
    public static final int NOT_FOUND = Integer.MIN_VALUE;

    private final boolean writable;
    private final int leaves;

    private KvsTree(Path file, boolean writable, int leaves, long handle) {
        super(file, handle);
        this.writable = writable;
        this.leaves = leaves;
    }

    /**
     * Creates a file, to read and write it.
     *
     * @throws KvsException {@link KvsError#KEEP} if the path exists, {@link KvsError#NOFILE} if its directory does not
     */
    public static KvsTree create(Path file, KvsTuning tuning) {
        KvsLibrary.require();
        long handle = KvsNative.create(
                KvsNative.bytes(file),
                tuning.leafBytes(),
                tuning.leafMembers(),
                tuning.nodeMembers(),
                tuning.bucketCount(),
                tuning.leafCacheCount(),
                tuning.nodeCacheCount());
        return new KvsTree(file, true, tuning.leafCacheCount(), KvsNative.check(handle, file, "creating it"));
    }

    /**
     * Opens a file that was closed, to read and write it.
     *
     * @throws KvsException {@link KvsError#NOT_CLOSED} if the writer was killed or still writes, {@link
     *     KvsError#NOFILE}, {@link KvsError#META} for a truncated or foreign file, {@link KvsError#THREAD} if it is
     *     open in this process
     */
    public static KvsTree open(Path file, KvsTuning tuning) {
        return open(file, tuning, true);
    }

    /** Opens a file that was closed, to read it only: it survives whatever happens. */
    public static KvsTree openForReading(Path file, KvsTuning tuning) {
        return open(file, tuning, false);
    }

    private static KvsTree open(Path file, KvsTuning tuning, boolean writable) {
        KvsLibrary.require();
        long handle = KvsNative.open(
                KvsNative.bytes(file), tuning.leafBytes(), tuning.leafCacheCount(), tuning.nodeCacheCount(), writable);
        return new KvsTree(file, writable, tuning.leafCacheCount(), KvsNative.check(handle, file, "opening it"));
    }

    public boolean isWritable() {
        return writable;
    }

    /** Puts records as {@link KvsWriter#putAll} does. */
    public synchronized int putAll(ByteBuffer direct) {
        KvsNative.direct(direct);
        return (int) write(
                KvsNative.putAll(changeable(), leaves, direct, direct.position(), direct.limit()), "putting records");
    }

    /**
     * Takes out the records with the keys of the records {@code [u32 keyLen][u32 valueLen][key][value]} between the
     * position and the limit of a direct buffer, which stay as they are.
     *
     * @return how many of them were there
     */
    public synchronized int outAll(ByteBuffer direct) {
        KvsNative.direct(direct);
        return (int)
                write(KvsNative.outAll(changeable(), direct, direct.position(), direct.limit()), "taking records out");
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
        KvsNative.check(result, file(), "getting a record");
        if (result < 0) {
            return KvsNative.needed(result, file());
        }
        out.position(out.position() + (int) result);
        return (int) result;
    }

    /**
     * Copies as many whole records {@code [u32 keyLen][u32 valueLen][key][value]} with keys from {@code from},
     * inclusive, to {@code to}, exclusive, as fit into a direct buffer from its position on, and moves the position
     * after them.
     *
     * @return the number of records; 0 when there is none in the range; or minus the bytes that the first one needs, if
     *     not even that one fits
     */
    public int read(byte[] from, byte[] to, ByteBuffer direct) {
        return read(from, to, direct, true);
    }

    /** As {@link #read(byte[], byte[], ByteBuffer)} with empty values: what {@link #outAll} takes. */
    public int readKeys(byte[] from, byte[] to, ByteBuffer direct) {
        return read(from, to, direct, false);
    }

    private synchronized int read(byte[] from, byte[] to, ByteBuffer out, boolean withValues) {
        KvsNative.writable(out);
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        long result = KvsNative.treeRead(usable(), leaves, from, to, out, out.position(), out.limit(), withValues);
        KvsNative.check(result, file(), "reading records");
        if (result < 0) {
            return KvsNative.needed(result, file());
        }
        out.position(out.position() + (int) result);
        return (int) (result >>> 32);
    }

    @Override
    String afterFailure() {
        return "the file takes no more calls";
    }

    public synchronized long recordCount() {
        return KvsNative.recordCount(usable());
    }

    /** Bytes of the file; the newest records are still in memory and not in this number. */
    public synchronized long fileBytes() {
        return KvsNative.fileBytes(usable());
    }

    /** Writes out what is in memory and waits until the disk has it. */
    public synchronized void sync() {
        write(KvsNative.sync(changeable()), "syncing it");
    }

    private long changeable() {
        if (!writable) {
            throw new IllegalStateException(file() + " is open for reading only");
        }
        return usable();
    }
}
