package org.sss.dataserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsError;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsTree;
import org.sss.kvs.KvsTuning;

/**
 * The file of a {@link TupleStore} and when it is open. One thread at a time.
 *
 * <pre>
 *   no file --put--> open for writing --nothing in it--> no file
 *                         ^     |
 *                        put  close          killed: the next start moves it aside, and its groups are lost
 *                         |     v
 *                    open for reading  (from the start on; a kill does it no harm)
 * </pre>
 */
final class TupleFile {
    private static final Logger LOG = LoggerFactory.getLogger(TupleFile.class);
    private static final KvsTuning TUNING = KvsTuning.defaults();
    private static final byte[] NOTHING = {};

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

    /** Opens the file if it is there and its last server has closed it. */
    void start() throws IOException {
        if (!Disk.exists(path)) {
            return;
        }
        try {
            tree = KvsTree.openForReading(path, TUNING);
            if (isEmpty()) {
                delete(); // its server was killed when it was about to
            } else {
                nextRun = readNextRun();
            }
        } catch (KvsException e) {
            if (!isLost(e)) {
                throw Disk.error("open the tuples of this node", path, e);
            }
            moveAside(e);
        }
    }

    /** Whether a file that cannot be opened is of no use any more. */
    static boolean isLost(KvsException e) {
        return e.error() == KvsError.NOT_CLOSED || e.error() == KvsError.WRITE_FAILED || e.error() == KvsError.META;
    }

    private void moveAside(KvsException why) throws IOException {
        Files.move(path, directory.lostTuples(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        disk.syncDirectory(directory.root());
        LOG.error("all groups of this node in layout tuples are lost, drop them: {}. What is left of the file is {}",
                why.getMessage(), directory.lostTuples());
    }

    private boolean isEmpty() {
        return tree.recordCount() == 0 && tree.get(TupleKeys.FILE, ByteBuffer.allocateDirect(Integer.BYTES)) == KvsTree.NOT_FOUND;
    }

    private int readNextRun() {
        ByteBuffer run = ByteBuffer.allocateDirect(Integer.BYTES);
        if (tree.get(TupleKeys.FILE, run) != Integer.BYTES) {
            throw corrupt("it does not say how many runs it has had", null);
        }
        return run.getInt(0);
    }

    /** Null when there is none. */
    KvsTree tree() {
        return tree;
    }

    /**
     * The file, open for writing and made if need be. Whatever is synced else: that it is open is on the disk before anything in it
     * changes, and at the end everything is before it is marked as closed. So no crash leaves a file that only looks whole.
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

    /** When that is not possible, on a disk that is read-only now, what is there can still be read. */
    private void openForWriting() {
        tree.close();
        try {
            tree = KvsTree.open(path, TUNING);
        } catch (KvsException e) {
            tree = KvsTree.openForReading(path, TUNING);
            throw e;
        }
    }

    /** Puts a record in place of the one with the same key. */
    void replace(byte[] key, byte[] value) throws IOException {
        writable().outAll(record(key, NOTHING));
        tree.putAll(record(key, value));
    }

    private static ByteBuffer record(byte[] key, byte[] value) {
        return ByteBuffer.allocateDirect(8 + key.length + value.length).putInt(key.length).putInt(value.length).put(key)
                .put(value).flip();
    }

    /** The number of the next new run. */
    int nextRun() {
        return nextRun;
    }

    /** Takes the number of a new run; no other run in the file, committed or not, has had it. */
    int takeRun() {
        if (nextRun == Integer.MAX_VALUE) {
            throw new SssException(ErrorCode.STORAGE, path + " has had " + nextRun + " runs, more than that are not possible;"
                    + " drop all groups in layout tuples, or use another storage.layout");
        }
        return nextRun++;
    }

    /** Deletes the file when nothing is in it: Tokyo Cabinet would never make it smaller. */
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

    /** What was put is on the disk, if anything is synced at all. */
    void sync() {
        if (tree != null && tree.isWritable() && disk.isSynced()) {
            tree.sync();
        }
    }

    /** What a failed read means. */
    SssException error(KvsException e) {
        return e.error() == KvsError.READ || e.error() == KvsError.CLOSED ? Disk.error("read the tuples of this node", path, e)
                : corrupt(e.getMessage(), e);
    }

    /** An error about bytes in this file. */
    SssException corrupt(String what, Throwable cause) {
        return new SssException(ErrorCode.CORRUPT, path + ", which has all groups of this node in layout tuples, is damaged: "
                + what + ". Drop these groups, start the data server again, and run the jobs that wrote them again", cause);
    }

    /** After this the file survives whatever happens; or it was lost by an error of the disk, and is moved aside. */
    void close() throws IOException {
        if (tree == null) {
            return;
        }
        try {
            if (tree.isWritable()) {
                replace(TupleKeys.FILE, ByteBuffer.allocate(Integer.BYTES).putInt(nextRun).array());
                tree.sync();
            }
            tree.close();
            disk.syncFile(path);
        } catch (KvsException e) {
            tree.abandon();
            moveAside(e);
        }
    }
}
