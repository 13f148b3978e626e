package org.sss.dataserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsError;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsTree;
import org.sss.kvs.KvsTuning;

/**
 * The one file of a node in which all groups of layout tuples are, tuple by tuple, under {@link TupleKeys}. Thread-safe by one
 * lock: whoever reads, writes or syncs has the file alone, as it was in the original.
 *
 * <pre>
 *   no file --put--> open for writing --nothing in it--> no file
 *                         ^     |
 *                        put  close          killed: the next start moves it aside, and its groups are lost
 *                         |     v
 *                    open for reading  (from the start on; a kill does it no harm)
 * </pre>
 */
final class TupleStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TupleStore.class);
    private static final KvsTuning TUNING = KvsTuning.defaults();
    private static final int DELETE_BYTES = 64 << 10;
    private static final byte[] NOTHING = {};

    private final DataDirectory directory;
    private final Path file;
    private final Disk disk;
    private ByteBuffer scratch = ByteBuffer.allocateDirect(0); // guarded by this
    private KvsTree tree; // null while there is no file; guarded by this
    private int nextRun; // guarded by this
    private boolean closed; // guarded by this

    TupleStore(DataDirectory directory, Disk disk) {
        this.directory = directory;
        this.disk = disk;
        file = directory.tuples();
    }

    Path file() {
        return file;
    }

    /** Opens the file if it is there and its last server has closed it. Called once, before anything else. */
    synchronized void start() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try {
            tree = KvsTree.openForReading(file, TUNING);
        } catch (KvsException e) {
            if (!isLost(e)) {
                throw Disk.error("open the tuples of this node", file, e);
            }
            moveAside(e);
            return;
        }
        byte[] run = get(TupleKeys.FILE);
        if (run == null || run.length != Integer.BYTES) {
            throw corrupt("it does not say how many runs it has had", null);
        }
        nextRun = ByteBuffer.wrap(run).getInt();
    }

    /** Whether a file that cannot be opened is of no use any more. */
    static boolean isLost(KvsException e) {
        return e.error() == KvsError.NOT_CLOSED || e.error() == KvsError.WRITE_FAILED || e.error() == KvsError.META;
    }

    private void moveAside(KvsException why) throws IOException {
        Files.move(file, directory.lostTuples(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        disk.syncDirectory(directory.root());
        LOG.error("all groups of this node in layout tuples are lost, drop them: {}. What is left of the file is {}",
                why.getMessage(), directory.lostTuples());
    }

    /** Whether there is nothing to delete. */
    synchronized boolean isEmpty() {
        return tree == null;
    }

    /** The number of a new run; no other run in the file, committed or not, has had it. */
    synchronized int nextRun() {
        if (nextRun == Integer.MAX_VALUE) {
            throw new SssException(ErrorCode.STORAGE, file + " has had " + nextRun + " runs, more than that are not possible;"
                    + " drop all groups in layout tuples, or use another storage.layout");
        }
        return nextRun++;
    }

    /** Runs from now on have this number or a higher one. */
    synchronized int runs() {
        return nextRun;
    }

    /** Puts records as {@link KvsTree#putAll} takes them. */
    synchronized void putAll(ByteBuffer records) throws IOException {
        writable().putAll(records);
    }

    /** Puts a record in place of the one with the same key. */
    synchronized void replace(byte[] key, byte[] value) throws IOException {
        KvsTree writing = writable();
        writing.outAll(record(key, NOTHING));
        writing.putAll(record(key, value));
    }

    private static ByteBuffer record(byte[] key, byte[] value) {
        return ByteBuffer.allocateDirect(8 + key.length + value.length).putInt(key.length).putInt(value.length).put(key)
                .put(value).flip();
    }

    private KvsTree writable() throws IOException {
        checkOpen();
        if (tree == null) {
            tree = KvsTree.create(file, TUNING);
            disk.syncFile(file);
            disk.syncDirectory(directory.root());
        } else if (!tree.isWritable()) {
            tree.close();
            tree = KvsTree.open(file, TUNING);
            disk.syncFile(file); // that it is open for writing is known before anything in it changes
            tree.outAll(record(TupleKeys.FILE, NOTHING));
        }
        return tree;
    }

    /** The value of a key, or null. */
    synchronized byte[] get(byte[] key) {
        checkOpen();
        if (tree == null) {
            return null;
        }
        ByteBuffer out = ByteBuffer.allocateDirect(DELETE_BYTES);
        int bytes = get(key, out);
        if (bytes < 0 && bytes != KvsTree.NOT_FOUND) {
            out = ByteBuffer.allocateDirect(-bytes);
            bytes = get(key, out);
        }
        return bytes == KvsTree.NOT_FOUND ? null : bytes(out.flip());
    }

    private int get(byte[] key, ByteBuffer out) {
        try {
            return tree.get(key, out);
        } catch (KvsException e) {
            throw error(e);
        }
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Reads records as {@link KvsTree#read} does. */
    synchronized int read(byte[] from, byte[] to, ByteBuffer direct) {
        checkOpen();
        try {
            return tree == null ? 0 : tree.read(from, to, direct);
        } catch (KvsException e) {
            throw error(e);
        }
    }

    /** The first key from {@code from}, inclusive, to {@code to}, exclusive; null when there is none. */
    synchronized byte[] firstKey(byte[] from, byte[] to) {
        ByteBuffer keys = readKeys(from, to, 1);
        if (keys == null) {
            return null;
        }
        byte[] key = new byte[keys.getInt(0)];
        keys.get(8, key);
        return key;
    }

    private ByteBuffer readKeys(byte[] from, byte[] to, int bytes) {
        checkOpen();
        try {
            scratch = scratch.capacity() < bytes ? ByteBuffer.allocateDirect(bytes) : scratch;
            ByteBuffer keys = scratch.clear().limit(bytes);
            int count = tree == null ? 0 : tree.readKeys(from, to, keys);
            return count < 0 ? readKeys(from, to, -count) : count == 0 ? null : keys.flip();
        } catch (KvsException e) {
            throw error(e);
        }
    }

    /**
     * Searches the range for tuples, and deletes some of them one by one, those of the chosen runs.
     *
     * @return where to go on; null when there is no more
     */
    synchronized byte[] delete(byte[] from, byte[] to, IntPredicate runs) throws IOException {
        ByteBuffer keys = readKeys(from, to, DELETE_BYTES);
        if (keys == null) {
            return null;
        }
        byte[] found = bytes(keys.duplicate());
        byte[] last = NOTHING;
        keys.clear();
        for (int at = 0, length; at < found.length; at += 8 + length) {
            length = ByteBuffer.wrap(found).getInt(at);
            if (runs.test(TupleKeys.runOf(found, at + 8, length))) {
                keys.put(found, at, 8 + length);
            }
            last = Arrays.copyOfRange(found, at + 8, at + 8 + length);
        }
        if (keys.position() > 0) {
            writable().outAll(keys.flip());
        }
        return TupleKeys.after(last);
    }

    /** Deletes the file when nothing is in it: Tokyo Cabinet would never make it smaller. */
    synchronized void deleteIfEmpty() throws IOException {
        if (!closed && tree != null && tree.isWritable() && tree.recordCount() == 0) {
            tree.abandon();
            tree = null;
            Files.delete(file);
        }
    }

    /** What was put is on the disk, if anything is synced at all. */
    synchronized void sync() {
        checkOpen();
        try {
            if (tree != null && tree.isWritable() && disk.isSynced()) {
                tree.sync();
            }
        } catch (KvsException e) {
            throw Disk.error("sync the tuples of this node", file, e);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the data server is stopping");
        }
    }

    private SssException error(KvsException e) {
        return e.error() == KvsError.READ || e.error() == KvsError.CLOSED ? Disk.error("read the tuples of this node", file, e)
                : corrupt(e.getMessage(), e);
    }

    /** An error about bytes in this file. */
    SssException corrupt(String what, Throwable cause) {
        return new SssException(ErrorCode.CORRUPT, file + ", which has all groups of this node in layout tuples, is damaged: "
                + what + ". Drop these groups, start the data server again, and run the jobs that wrote them again", cause);
    }

    /** After this, the file survives whatever happens. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed || tree == null) {
            closed = true;
            return;
        }
        try {
            closeTree();
        } catch (KvsException e) {
            throw Disk.error("close the tuples of this node", file, e);
        } catch (IOException e) {
            throw Disk.error("sync the tuples of this node", file, e);
        } finally {
            closed = true;
            tree.abandon();
        }
    }

    /** Everything is on the disk before it is marked as closed there. */
    private void closeTree() throws IOException {
        if (tree.isWritable()) {
            replace(TupleKeys.FILE, ByteBuffer.allocate(Integer.BYTES).putInt(nextRun).array());
            sync();
        }
        tree.close();
        disk.syncFile(file);
    }
}
