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
    /** Directories that could not be deleted and are retried; those above this number are deleted at the next start. */
    private static final int MAX_RETRIED = 10_000;

    private static final long MAX_PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(5);

    private final long patienceMillis;
    private final long firstPauseMillis;
    private final Deletion deletion;
    private final AtomicInteger retried = new AtomicInteger();
    /** Closed: what is not deleted by now is deleted at the next start. */
    private volatile boolean outOfTime;
    /**
     * By group, the calls of {@link #take} that started and did not succeed: while there is one, a deleted name may
     * reappear.
     */
    private final Map<Long, Integer> unsynced = new ConcurrentHashMap<>();

    /** Directories that are to be deleted. */
    private final AtomicInteger pending = new AtomicInteger();

    private final AtomicInteger nextNumber = new AtomicInteger();
    private final ExecutorService deleter = ServerThreads.pool(1, task -> ServerThreads.of(task, "sss-trash"));

    /** Deletes a directory with its contents. */
    @FunctionalInterface
    interface Deletion {
        void delete(Path directory) throws IOException;
    }

    public Trash(DataDirectory files, Disk disk) {
        this(files, disk, TimeUnit.SECONDS.toMillis(10), TimeUnit.SECONDS.toMillis(1), Disk::deleteTree);
    }

    /**
     * @param patienceMillis   how long {@link #close} waits for running deletions
     * @param firstPauseMillis before a failed deletion is retried; doubles each time, up to five minutes
     */
    Trash(DataDirectory files, Disk disk, long patienceMillis, long firstPauseMillis, Deletion deletion) {
        this.patienceMillis = patienceMillis;
        this.firstPauseMillis = firstPauseMillis;
        this.deletion = deletion;
        this.files = files;
        this.disk = disk;
    }

    /** Moves the directory of a group away, durably; also if an earlier call failed to sync that. */
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

    /** Returns the new path of the directory, or null if there was none. */
    private Path move(long group) throws IOException {
        Path directory = files.group(group);
        if (Files.notExists(directory)) { // unlike !exists, this is false when the disk has an error
            return null; // nothing was ever stored, as is usual with temporary groups
        }
        try {
            return Files.move(directory, freeName(group), StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return null; // another thread was faster
        }
    }

    private Path freeName(long group) {
        Path name;
        do {
            name = files.trash(group, nextNumber.getAndIncrement());
        } while (Files.exists(name));
        return name;
    }

    /** Returns the number of directories that are not deleted yet. */
    public int pending() {
        return pending.get();
    }

    /** Runs a task in the background; nothing waits for it. */
    public void later(Runnable task) {
        try {
            deleter.execute(task);
        } catch (RejectedExecutionException e) {
            task.run();
        }
    }

    /**
     * Deletes a directory in the background and retries until it succeeds; the next start deletes what a crash left.
     */
    public void delete(Path directory) {
        pending.incrementAndGet();
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
            pending.decrementAndGet();
            if (!first) {
                retried.decrementAndGet();
                LOG.info("{} is deleted now", directory);
            }
        } catch (IOException | RuntimeException e) {
            if (first && retried.incrementAndGet() > MAX_RETRIED) {
                retried.decrementAndGet();
                LOG.warn("cannot delete {}; it is retried at the next start", directory, e);
                return;
            }
            if (first) {
                LOG.warn(
                        "cannot delete {}; it is retried in {} ms, then at growing intervals",
                        directory,
                        pauseMillis,
                        e);
            }
            // Uses no thread of its own; if the executor has ended by then, the next start deletes the directory.
            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS, deleter)
                    .execute(() -> deleteNow(
                            directory, Math.max(pauseMillis + 1, Math.min(2 * pauseMillis, MAX_PAUSE_MILLIS))));
        }
    }

    /** Deletes what it can in some seconds; its other tasks, which release files and memory, always run. */
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
