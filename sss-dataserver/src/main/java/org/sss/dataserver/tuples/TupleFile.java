package org.sss.dataserver.tuples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Function;
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
 * The file of a {@link TupleStore}, and its open state. One thread at a time; the handles that {@link #reader} returns
 * are used beside it.
 *
 * <pre>
 *   no file --put--> open for writing --nothing in it--> no file
 *                         ^     |
 *                        put  close, or      killed: the next start moves it aside; its groups are lost
 *                         |   many reads     a read or a write fails: the next start after a clean end rebuilds it
 *                         |     v
 *                    open for reading  (from the start on, too; a kill does not damage it)
 * </pre>
 *
 * <p>While it is open for writing there is one handle, and reads run one after the other. For reading there are
 * {@link TupleReaders}.
 *
 * <p>After a failure while it was open for writing, it is not opened again before that start: the start copies it,
 * which takes time, and no thread may write to it then.
 */
public final class TupleFile {
    private static final Logger LOG = LoggerFactory.getLogger(TupleFile.class);
    private static final KvsTuning TUNING = KvsTuning.defaults();
    private static final byte[] NOTHING = {};
    /** Closing writes what is in memory; some 16 MiB of reads cost more than that. */
    private static final int READS_TO_CLOSE = 64;

    private static final String RESTART =
            "; the file may refuse all requests until this node is restarted, which moves it aside:"
                    + " all groups of this node in layout tuples are lost then";

    private final DataDirectory directory;
    private final Path path;
    private final Disk disk;
    private final int maxReaders;
    private KvsTree tree; // open for writing, or failed there; else null
    private TupleReaders readers; // open for reading; else null
    private int reads; // since the last write
    private int nextRun;

    TupleFile(DataDirectory directory, Disk disk, int maxReaders) {
        this.directory = directory;
        this.disk = disk;
        this.maxReaders = maxReaders;
        path = directory.tuples();
    }

    Path path() {
        return path;
    }

    /** Opens the file if it exists and was closed cleanly. */
    void start() throws IOException {
        TupleReaders.deleteLinks(path);
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
        readers = TupleReaders.open(path, maxReaders);
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
        return read(KvsTree::recordCount, 0L) == 0
                && getFileRecord(ByteBuffer.allocateDirect(Integer.BYTES)) == KvsTree.NOT_FOUND;
    }

    private int readNextRun() {
        ByteBuffer run = ByteBuffer.allocateDirect(Integer.BYTES);
        if (getFileRecord(run) != Integer.BYTES) {
            throw corrupt("the number of its runs is missing", null);
        }
        return run.getInt(0);
    }

    private int getFileRecord(ByteBuffer out) {
        return read(open -> open.get(TupleKeys.FILE, out), KvsTree.NOT_FOUND);
    }

    /** Returns false if there is no file. */
    boolean exists() {
        return tree != null || readers != null;
    }

    /** Returns what {@code reading} returns for the file; {@code none} if there is no file. */
    <T> T read(Function<KvsTree, T> reading, T none) {
        if (readers == null) {
            return tree == null ? none : reading.apply(tree);
        }
        try (TupleReaders.Reader reader = readers.take()) {
            return reading.apply(reader.tree());
        }
    }

    /**
     * Returns a handle for a read beside others, which the caller closes, and opens the file for reading when it has
     * been read often enough since the last write; null while it is open for writing, or there is no file.
     */
    TupleReaders.Reader reader() throws IOException {
        if (tree != null && ++reads > READS_TO_CLOSE) {
            reads = 0; // also after a failure
            closeForWriting();
        }
        return readers == null ? null : readers.take();
    }

    private void closeForWriting() throws IOException {
        deleteIfEmpty();
        if (tree != null) {
            endWriting();
            disk.syncFile(path);
            readers = TupleReaders.open(path, maxReaders);
            tree = null;
        }
    }

    private void endWriting() throws IOException {
        replace(
                TupleKeys.FILE,
                ByteBuffer.allocate(Integer.BYTES).putInt(nextRun).array());
        tree.sync();
        tree.close();
    }

    /**
     * Returns the file, open for writing and created if necessary. If anything is synced: the open mark is on the disk
     * before any content changes, and all content is on the disk before the file is marked as closed. So no crash
     * leaves a file that only looks intact.
     */
    KvsTree writable() throws IOException {
        reads = 0;
        if (readers != null) {
            openForWriting();
            tree.sync();
            tree.outAll(record(TupleKeys.FILE, NOTHING));
        } else if (tree == null) {
            tree = KvsTree.create(path, TUNING);
            tree.sync();
            disk.syncDirectory(directory.root());
        }
        return tree;
    }

    /** If that fails, for example on a disk that has become read-only, the existing tuples can still be read. */
    private void openForWriting() {
        readers.close();
        try {
            tree = KvsTree.open(path, TUNING);
            readers = null;
        } catch (KvsException e) {
            try {
                readers = TupleReaders.open(path, maxReaders);
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
        if (tree != null && tree.recordCount() == 0) {
            delete();
        }
    }

    private void delete() throws IOException {
        if (tree != null) {
            tree.abandon();
            tree = null;
        } else {
            readers.close();
            readers = null;
        }
        Files.delete(path);
    }

    /** Syncs what was put to the disk, if anything is synced at all. */
    void sync() {
        if (tree != null && disk.isSynced()) {
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
        return new IOException(e.getMessage() + (tree != null ? RESTART : ""), e);
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
        if (readers != null) {
            readers.close();
        }
        if (tree == null) {
            return;
        }
        try {
            endWriting();
        } catch (KvsException e) {
            tree.abandon(); // which writes what it can
            LOG.error("the disk had an error; the next start moves {} aside", path, e);
        }
        disk.syncFile(path);
    }
}
