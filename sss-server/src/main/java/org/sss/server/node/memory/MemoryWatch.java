package org.sss.server.node.memory;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Looks twice a second whether there is memory left, in a thread of its own: code that keeps all memory, and catches what tells it so,
 * would leave the threads of the node to find it out one after the other.
 *
 * <p>What a job that has met the end of memory leaves in static fields goes with its classes; when it does not, the node begins anew as
 * soon as it has nothing to do.
 */
public final class MemoryWatch implements AutoCloseable {
    private static final long PERIOD_MILLIS = 500;
    private static final int PROBE_BYTES = 64 << 10;
    /** Looks in a row without memory: code that has met the end of it gives it back within that time, or not at all. */
    private static final int PATIENCE = 3;
    /** Of the heap, that an idle node may still hold after a job has met its end. */
    private static final double LEFT_BEHIND = 0.5;
    /** Of the heap, from where on it may be full at any moment. */
    private static final double SHORT = 0.6;

    private final IntSupplier tasksRunning;
    private final Runnable forget;
    private final Consumer<OutOfMemoryError> ended;
    private final Thread thread;
    /** Made now: there may be no memory for it later. */
    private final OutOfMemoryError left = new OutOfMemoryError("what a job has left behind fills the heap");
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private volatile boolean closed;
    private volatile boolean ranOut;
    private volatile byte[] probe;
    /** Used by the thread. */
    private int fullLooks;

    /**
     * @param forget lets go of all that is kept for jobs that are over
     * @param ended  told that the node has to end
     */
    public MemoryWatch(String name, IntSupplier tasksRunning, Runnable forget, Consumer<OutOfMemoryError> ended) {
        this.tasksRunning = tasksRunning;
        this.forget = forget;
        this.ended = ended;
        thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether most of the heap is taken, be it by garbage. Costs next to nothing. */
    public static boolean isShort() {
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory() > SHORT * runtime.maxMemory();
    }

    /** A task has met the end of memory. */
    public void ranOut() {
        ranOut = true;
    }

    private void run() {
        while (!closed) {
            try {
                Thread.sleep(PERIOD_MILLIS);
                look();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void look() {
        try {
            probe = new byte[PROBE_BYTES];
            probe = null;
            fullLooks = 0;
            if (ranOut && tasksRunning.getAsInt() == 0) {
                ranOut = false;
                forget.run();
                lookWhatIsLeft();
            }
        } catch (OutOfMemoryError e) {
            if (++fullLooks >= PATIENCE) {
                ended.accept(e);
            }
        }
    }

    private void lookWhatIsLeft() {
        long before = collections();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        boolean isFull = runtime.totalMemory() - runtime.freeMemory() > LEFT_BEHIND * runtime.maxMemory();
        // Java may have been told not to collect when it is asked to.
        if (isFull && collections() > before) {
            ended.accept(left);
        }
    }

    private long collections() {
        return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
