package org.sss.server.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sss.api.Job;
import org.sss.net.control.TaskSpec;
import org.sss.net.transport.Connection;
import org.sss.server.code.JobCode;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.blob.BlobStreams;
import org.sss.server.task.SideMaps;
import org.sss.server.task.SideMemory;

/**
 * The code of the workflows that have tasks here, fetched from the coordinator once and loaded once for each workflow, and
 * closed when no task has used it for a while. Thread-safe.
 */
final class CodeCache implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final BlobStore store;
    private final BlobStreams streams;
    private final Supplier<Connection> coordinator;
    private final ClassLoader shared;
    private final ScheduledExecutorService timer;
    /** For all workflows: what they hold in it are objects of their classes. */
    private final SideMemory sideMemory = new SideMemory(Runtime.getRuntime().maxMemory() / 4);
    /** By workflow. Guarded by this. */
    private final Map<String, Entry> entries = new HashMap<>();

    /**
     * @param coordinator a connection to who has the blobs; may wait
     * @param shared      class loader for workflows without jars, or null
     */
    CodeCache(BlobStore store, BlobStreams streams, Supplier<Connection> coordinator, ClassLoader shared,
            ScheduledExecutorService timer) {
        this.store = store;
        this.streams = streams;
        this.coordinator = coordinator;
        this.shared = shared;
        this.timer = timer;
    }

    /**
     * The code that a task needs; waits while it comes. To be released.
     *
     * @throws org.sss.api.SssException when it cannot be fetched
     */
    Entry acquire(TaskSpec spec) {
        Entry entry;
        synchronized (this) {
            entry = entries.computeIfAbsent(spec.workflow(), Entry::new);
            entry.users++;
        }
        try {
            entry.load(spec.code());
            return entry;
        } catch (RuntimeException e) {
            release(entry);
            throw e;
        }
    }

    synchronized void release(Entry entry) {
        entry.users--;
        entry.uses++;
        long uses = entry.uses;
        if (entry.users == 0) {
            timer.schedule(() -> closeIdle(entry, uses), IDLE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private synchronized void closeIdle(Entry entry, long usesThen) {
        if (entry.users == 0 && entry.uses == usesThen && entries.remove(entry.workflow, entry)) {
            entry.unload();
        }
    }

    private void fetch(String blob) {
        if (!store.has(blob)) {
            streams.fetch(blob, coordinator.get());
        }
    }

    @Override
    public synchronized void close() {
        entries.values().forEach(Entry::unload);
        entries.clear();
    }

    /** The code of one workflow. */
    final class Entry {
        private final String workflow;
        /** Guarded by the cache. */
        private int users;
        private long uses;
        /** Guarded by this, as what follows. */
        private JobCode code;
        private List<String> jars = List.of();
        private final Map<String, byte[]> functions = new HashMap<>();
        private final SideMaps sideMaps = new SideMaps(sideMemory);

        Entry(String workflow) {
            this.workflow = workflow;
        }

        /** Also keeps other tasks of the workflow waiting, which need the same. */
        private synchronized void load(List<String> blobs) {
            if (code != null) {
                return;
            }
            blobs.forEach(CodeCache.this::fetch);
            store.pin(blobs);
            jars = blobs;
            code = blobs.isEmpty() && shared != null ? JobCode.shared(shared)
                    : JobCode.isolated(blobs.stream().map(store::file).toList());
        }

        /** The job with functions of its own, for one task. */
        Job job(String blob) {
            byte[] bytes;
            JobCode loaded;
            synchronized (this) {
                fetch(blob);
                bytes = functions.computeIfAbsent(blob, store::read);
                loaded = code;
            }
            return loaded.readJob(bytes);
        }

        /** Groups that tasks of the workflow hold in memory, until the code is closed. */
        SideMaps sideMaps() {
            return sideMaps;
        }

        private synchronized void unload() {
            sideMaps.close();
            store.unpin(jars);
            if (code != null) {
                code.close();
            }
        }
    }
}
