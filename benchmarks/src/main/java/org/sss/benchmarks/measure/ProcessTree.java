package org.sss.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Watches a process and all that descend from it: CPU time, the most memory that was resident in all of them at one moment, and
 * what went over the loopback meanwhile.
 * A thread of its own looks every few milliseconds; {@link #close()} ends it. Thread-safe.
 *
 * <pre>{@code
 * try (ProcessTree tree = ProcessTree.watch(process.pid())) {
 *     ...
 *     Usage usage = tree.usage();
 * }
 * }</pre>
 */
public final class ProcessTree implements AutoCloseable {
    private static final long PERIOD_MILLIS = 50;
    private static final double TICKS_PER_SECOND = 100;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int PAGE_BYTES = 4096;
    /** Fields of {@code stat} behind the command's name. */
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int RESIDENT = 21;

    /** @param ticks of CPU time */
    private record Seen(long ticks, long residentBytes) {
    }

    private final long root;
    private final Thread watcher;
    private final Map<Long, Long> begin;
    private final long beginWireBytes = Loopback.bytes();
    /** The last known ticks of each process, also of those that are gone. */
    private final Map<Long, Long> last = new HashMap<>();
    private long peakBytes;
    private volatile boolean closed;

    private ProcessTree(long root) {
        this.root = root;
        begin = new HashMap<>();
        look().forEach((pid, seen) -> begin.put(pid, seen.ticks));
        watcher = new Thread(this::watch, "process-tree");
        watcher.setDaemon(true);
        watcher.start();
    }

    /** Begins to watch now. */
    public static ProcessTree watch(long pid) {
        return new ProcessTree(pid);
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
            ticks += one.getValue() - begin.getOrDefault(one.getKey(), 0L);
        }
        return new Usage(Math.max(0, ticks / TICKS_PER_SECOND - ownCpuSeconds()), peakBytes, Loopback.bytes() - beginWireBytes);
    }

    /** What watching costs, where this process is one of those that are watched: the others do not pay for it either. */
    private double ownCpuSeconds() {
        long nanos = root == ProcessHandle.current().pid()
                ? ManagementFactory.getThreadMXBean().getThreadCpuTime(watcher.getId()) : 0;
        return Math.max(0, nanos) / NANOS_PER_SECOND;
    }

    private synchronized Map<Long, Seen> look() {
        Map<Long, Seen> now = new HashMap<>();
        see(root, now);
        ProcessHandle.of(root).stream().flatMap(ProcessHandle::descendants).forEach(child -> see(child.pid(), now));
        now.forEach((pid, seen) -> last.put(pid, seen.ticks));
        peakBytes = Math.max(peakBytes, now.values().stream().mapToLong(Seen::residentBytes).sum());
        return now;
    }

    private static void see(long pid, Map<Long, Seen> now) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            // The name of the command stands in brackets and may hold anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            // Not the times of its children: those are seen by themselves.
            long ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
            now.put(pid, new Seen(ticks, Long.parseLong(fields[RESIDENT]) * PAGE_BYTES));
        } catch (IOException e) {
            // Ended meanwhile: what was seen of it last counts.
        }
    }

    @Override
    public void close() {
        closed = true;
        watcher.interrupt();
    }
}
