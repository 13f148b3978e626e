package org.sss.server.timing;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import org.sss.net.control.ThreadTimes.Phase;

/** Adds up wall time and processor time of a phase of a task; a call costs about a microsecond. For one thread. */
public final class PhaseTimer {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final boolean MEASURES_CPU = THREADS.isCurrentThreadCpuTimeSupported();

    private long calls;
    private long wallNanos;
    private long cpuNanos;
    private long startNanos;
    private long startCpuNanos;

    public PhaseTimer start() {
        startCpuNanos = cpuNanos();
        startNanos = System.nanoTime();
        return this;
    }

    public void stop() {
        wallNanos += System.nanoTime() - startNanos;
        cpuNanos += cpuNanos() - startCpuNanos;
        calls++;
    }

    /** The processor time of this thread; 0 where the JVM does not measure it. */
    static long cpuNanos() {
        return MEASURES_CPU ? THREADS.getCurrentThreadCpuTime() : 0;
    }

    /** Returns the time since the last start, with what followed its end. */
    public long microsSinceStart() {
        return TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNanos);
    }

    public Phase phase() {
        return new Phase(calls, TimeUnit.NANOSECONDS.toMicros(wallNanos), TimeUnit.NANOSECONDS.toMicros(cpuNanos));
    }
}
