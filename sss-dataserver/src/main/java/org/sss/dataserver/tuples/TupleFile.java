package org.sss.dataserver.tuples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;

/**
 * The file of a {@link TupleStore}, and its open state. One thread at a time.
 *
 * <pre>
 *   no file --put--> open for writing --nothing in it--> no file
 *                         ^     |
 *                        put  close          killed: the next start moves it aside; its groups are lost
 *                         |     v            a read or a write fails: the next start after a clean end rebuilds it
 *                    open for reading  (from the start on; a kill does not damage it)
 * </pre>
 *
 * <p>After a failure while it was open for writing, it is not opened again before that start: the start copies it,
 * which takes time, and no thread may write to it then.
 */
public final class TupleFile {
    private static final Logger LOG = LoggerFactory.getLogger(TupleFile.class);
    private static final KvsTuning TUNING = KvsTuning.defaults();
    private static final byte[] NOTHING = {};
    private static final String RESTART =
            "; the file may refuse all requests until this node is restarted, which moves it aside:"
                    + " all groups of this node in layout tuples are lost then";

    private final DataDirectory directory;
    private final Path path;
    private final Disk disk;
    private KvsTree tree; // null while there is no file
    private int nextRun;

    TupleFile(DataDirectory directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
        path = directory.tuples();
    }

    Path path() {
        return path;
    }

    /** Opens the file if it exists and was closed cleanly. */
    void start() throws IOException {
        if (!Disk.exists(path)) {
            return;
        }
        try {
            open();
        } catch (KvsException e) {
            if (!isLost(e)) {
                throw Disk.error("open the tuples of this node", path, e);
            }
            moveAside(e);
        }
    }

    private void open() throws IOException {
        tree = KvsTree.openForReading(path, TUNING);
        if (isEmpty()) {
            delete(); // its server was killed just before it deleted it
        } else {
            nextRun = readNextRun();
        }
    }

    private static boolean isLost(KvsException e) {
        return e.error() == KvsError.NOT_CLOSED || e.error() == KvsError.META || e.error() == KvsError.WRITE_FAILED;
    }

    private void moveAside(KvsException why) throws IOException {
        Files.move(path, directory.lostTuples(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        disk.syncDirectory(directory.root());
        LOG.error(
                "all groups of this node in layout tuples are lost, drop them: {}. The file is {} now",
                why.getMessage(),
                directory.lostTuples());
    }

    private boolean isEmpty() {
        return tree.recordCount() == 0
                && tree.get(TupleKeys.FILE, ByteBuffer.allocateDirect(Integer.BYTES)) == KvsTree.NOT_FOUND;
    }

    private int readNextRun() {
        ByteBuffer run = ByteBuffer.allocateDirect(Integer.BYTES);
        if (tree.get(TupleKeys.FILE, run) != Integer.BYTES) {
            throw corrupt("the number of its runs is missing", null);
        }
        return run.getInt(0);
    }

    /** Returns null if there is no file. */
    KvsTree tree() {
        return tree;
    }

    /**
     * Returns the file, open for writing and created if necessary. If anything is synced: the open mark is on the disk
     * before any content changes, and all content is on the disk before the file is marked as closed. So no crash
     * leaves a file that only looks intact.
     */
    KvsTree writable() throws IOException {
        if (tree == null) {
            tree = KvsTree.create(path, TUNING);
            tree.sync();
            disk.syncDirectory(directory.root());
        } else if (!tree.isWritable()) {
            openForWriting();
            tree.sync();
            tree.outAll(record(TupleKeys.FILE, NOTHING));
        }
        return tree;
    }

    /** If that fails, for example on a disk that has become read-only, the existing tuples can still be read. */
    private void openForWriting() {
        tree.close();
        try {
            tree = KvsTree.open(path, TUNING);
        } catch (KvsException e) {
            try {
                tree = KvsTree.openForReading(path, TUNING);
            } catch (KvsException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** Replaces the record with the same key. */
    void replace(byte[] key, byte[] value) throws IOException {
        writable().outAll(record(key, NOTHING));
        tree.putAll(record(key, value));
    }

    private static ByteBuffer record(byte[] key, byte[] value) {
        return ByteBuffer.allocateDirect(8 + key.length + value.length)
                .putInt(key.length)
                .putInt(value.length)
                .put(key)
                .put(value)
                .flip();
    }

    /** Returns the number of the next new run. */
    int nextRun() {
        return nextRun;
    }

    /** Returns the number of a new run; no other run in the file, committed or not, has had it. */
    int takeRun() {
        if (nextRun == Integer.MAX_VALUE) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    path + " has had " + nextRun + " runs, which is the maximum;"
                            + " drop all groups in layout tuples, or use another storage.layout");
        }
        return nextRun++;
    }

    /** Deletes the file if it is empty: Tokyo Cabinet would never shrink it. */
    void deleteIfEmpty() throws IOException {
        if (tree != null && tree.isWritable() && tree.recordCount() == 0) {
            delete();
        }
    }

    private void delete() throws IOException {
        tree.abandon();
        tree = null;
        Files.delete(path);
    }

    /** Syncs what was put to the disk, if anything is synced at all. */
    void sync() {
        if (tree != null && tree.isWritable() && disk.isSynced()) {
            tree.sync();
        }
    }

    /** Returns the error of a failed read. */
    SssException error(KvsException e) {
        return e.error() == KvsError.READ || e.error() == KvsError.CLOSED
                ? Disk.error("read the tuples of this node", path, failed(e))
                : corrupt(e.getMessage(), e);
    }

    /** Returns the same error, with its consequence for later requests. */
    IOException failed(KvsException e) {
        return new IOException(e.getMessage() + (tree != null && tree.isWritable() ? RESTART : ""), e);
    }

    /** Returns an error about bytes in this file. */
    SssException corrupt(String what, Throwable cause) {
        return new SssException(
                ErrorCode.CORRUPT,
                path + ", which has all groups of this node in layout tuples, is damaged: " + what
                        + ". Drop these groups and run the jobs that wrote them again",
                cause);
    }

    /** After this the file survives a crash, unless something has failed before. */
    void close() throws IOException {
        if (tree == null) {
            return;
        }
        try {
            if (tree.isWritable()) {
                replace(
                        TupleKeys.FILE,
                        ByteBuffer.allocate(Integer.BYTES).putInt(nextRun).array());
                tree.sync();
            }
            tree.close();
        } catch (KvsException e) {
            tree.abandon(); // which writes what it can
            LOG.error("the disk had an error; the next start moves {} aside", path, e);
        }
        disk.syncFile(path);
    }
}
