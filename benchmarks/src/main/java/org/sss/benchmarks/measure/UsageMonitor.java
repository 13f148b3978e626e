package org.sss.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.sss.cli.cluster.ProcessStat;

/**
 * Measures a process and its descendants: CPU time (of the process alone also that of its compilers), the maximum of
 * their resident memory together, and bytes over the loopback interface. A thread samples them every {@value
 * #PERIOD_MILLIS} ms until {@link #close()}. Thread-safe.
 *
 * <pre>{@code
 * try (UsageMonitor monitor = UsageMonitor.watch(process.pid())) {
 *     ...
 *     Usage usage = monitor.usage();
 * }
 * }</pre>
 */
public final class UsageMonitor implements AutoCloseable {
    private static final long PERIOD_MILLIS = 50;
    /**
     * In which {@code /proc} counts CPU time, on all processors that Java 17 runs on, whatever the kernel's own clock.
     */
    static final double TICKS_PER_SECOND = 100;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long root;
    private final boolean withDescendants;
    private final Thread watcher;
    private final Map<Long, Long> start;
    private final long startWireBytes = Loopback.bytes();
    private final CompilerTime compilers;
    /** The last known ticks of each process, also of those that are gone. */
    private final Map<Long, Long> last = new HashMap<>();

    private long peakBytes;
    private volatile boolean closed;

    private UsageMonitor(long root, boolean withDescendants) {
        this.root = root;
        this.withDescendants = withDescendants;
        start = new HashMap<>();
        compilers = new CompilerTime(root);
        look().forEach((pid, usage) -> start.put(pid, usage.ticks()));
        watcher = new Thread(this::watch, "usage-monitor");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Starts to measure. */
    public static UsageMonitor watch(long pid) {
        return new UsageMonitor(pid, true);
    }

    /** The same without the processes that it has started. */
    public static UsageMonitor watchAlone(long pid) {
        return new UsageMonitor(pid, false);
    }

    private void watch() {
        while (!closed) {
            look();
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    /** Since {@link #watch}; of processes that the tree had then or got later. */
    public synchronized Usage usage() {
        look();
        long ticks = 0;
        for (Map.Entry<Long, Long> one : last.entrySet()) {
            ticks += one.getValue() - start.getOrDefault(one.getKey(), 0L);
        }
        return new Usage(
                Math.max(0, ticks / TICKS_PER_SECOND - ownCpuSeconds()),
                peakBytes,
                Loopback.bytes() - startWireBytes,
                compilers.seconds());
    }

    /**
     * What watching costs, where this process is one of those that are watched: the others do not pay for it either.
     */
    private double ownCpuSeconds() {
        long nanos = root == ProcessHandle.current().pid()
                ? ManagementFactory.getThreadMXBean().getThreadCpuTime(watcher.getId())
                : 0;
        return Math.max(0, nanos) / NANOS_PER_SECOND;
    }

    private synchronized Map<Long, ProcessStat> look() {
        Map<Long, ProcessStat> now = new HashMap<>();
        see(root, now);
        if (withDescendants) {
            ProcessHandle.of(root).stream().flatMap(ProcessHandle::descendants).forEach(child -> see(child.pid(), now));
        }
        now.forEach((pid, usage) -> last.put(pid, usage.ticks()));
        peakBytes = Math.max(peakBytes, ResidentMemory.bytes(now));
        return now;
    }

    private static void see(long pid, Map<Long, ProcessStat> now) {
        try {
            now.put(pid, ProcessStat.read(pid));
        } catch (IOException e) {
            // Ended: what was seen of it last counts.
        }
    }

    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
    }
}
