package org.sss.dataserver.tuples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;

/**
 * Handles of a file that is closed for writing: as many reads as there are handles run at the same time, others wait.
 * The library opens a path once per process, so each further handle opens a hard link, which is deleted at once. All
 * caches together are as large as that of one handle for writing. Thread-safe.
 */
final class TupleReaders implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TupleReaders.class);
    static final int MAX = 4;

    private final List<KvsTree> all = new ArrayList<>();
    private final Deque<KvsTree> idle;
    private final Semaphore permits;

    private TupleReaders(Path file, int count) {
        KvsTuning tuning = tuning(count);
        all.add(KvsTree.openForReading(file, tuning));
        try {
            for (int i = 1; i < count; i++) {
                all.add(openLink(file, i, tuning));
            }
        } catch (IOException | UnsupportedOperationException | KvsException e) {
            LOG.info("{} is read by {} threads at a time: it cannot be opened by another name", file, all.size(), e);
        }
        idle = new ConcurrentLinkedDeque<>(all);
        permits = new Semaphore(all.size());
    }

    /**
     * Opens a closed file.
     *
     * @param count number of handles; fewer are opened where the file system refuses hard links
     * @throws KvsException as {@link KvsTree#openForReading}, by the first handle
     */
    static TupleReaders open(Path file, int count) {
        return new TupleReaders(file, count);
    }

    private static KvsTuning tuning(int count) {
        KvsTuning all = KvsTuning.defaults();
        return new KvsTuning(
                all.leafBytes(),
                all.leafMembers(),
                all.nodeMembers(),
                all.bucketCount(),
                all.leafCacheCount() / count,
                all.nodeCacheCount() / count);
    }

    private static KvsTree openLink(Path file, int number, KvsTuning tuning) throws IOException {
        Path link = link(file, number);
        Files.createLink(link, file.toRealPath());
        try {
            return KvsTree.openForReading(link, tuning);
        } finally {
            Files.delete(link);
        }
    }

    static Path link(Path file, int number) {
        return file.resolveSibling(file.getFileName() + "." + number);
    }

    /** Deletes links that a killed server left. */
    static void deleteLinks(Path file) throws IOException {
        for (int i = 1; i < MAX; i++) {
            Files.deleteIfExists(link(file, i));
        }
    }

    /** Returns a handle that no other thread has, once there is one. The caller closes it. */
    Reader take() {
        permits.acquireUninterruptibly();
        return new Reader(this, idle.pop());
    }

    /** One of the handles, in use. Closing it returns it. */
    record Reader(TupleReaders of, KvsTree tree) implements AutoCloseable {
        @Override
        public void close() {
            of.idle.push(tree);
            of.permits.release();
        }
    }

    int count() {
        return all.size();
    }

    /** Waits until no handle is in use. Later reads fail. */
    @Override
    public void close() {
        permits.acquireUninterruptibly(all.size());
        all.forEach(KvsTree::abandon); // nothing is written
        permits.release(all.size());
    }
}
