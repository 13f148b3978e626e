package org.sss.server.node.code;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.sss.api.Job;
import org.sss.io.exec.ProgramJob;
import org.sss.net.control.TaskSpec;
import org.sss.net.transport.Connection;
import org.sss.server.code.JobCode;
import org.sss.server.code.Stateless;
import org.sss.server.coordinator.blob.BlobStore;
import org.sss.server.coordinator.blob.BlobStreams;
import org.sss.server.task.side.SideMaps;
import org.sss.server.task.side.SideMemory;

/**
 * Caches the code of the workflows that have tasks on this node. Code is fetched from the coordinator once and loaded
 * once for each workflow, or taken over from an ended workflow. It is closed when no task has used it for a while, or
 * at once if it is cheap to get again. Jobs without state are deserialized once for all their tasks. Thread-safe.
 */
public final class CodeCache implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;
    private static final int MAX_STATELESS = 256;
    /** Of functions, which have a KiB or two. Others are read again by each workflow. */
    private static final int MAX_CACHED_BYTES = 16 << 10;

    private static final int MAX_FUNCTIONS = 64;

    private final BlobStore store;
    private final BlobStreams streams;
    private final Supplier<Connection> coordinator;
    private final ClassLoader shared;
    private final ProgramJob.Host programs;
    private final ScheduledExecutorService timer;
    /** Shared by all workflows; it contains objects of their classes. */
    private final SideMemory sideMemory = new SideMemory(Runtime.getRuntime().maxMemory() / 4);
    /** By workflow. Guarded by this. */
    private final Map<String, Entry> entries = new HashMap<>();
    /** Jobs of workflows without jars, by blob. Guarded by itself. */
    private final Map<String, Job> stateless = new Recent<>(MAX_STATELESS);
    /** Functions that a program submits again and again, by blob: a file would be read for each. Guarded by itself. */
    private final Map<String, byte[]> functions = new Recent<>(MAX_FUNCTIONS);

    private final ClassLoaderCache spares = new ClassLoaderCache();
    private boolean sweepPlanned;

    /** The values that were used last. */
    private static final class Recent<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1L;
        private final int max;

        Recent(int max) {
            super(16, 0.75f, true);
            this.max = max;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > max;
        }
    }

    /**
     * @param coordinator supplies a connection to the node that has the blobs; may block
     * @param shared      class loader for workflows without jars, or null
     * @param programs    what jobs of programs get from this node
     */
    public CodeCache(
            BlobStore store,
            BlobStreams streams,
            Supplier<Connection> coordinator,
            ClassLoader shared,
            ProgramJob.Host programs,
            ScheduledExecutorService timer) {
        this.store = store;
        this.streams = streams;
        this.coordinator = coordinator;
        this.shared = shared;
        this.programs = programs;
        this.timer = timer;
        sideMemory.whenShort(this::forgetIdle);
    }

    /**
     * Returns the code that a task needs; blocks while it is fetched. The caller releases it.
     *
     * @throws org.sss.api.SssException if it cannot be fetched
     */
    public Entry acquire(TaskSpec spec) {
        Entry entry;
        synchronized (this) {
            if (!entries.containsKey(spec.id().workflow())) {
                forgetPredecessors(spec);
            }
            entry = entries.computeIfAbsent(spec.id().workflow(), Entry::new);
            entry.users++;
        }
        try {
            entry.load(spec);
            return entry;
        } catch (RuntimeException | Error e) {
            release(entry);
            throw e;
        }
    }

    /** Releases the code of ended workflows, so that their classes can be reused. */
    private void forgetPredecessors(TaskSpec spec) {
        for (Entry entry : List.copyOf(entries.values())) {
            if (entry.users == 0 && entry.mayBeOf(spec)) {
                forget(entry);
            }
        }
    }

    private void forget(Entry entry) {
        entries.remove(entry.workflow, entry);
        entry.unload();
    }

    public synchronized void release(Entry entry) {
        entry.users--;
        entry.releasedNanos = System.nanoTime();
        if (entry.users == 0 && entry.isEmpty()) {
            forget(entry);
        } else if (entry.users == 0) {
            planSweep();
        }
    }

    private void planSweep() {
        if (!sweepPlanned) {
            sweepPlanned = true;
            timer.schedule(this::sweep, IDLE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private synchronized void sweep() {
        sweepPlanned = false;
        forgetIdleFor(TimeUnit.SECONDS.toNanos(IDLE_SECONDS));
        spares.forgetOld();
        if (!entries.isEmpty() || !spares.isEmpty()) {
            planSweep();
        }
    }

    /** Closes all code that no task uses now, because memory is short. Returns true if there was any. */
    public synchronized boolean forgetIdle() {
        boolean any = forgetIdleFor(0) || !spares.isEmpty();
        spares.close();
        return any;
    }

    private boolean forgetIdleFor(long nanos) {
        long now = System.nanoTime();
        int before = entries.size();
        for (Entry entry : List.copyOf(entries.values())) {
            if (entry.users == 0 && now - entry.releasedNanos >= nanos) {
                forget(entry);
            }
        }
        return entries.size() < before;
    }

    /** Frees the memory of a dropped side group in all workflows: a loop drops one in each iteration. */
    public void dropped(long group) {
        entries().forEach(entry -> entry.sideMaps.forget(group));
    }

    private synchronized List<Entry> entries() {
        return List.copyOf(entries.values());
    }

    private void fetch(String blob) {
        if (!store.has(blob)) {
            streams.fetch(blob, coordinator.get());
        }
    }

    private byte[] functions(String blob) {
        synchronized (functions) {
            byte[] known = functions.get(blob);
            if (known != null) {
                return known;
            }
        }
        fetch(blob);
        byte[] bytes = store.read(blob);
        if (bytes.length <= MAX_CACHED_BYTES) {
            synchronized (functions) {
                functions.put(blob, bytes);
            }
        }
        return bytes;
    }

    @Override
    public synchronized void close() {
        entries.values().forEach(Entry::unload);
        entries.clear();
        spares.close();
    }

    /** The code of one workflow. */
    public final class Entry {
        private final String workflow;
        /** Guarded by the cache. */
        private int users;

        private long releasedNanos;
        /** Guarded by this, like the following fields. */
        private LoadedCode loaded;

        private final Map<String, byte[]> functions = new HashMap<>();
        private final SideMaps sideMaps = new SideMaps(sideMemory);
        private final Map<String, Job> own = new HashMap<>();
        private boolean isReusePrevented;

        Entry(String workflow) {
            this.workflow = workflow;
        }

        /** Also blocks the other tasks of the workflow, which need the same code. */
        private synchronized void load(TaskSpec spec) {
            if (loaded != null) {
                return;
            }
            if (spec.code().code().isEmpty() && shared != null) {
                loaded = LoadedCode.shared(spec, shared, store);
                return;
            }
            loaded = spares.take(spec);
            if (loaded == null) {
                spec.code().code().forEach(CodeCache.this::fetch);
                loaded = LoadedCode.isolated(spec, store);
            }
            loaded.code().setWorkflow(spec.id().workflow(), spec.limits().depth());
        }

        private synchronized boolean mayBeOf(TaskSpec spec) {
            return loaded != null && loaded.mayBeOf(spec);
        }

        /** The code, which is loaded since the entry was acquired. */
        public synchronized JobCode code() {
            return loaded.code();
        }

        /** Returns the job with its own function objects for one task; stateless functions are shared by all tasks. */
        public Job job(TaskSpec.Code spec) {
            return spec.program() == null
                    ? job(spec.functions())
                    : ProgramJob.of(spec.program(), this::bytes, programs);
        }

        private Job job(String blob) {
            Job known = known(blob);
            if (known != null) {
                return known;
            }
            Job read = read(blob);
            if (Stateless.is(read)) {
                cache(blob, read);
            }
            return read;
        }

        private Job known(String blob) {
            Map<String, Job> jobs = jobs();
            synchronized (jobs) {
                return jobs.get(blob);
            }
        }

        private void cache(String blob, Job job) {
            Map<String, Job> jobs = jobs();
            synchronized (jobs) {
                jobs.put(blob, job);
            }
        }

        /** Each class loader has classes of its own, so jobs are shared only within one loader. */
        private synchronized Map<String, Job> jobs() {
            return code().isShared() ? stateless : own;
        }

        private Job read(String blob) {
            return code().readJob(bytes(blob));
        }

        private synchronized byte[] bytes(String blob) {
            return functions.computeIfAbsent(blob, CodeCache.this::functions);
        }

        /** Side groups that the workflow's tasks have in memory, until the groups are dropped or the code is closed. */
        public SideMaps sideMaps() {
            return sideMaps;
        }

        /**
         * Prevents other workflows from reusing these classes: a task failed, perhaps in a static initializer, which
         * Java does not repeat; or it left threads running, which may own locks of the classes.
         */
        public synchronized void preventReuse() {
            isReusePrevented = true;
        }

        /** True if the entry has nothing that another task could use. */
        private synchronized boolean isEmpty() {
            return loaded != null && loaded.code().isShared() && sideMaps.isEmpty();
        }

        private synchronized void unload() {
            sideMaps.close();
            if (loaded != null && isReusePrevented) {
                loaded.close();
            } else if (loaded != null) {
                spares.offer(loaded);
            }
        }
    }
}
