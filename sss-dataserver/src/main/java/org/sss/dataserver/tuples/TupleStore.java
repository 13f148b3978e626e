package org.sss.dataserver.tuples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.IntPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTree;
import org.sss.net.block.BigEndian;

/**
 * All groups of layout tuples of a node in one file, tuple by tuple, under {@link TupleKeys}. Thread-safe: a lock gives
 * each write, delete and sync exclusive use of the file. While nothing is written, several reads run at the same time,
 * as in the original; see {@link TupleFile}.
 */
public final class TupleStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TupleStore.class);
    private static final int DELETE_BYTES = 64 << 10;

    private final TupleFile file; // guarded by this
    private ByteBuffer scratch = ByteBuffer.allocateDirect(0); // guarded by this
    private boolean closed; // guarded by this

    public TupleStore(DataDirectory directory, Disk disk) {
        this(directory, disk, Math.min(TupleReaders.MAX, Runtime.getRuntime().availableProcessors()));
    }

    TupleStore(DataDirectory directory, Disk disk, int maxReaders) {
        file = new TupleFile(directory, disk, maxReaders);
    }

    Path file() {
        return file.path();
    }

    /** Called once, before anything else; as {@link TupleFile#start}. */
    synchronized void start() throws IOException {
        file.start();
    }

    /** Returns true if there is nothing to delete. */
    synchronized boolean isEmpty() {
        return !file.exists();
    }

    /** As {@link TupleFile#takeRun}. */
    synchronized int takeRun() {
        return file.takeRun();
    }

    /** As {@link TupleFile#nextRun}. */
    synchronized int nextRun() {
        return file.nextRun();
    }

    /**
     * Puts records as {@link KvsTree#putAll} takes them.
     *
     * @return how many records the file gained, by its own count
     */
    synchronized long putAll(ByteBuffer records) throws IOException {
        checkOpen();
        try {
            KvsTree tree = file.writable();
            long before = tree.recordCount();
            tree.putAll(records);
            return tree.recordCount() - before;
        } catch (KvsException e) {
            throw file.failed(e);
        }
    }

    /** As {@link TupleFile#replace}. */
    synchronized void replace(byte[] key, byte[] value) throws IOException {
        checkOpen();
        try {
            file.replace(key, value);
        } catch (KvsException e) {
            throw file.failed(e);
        }
    }

    /** Returns the value of a key, or null. */
    synchronized byte[] get(byte[] key) {
        checkOpen();
        int bytes = get(key, scratch.clear());
        if (bytes < 0 && bytes != KvsTree.NOT_FOUND) {
            bytes = get(key, scratch(-bytes));
        }
        return bytes == KvsTree.NOT_FOUND ? null : bytes(scratch.flip());
    }

    private int get(byte[] key, ByteBuffer out) {
        try {
            return file.read(tree -> tree.get(key, out), KvsTree.NOT_FOUND);
        } catch (KvsException e) {
            throw file.error(e);
        }
    }

    private ByteBuffer scratch(int bytes) {
        if (scratch.capacity() < bytes) {
            scratch = ByteBuffer.allocateDirect(Math.max(bytes, DELETE_BYTES));
        }
        return scratch.clear().limit(bytes);
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Reads records as {@link KvsTree#read} does, beside other reads where that is possible. */
    int read(byte[] from, byte[] to, ByteBuffer direct) {
        try (TupleReaders.Reader reader = reader()) {
            return reader == null ? readAlone(from, to, direct) : reader.tree().read(from, to, direct);
        } catch (KvsException e) {
            throw error(e);
        }
    }

    private synchronized TupleReaders.Reader reader() {
        checkOpen();
        try {
            return file.reader();
        } catch (KvsException e) {
            throw Disk.error("close the tuples of this node", file.path(), file.failed(e));
        } catch (IOException e) {
            throw Disk.error("close the tuples of this node", file.path(), e);
        }
    }

    private synchronized int readAlone(byte[] from, byte[] to, ByteBuffer direct) {
        checkOpen();
        return file.read(tree -> tree.read(from, to, direct), 0);
    }

    private synchronized SssException error(KvsException e) {
        return file.error(e);
    }

    /** Returns the first key from {@code from}, inclusive, to {@code to}, exclusive; null if there is none. */
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
            ByteBuffer keys = scratch(bytes);
            int count = file.read(tree -> tree.readKeys(from, to, keys), 0);
            return count < 0 ? readKeys(from, to, -count) : count == 0 ? null : keys.flip();
        } catch (KvsException e) {
            throw file.error(e);
        }
    }

    /**
     * Searches the range for records, and deletes those of the chosen runs, one by one.
     *
     * @return where to continue; null at the end
     */
    synchronized byte[] delete(byte[] from, byte[] to, IntPredicate runs) throws IOException {
        ByteBuffer keys = readKeys(from, to, DELETE_BYTES);
        if (keys == null) {
            return null;
        }
        byte[] found = bytes(keys.duplicate());
        int last = 0;
        keys.clear();
        for (int at = 0, length; at < found.length; at += 8 + length) {
            length = BigEndian.getInt(found, at);
            if (runs.test(TupleKeys.runOf(found, at + 8, length))) {
                keys.put(found, at, 8 + length);
            }
            last = at + 8;
        }
        if (keys.position() > 0) {
            file.writable().outAll(keys.flip());
        }
        return TupleKeys.after(Arrays.copyOfRange(found, last, found.length));
    }

    /** As {@link TupleFile#deleteIfEmpty}. */
    synchronized void deleteIfEmpty() throws IOException {
        if (!closed) {
            file.deleteIfEmpty();
        }
    }

    /** As {@link TupleFile#sync}. */
    synchronized void sync() {
        checkOpen();
        try {
            file.sync();
        } catch (KvsException e) {
            throw Disk.error("sync the tuples of this node", file.path(), file.failed(e));
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new SssException(ErrorCode.CLOSED, "the data server is stopping");
        }
    }

    /** As {@link TupleFile#corrupt}. */
    SssException corrupt(String what, Throwable cause) {
        return file.corrupt(what, cause);
    }

    /** As {@link TupleFile#close}. Idempotent. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            file.close();
        } catch (IOException e) {
            LOG.error("cannot close {}; the next start moves it aside if it is damaged", file.path(), e);
        }
    }
}
