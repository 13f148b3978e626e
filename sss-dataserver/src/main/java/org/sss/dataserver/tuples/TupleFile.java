package org.sss.dataserver.tuples;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Commits;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
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
 *                        put  close          killed: the next start moves it aside, and its groups are lost
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
    private static final String RESTART = "; the file may refuse all requests until this node is restarted, which copies what was committed"
            + " to a new one";

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

    /**
     * Opens the file if it exists and was closed cleanly.
     *
     * @param groups all with commits
     */
    void start(Set<Long> groups) throws IOException {
        if (!Disk.exists(path) && Disk.exists(directory.newTuples())) {
            Files.move(directory.newTuples(), path); // the copy was complete, see salvage
        }
        Files.deleteIfExists(directory.newTuples());
        if (!Disk.exists(path)) {
            return;
        }
        try {
            open();
        } catch (KvsException e) {
            if (e.error() == KvsError.WRITE_FAILED) {
                salvage(groups, e);
            } else if (isLost(e)) {
                moveAside(e, "all groups of this node in layout tuples are lost, drop them");
            } else {
                throw cannotOpen(e);
            }
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

    private SssException cannotOpen(KvsException why) {
        return Disk.error("open the tuples of this node", path, why);
    }

    /** Returns true if a file with this error at opening is unusable. */
    public static boolean isLost(KvsException e) {
        return e.error() == KvsError.NOT_CLOSED || e.error() == KvsError.META;
    }

    private void moveAside(KvsException why, String what) throws IOException {
        Files.move(path, directory.lostTuples(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        disk.syncDirectory(directory.root());
        LOG.error("{}: {}. The rest of the file is {}", what, why.getMessage(), directory.lostTuples());
    }

    /**
     * Replaces a file in which something has failed by a copy of what is intact. Deletes the old one when the copy is
     * on the disk, so that a crash leaves one of them.
     */
    private void salvage(Set<Long> groups, KvsException why) throws IOException {
        TupleSalvage salvage = new TupleSalvage(path, committed(groups));
        try {
            salvage.findManifests();
        } catch (KvsException e) {
            throw cannotOpen(e);
        }
        try {
            copy(salvage);
        } catch (KvsException e) {
            Files.deleteIfExists(directory.newTuples());
            if (e.error() == KvsError.IO) {
                throw cannotOpen(e);
            }
            LOG.error("{} cannot be rebuilt", path, e);
            moveAside(why, "all groups of this node in layout tuples are inaccessible. Stop the server, free space on the disk, rename the file"
                    + " to " + path.getFileName() + " again and start; or drop these groups");
            return;
        }
        List<String> damaged = salvage.damaged();
        if (!damaged.isEmpty()) {
            moveAside(why, damaged.size() + " groups of this node in layout tuples are damaged, drop them");
            damaged.forEach(group -> LOG.error("{} is damaged: {}", path, group));
        }
        Files.move(directory.newTuples(), path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        disk.syncDirectory(directory.root());
        LOG.warn("{} was rebuilt, because of an earlier disk error: {}", path,
                damaged.isEmpty() ? "all committed groups are intact" : "the other groups are intact");
        open();
    }

    private Map<Long, List<CommittedSegment>> committed(Set<Long> groups) {
        Map<Long, List<CommittedSegment>> committed = new HashMap<>();
        for (long group : groups) {
            try {
                List<CommittedSegment> here = new Commits(group, directory.group(group), disk, false, false).segments().stream()
                        .filter(s -> s.layout() == DataServerConfig.Layout.TUPLES).toList();
                if (!here.isEmpty()) {
                    committed.put(group, here);
                }
            } catch (SssException e) {
                LOG.error("group {} is not searched for in {}", group, path, e);
            }
        }
        return committed;
    }

    private void copy(TupleSalvage salvage) throws IOException {
        KvsTree copy = KvsTree.create(directory.newTuples(), TUNING);
        try {
            salvage.copy(copy);
            copy.close();
        } finally {
            copy.abandon();
        }
        disk.syncFile(directory.newTuples());
        disk.syncDirectory(directory.root());
    }

    private boolean isEmpty() {
        return tree.recordCount() == 0 && tree.get(TupleKeys.FILE, ByteBuffer.allocateDirect(Integer.BYTES)) == KvsTree.NOT_FOUND;
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
        return ByteBuffer.allocateDirect(8 + key.length + value.length).putInt(key.length).putInt(value.length).put(key)
                .put(value).flip();
    }

    /** Returns the number of the next new run. */
    int nextRun() {
        return nextRun;
    }

    /** Returns the number of a new run; no other run in the file, committed or not, has had it. */
    int takeRun() {
        if (nextRun == Integer.MAX_VALUE) {
            throw new SssException(ErrorCode.STORAGE, path + " has had " + nextRun + " runs, which is the maximum;"
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
        return e.error() == KvsError.READ || e.error() == KvsError.CLOSED ? Disk.error("read the tuples of this node", path, failed(e))
                : corrupt(e.getMessage(), e);
    }

    /** Returns the same error, with its consequence for later requests. */
    IOException failed(KvsException e) {
        return new IOException(e.getMessage() + (tree != null && tree.isWritable() ? RESTART : ""), e);
    }

    /** Returns an error about bytes in this file. */
    SssException corrupt(String what, Throwable cause) {
        return new SssException(ErrorCode.CORRUPT, path + ", which has all groups of this node in layout tuples, is damaged: "
                + what + ". To find out which of these groups are intact, restart the data server; drop the others, and run"
                + " the jobs that wrote them again", cause);
    }

    /**
     * After this the file survives a crash; if something has failed before, the next start finds out what is intact.
     */
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
        } catch (KvsException e) {
            tree.abandon(); // which writes what it can
            LOG.error("the disk had an error; the next start reports which groups in {} are intact", path, e);
        }
        disk.syncFile(path);
    }
}
