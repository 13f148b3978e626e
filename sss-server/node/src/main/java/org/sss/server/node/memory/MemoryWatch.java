package org.sss.server.node.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Checks twice a second, in its own thread, whether memory is left. User code that retains all memory and catches
 * OutOfMemoryError would otherwise let the threads of the node fail one after the other.
 *
 * <p>Objects that an out-of-memory job left in static fields are freed with its classes. If they are not, the node
 * restarts as soon as it is idle.
 */
public final class MemoryWatch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 500;
    private static final int PROBE_BYTES = 64 << 10;
    /**
     * Failed checks in a row before the node ends: code that got an OutOfMemoryError frees memory within that time, or
     * not at all.
     */
    private static final int MAX_FAILED_CHECKS = 3;
    /** The share of the heap that an idle node may still occupy after a job ran out of memory. */
    private static final double MAX_IDLE_SHARE = 0.5;
    /** The share of the heap above which it may be full at any moment. */
    private static final double SHORT = 0.6;

    private final IntSupplier tasksRunning;
    private final Runnable forget;
    private final Consumer<OutOfMemoryError> ended;
    private final Thread thread;
    /** Created in advance: there may be no memory for it later. */
    private final OutOfMemoryError left = new OutOfMemoryError("objects that a job has left fill the heap");

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private volatile boolean closed;
    private volatile boolean ranOut;

    @SuppressWarnings("unused") // only its allocation counts
    private volatile byte[] probe;
    /** Used by the thread. */
    private int failedChecks;

    /**
     * @param forget releases everything cached for ended jobs
     * @param ended  called when the node has to end
     */
    public MemoryWatch(String name, IntSupplier tasksRunning, Runnable forget, Consumer<OutOfMemoryError> ended) {
        this.tasksRunning = tasksRunning;
        this.forget = forget;
        this.ended = ended;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** True if most of the heap is occupied, including garbage. Cheap. */
    public static boolean isShort() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() > SHORT * runtime.maxMemory();
    }

    /** Records that a task ran out of memory. */
    public void ranOut() {
        ranOut = true;
    }

    private void run() {
        while (!closed) {
            try {
                Thread.sleep(PERIOD_MILLIS);
                check();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void check() {
        try {
            probe = new byte[PROBE_BYTES];
            probe = null;
            failedChecks = 0;
            if (ranOut && tasksRunning.getAsInt() == 0) {
                ranOut = false;
                forget.run();
                checkIdleHeap();
            }
        } catch (OutOfMemoryError e) {
            if (++failedChecks >= MAX_FAILED_CHECKS) {
                ended.accept(e);
            }
        }
    }

    private void checkIdleHeap() {
        long before = collections();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        boolean isFull = runtime.totalMemory() - runtime.freeMemory() > MAX_IDLE_SHARE * runtime.maxMemory();
        // Java may be configured to ignore System.gc().
        if (isFull && collections() > before) {
            ended.accept(left);
        }
    }

    private long collections() {
        return collectors.stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                .sum();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
