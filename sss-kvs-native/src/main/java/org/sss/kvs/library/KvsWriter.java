package org.sss.kvs.library;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes one new file. For one thread at a time; each call takes a lock, so that misuse gives an exception and not a
 * crash. After the first failed write the file is lost: every later call fails too, and the file is to be deleted.
 *
 * <p>Records of one sorted sequence go in at the speed of a plain file; several sequences at once are fine, up to the
 * number of leaves in {@link KvsTuning#leafCacheCount()}. Random order is some 20 times slower.
 */
public final class KvsWriter extends KvsFile {
    private final int leaves;

    private KvsWriter(Path file, int leaves, long handle) {
        super(file, handle);
        this.leaves = leaves;
    }

    /**
     * Creates a file.
     *
     * @throws KvsException {@link KvsError#KEEP} if the path exists, {@link KvsError#NOFILE} if its directory does not
     */
    public static KvsWriter create(Path file, KvsTuning tuning) {
        KvsLibrary.require();
        long handle = KvsNative.create(
                KvsNative.bytes(file),
                tuning.leafBytes(),
                tuning.leafMembers(),
                tuning.nodeMembers(),
                tuning.bucketCount(),
                tuning.leafCacheCount(),
                tuning.nodeCacheCount());
        return new KvsWriter(file, tuning.leafCacheCount(), KvsNative.check(handle, file, "creating it"));
    }

    /**
     * Puts the records {@code [u32 keyLen][u32 valueLen][key][value]} (big-endian, one after another) that lie between
     * the position and the limit of a direct buffer, which stay as they are. One native call.
     *
     * @return the number of records
     * @throws KvsException {@link KvsError#KEEP} for a key that the file has; the records before it are in the file,
     *     the writer stays usable. {@link KvsError#BAD_FRAME} if the bytes are not whole records; then none is in the
     *     file
     */
    public synchronized int putAll(ByteBuffer direct) {
        KvsNative.direct(direct);
        long result = KvsNative.putAll(usable(), leaves, direct, direct.position(), direct.limit());
        return (int) write(result, "putting records");
    }

    /**
     * Puts one record; both buffers are direct, their positions and limits stay as they are.
     *
     * @throws KvsException {@link KvsError#KEEP} for a key that the file has
     */
    public synchronized void put(ByteBuffer key, ByteBuffer value) {
        KvsNative.direct(key);
        KvsNative.direct(value);
        long result = KvsNative.put(
                usable(), leaves, key, key.position(), key.limit(), value, value.position(), value.limit());
        write(result, "putting a record");
    }

    @Override
    String afterFailure() {
        return "the file is lost; delete the file";
    }

    public synchronized long recordCount() {
        return KvsNative.recordCount(usable());
    }

    /** Bytes of the file; the newest records are still in memory and not in this number, see {@link #sync()}. */
    public synchronized long fileBytes() {
        return KvsNative.fileBytes(usable());
    }

    /** Writes out what is in memory and waits until the disk has it. The file still cannot be opened by a reader. */
    public synchronized void sync() {
        write(KvsNative.sync(usable()), "syncing it");
    }

    /** Starts writing the data to disk without waiting, so that a later sync has less to do. */
    public synchronized void startWriteBack() {
        KvsNative.startWriteBack(usable());
    }
}
