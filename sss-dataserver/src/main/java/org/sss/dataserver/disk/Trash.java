package org.sss.dataserver.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.dataserver.process.ServerThreads;

/** Deletes the directories of dropped groups in the background; dropping is one rename for the caller. Thread-safe. */
public final class Trash implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Trash.class);

    private final DataDirectory files;
    private final Disk disk;
    /** Directories that could not be deleted and are tried again; those beyond are deleted at the next start. */
    private static final int MAX_RETRIED = 10_000;
    private static final long MAX_PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(5);

    private final long patienceMillis;
    private final long firstPauseMillis;
    private final Deletion deletion;
    private final AtomicInteger retried = new AtomicInteger();
    /** What is not deleted by now is deleted at the next start. */
    private volatile boolean outOfTime;
    /** By group, calls of {@link #take} that have begun and not ended well: as long as there is one, a name that is gone may come back. */
    private final Map<Long, Integer> unsynced = new ConcurrentHashMap<>();
    private final AtomicInteger nextNumber = new AtomicInteger();
    private final ExecutorService deleter = ServerThreads.pool(1, task -> ServerThreads.daemon(task, "sss-trash"));

    /** Deletes a directory with all that is in it. */
    @FunctionalInterface
    interface Deletion {
        void delete(Path directory) throws IOException;
    }

    public Trash(DataDirectory files, Disk disk) {
        this(files, disk, TimeUnit.SECONDS.toMillis(10), TimeUnit.SECONDS.toMillis(1), Disk::deleteTree);
    }

    /**
     * @param patienceMillis   how long {@link #close} waits for what is under way
     * @param firstPauseMillis before a deletion that failed is tried again; twice as long each time, up to five minutes
     */
    Trash(DataDirectory files, Disk disk, long patienceMillis, long firstPauseMillis, Deletion deletion) {
        this.patienceMillis = patienceMillis;
        this.firstPauseMillis = firstPauseMillis;
        this.deletion = deletion;
        this.files = files;
        this.disk = disk;
    }

    /** Takes the directory of a group away, for good even if the server dies now; also when a call before this one could not sync that. */
    public void take(long group) {
        unsynced.merge(group, 1, Integer::sum);
        try {
            Path trash = move(group);
            try {
                if (trash != null || unsynced.get(group) > 1) {
                    disk.syncDirectory(files.groups());
                }
            } finally {
                if (trash != null) {
                    delete(trash);
                }
            }
        } catch (IOException e) {
            throw Disk.error("drop group " + group, files.group(group), e);
        }
        unsynced.merge(group, -1, (calls, less) -> calls + less == 0 ? null : calls + less);
    }

    /** Where the directory is now, or null when there was none. */
    private Path move(long group) throws IOException {
        Path directory = files.group(group);
        if (Files.notExists(directory)) { // other than !exists, it is false when the disk has an error
            return null; // nothing was ever stored, as is usual with temporary groups
        }
        try {
            return Files.move(directory, freeName(group), StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return null; // somebody else was faster
        }
    }

    private Path freeName(long group) {
        Path name;
        do {
            name = files.trash(group, nextNumber.getAndIncrement());
        } while (Files.exists(name));
        return name;
    }

    /** Does something in the background that nobody waits for. */
    public void later(Runnable task) {
        try {
            deleter.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /** Deletes a directory in the background, again and again until it succeeds; what is left after a crash is deleted at the next start. */
    public void delete(Path directory) {
        try {
            deleter.execute(() -> deleteNow(directory, firstPauseMillis));
        } catch (RejectedExecutionException e) {
            LOG.debug("{} is deleted at the next start", directory);
        }
    }

    private void deleteNow(Path directory, long pauseMillis) {
        if (outOfTime) {
            return;
        }
        boolean first = pauseMillis == firstPauseMillis;
        try {
            deletion.delete(directory);
            if (!first) {
                retried.decrementAndGet();
                LOG.info("{} is deleted now", directory);
            }
        } catch (IOException | RuntimeException e) {
            if (first && retried.incrementAndGet() > MAX_RETRIED) {
                retried.decrementAndGet();
                LOG.warn("cannot delete {}; it is tried again at the next start", directory, e);
                return;
            }
            if (first) {
                LOG.warn("cannot delete {}; it is tried again in {} ms, then less and less often", directory, pauseMillis, e);
            }
            // Without a thread of its own; when the deleter has ended by then, the next start deletes it.
            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS, deleter)
                    .execute(() -> deleteNow(directory, Math.max(pauseMillis + 1, Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS))));
        }
    }

    /** Deletes what it can in some seconds; the rest of its work, which lets go of files and memory, is done in any case. */
    @Override
    public void close() {
        deleter.shutdown();
        try {
            if (!deleter.awaitTermination(patienceMillis, TimeUnit.MILLISECONDS)) {
                outOfTime = true;
                deleter.shutdownNow().forEach(Runnable::run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
